"""The house has floors: each imports only from the floors below (docs/design.md)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "ygosim"

FLOORS: tuple[tuple[str, ...], ...] = (
    ("enums",),
    ("errors",),
    ("rules",),
    ("effects",),
    ("cards",),
    ("scripts",),
    ("_core",),
    ("template", "records"),
    ("position", "saving", "views"),
    ("duel",),
    ("callbacks", "wording"),
    ("policies", "scenario"),
    ("expressions", "intervals"),
    ("hands", "combos", "montecarlo"),
    ("scale", "envs", "report"),
    ("cli",),
)
"""The rooms of the package, lowest floor first; rooms of one floor do not know each other."""

CORE_ROOMS = (
    "types",
    "enums",
    "bitset",
    "opcodes",
    "rng",
    "layout",
    "tail",
    "hashing",
    "state",
    "happenings",
    "zones",
    "tokens",
    "procedures",
    "summon",
    "turn",
    "battle",
    "filters",
    "tributes",
    "materials",
    "choices",
    "asking",
    "lingering",
    "course",
    "actions",
    "vm",
    "programs",
    "stats",
    "settling",
    "activation",
    "arrivals",
    "destruction",
    "combat",
    "phases",
    "windows",
    "chain",
    "moves",
    "engine",
    "observation",
    "policy",
    "callback",
    "track",
    "play",
    "play_effects",
    "play_plain",
    "runner",
    "search",
    "sampler",
)
"""The rooms of `_core`: a cimport points only to an earlier one."""

NEVER_THE_CORE = ("cards", "effects", "rules")

LEVEL = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


def sources(*suffixes: str) -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*") if path.suffix in suffixes)


def module_name(path: Path) -> str:
    """The dotted name of a source file: src/ygosim/cli/main.py -> ygosim.cli.main."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def python_imports(text: str, package: str) -> Iterator[str]:
    """The modules that Python source imports, and each name imported from them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: -node.level + 1 or None]
                base = ".".join([*parents, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def cython_imports(text: str, package: str) -> Iterator[tuple[str, str]]:
    """What Cython source imports: ("import" or "cimport", dotted name)."""
    text = re.sub(r'"""(?s:.*?)"""', '""', text)
    text = re.sub(r"#.*", "", text)
    text = re.sub(r"\(([^()]*)\)", lambda m: " ".join(m[1].split()), text.replace("\\\n", " "))
    statement = r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?(c?import)[ \t]+(.+)$"
    for base, kind, names in re.findall(statement, text, re.MULTILINE):
        for name in names.split(","):
            first = name.split()[0] if name.split() else ""
            if not base:
                yield kind, first
            elif base.startswith("."):
                level = len(base) - len(base.lstrip("."))
                parents = package.split(".")[: -level + 1 or None]
                yield kind, ".".join([*parents, *filter(None, [base.lstrip(".")]), first])
            else:
                yield kind, f"{base}.{first}"


def imports_of(path: Path) -> set[str]:
    """Every dotted name of ygosim that a source file imports or cimports."""
    name = module_name(path)
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        found = set(python_imports(text, package))
    else:
        found = {target for _, target in cython_imports(text, package)}
    return {target for target in found if target == "ygosim" or target.startswith("ygosim.")}


def room(dotted: str) -> str:
    """The room of a dotted name: ygosim.cards.io.ydk -> cards; "" for ygosim itself."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else ""


ALL_SOURCES = sources(".py", ".pyi", ".pyx", ".pxd")
IDS = [str(path.relative_to(SOURCE)) for path in ALL_SOURCES]


def test_the_readers_of_imports_read_what_there_is() -> None:
    python = "import ygosim.rules as r\nfrom . import enums, errors\nfrom .a.b import c\n"
    assert list(python_imports(python, "ygosim.cards")) == [
        "ygosim.rules",
        "ygosim.cards.enums",
        "ygosim.cards.errors",
        "ygosim.cards.a.b.c",
    ]
    assert list(python_imports("from ..rules import Rules", "ygosim.cards")) == [
        "ygosim.rules.Rules"
    ]
    cython = (
        '"""from ygosim.duel import no"""\n'
        "from ygosim._core.state cimport (  # cimport nothing\n    DuelState, state_clone,\n)\n"
        "cimport ygosim._core.rng as rng\n"
        "import numpy as np\n"
        "    from ygosim.errors import YgosimError\n"
    )
    assert list(cython_imports(cython, "ygosim._core"))[:3] == [
        ("cimport", "ygosim._core.state.DuelState"),
        ("cimport", "ygosim._core.state.state_clone"),
        ("cimport", "ygosim._core.state."),
    ]
    assert list(cython_imports(cython, "ygosim._core"))[3:] == [
        ("cimport", "ygosim._core.rng"),
        ("import", "numpy"),
        ("import", "ygosim.errors.YgosimError"),
    ]
    assert list(cython_imports("from .rng cimport rng_t", "ygosim._core")) == [
        ("cimport", "ygosim._core.rng.rng_t")
    ]


def test_every_room_has_its_floor() -> None:
    rooms = {room(module_name(path)) for path in ALL_SOURCES} - {""}
    assert rooms <= set(LEVEL), "give the new room a floor here and in docs/design.md"


def test_every_room_of_the_core_has_its_place() -> None:
    rooms = {path.stem for path in sources(".pyx", ".pxd") if path.parent.name == "_core"}
    missing = rooms - {"__init__"} - set(CORE_ROOMS)
    assert not missing, "give the new room its place here and in docs/design.md"


@pytest.mark.parametrize("path", ALL_SOURCES, ids=IDS)
def test_imports_point_down(path: Path) -> None:
    own = room(module_name(path))
    for target in imports_of(path):
        other = room(target)
        if own == "":  # the package itself gathers public names, from any floor but the last
            assert other != "cli", f"{path.name} imports {target}"
        elif target == "ygosim.__version__" and own != "_core":
            continue
        elif other != own:
            assert other in LEVEL, f"{path.name} imports {target}, which is no room"
            assert LEVEL[other] < LEVEL[own], f"{own} imports {target}, which is not below it"


@pytest.mark.parametrize("path", ALL_SOURCES, ids=IDS)
def test_the_core_is_imported_by_those_above_and_imports_only_itself(path: Path) -> None:
    own = room(module_name(path))
    others = {room(target) for target in imports_of(path)}
    if own == "_core":
        assert others <= {"_core"}
    if own in NEVER_THE_CORE:
        assert "_core" not in others


CORE_SOURCES = sorted((SOURCE / "_core").glob("*.p[yx][xd]"))


@pytest.mark.parametrize("path", CORE_SOURCES, ids=[path.name for path in CORE_SOURCES])
def test_a_cimport_points_to_an_earlier_room(path: Path) -> None:
    if path.stem == "__init__":
        return
    place = CORE_ROOMS.index(path.stem)
    package = "ygosim._core"
    for _, target in cython_imports(path.read_text(encoding="utf-8"), package):
        if target.startswith(package + "."):
            other = target.split(".")[2]
            if other != path.stem:
                assert CORE_ROOMS.index(other) < place, f"{path.name} imports {target}"


def test_modules_import_each_other_in_no_circle() -> None:
    names = {module_name(path) for path in ALL_SOURCES}

    def module_of(target: str) -> str:
        while target not in names:
            target = target.rpartition(".")[0]
        return target

    graph: dict[str, set[str]] = {name: set() for name in names}
    for path in ALL_SOURCES:
        name = module_name(path)
        graph[name] |= {module_of(target) for target in imports_of(path)} - {name, "ygosim"}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail[trail.index(name) :], name])
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, (*trail, name))
            done.add(name)

    for name in sorted(names):
        visit(name, ())


def test_the_order_of_the_rooms_stands_in_the_design() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    assert " · ".join(f"`{name}`" for name in CORE_ROOMS) in text
    floors = re.findall(r"^\| \d+ \| (.+?) \|", text, re.MULTILINE)
    assert [tuple(re.findall(r"`(\w+)`", floor)) for floor in floors] == list(FLOORS)


@pytest.mark.parametrize("heavy", ["numba", "scipy", "click", "rich", "ruamel.yaml"])
def test_importing_the_package_stays_light(heavy: str) -> None:
    code = f"import sys, ygosim; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
