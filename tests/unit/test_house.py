"""House rules that a machine can check: sizes, docstrings, leftovers, places that are ours."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
from pathlib import Path

import pytest

import ygosim

ROOT = Path(__file__).resolve().parents[2]
LINES_MAX = 800

FOLDERS = ("src", "tools", "tests", "examples", "bench", "docs", ".ci")
CODE = {".py", ".pyi", ".pyx", ".pxd", ".c", ".h", ".toml", ".txt", ".sh"}
TEXT = CODE | {".md", ".ydk", ".yaml", ".json", ".perft", ".conf", ".tsv", ".csv", ""}

# Built from pieces, so that this file does not contain what it looks for.
LOCAL_PLACES = (
    re.compile(r"(?<![\w.~])/(?:work|home|root|Users|opt|mnt|tmp/venv)" + r"/\w"),
    re.compile(r"[A-Z]:" + r"\\Users"),
    re.compile("local" + r"host:\d"),
    re.compile(r"\b(?:pypi|pythonhosted|npmjs|crates)\." + r"(?:org|com|io)\b"),
    re.compile(r"https?://(?:\d{1,3}\.){3}\d"),
)
TASK = re.compile(r"\b(?:TO" + "DO|FIX" + r"ME|XX" + r"X)\b(?!\(#\d+\))")


def committed_files() -> list[Path]:
    """The project's files: what git tracks, or all of an unpacked sdist."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True
    )
    if listed.returncode == 0 and listed.stdout:
        return [ROOT / name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]
    return [
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]


FILES = [path for path in committed_files() if path.suffix in TEXT]
CODE_FILES = [path for path in FILES if path.suffix in CODE and "data" not in path.parts]
PYTHON_FILES = [path for path in FILES if path.suffix == ".py"]
MODULES = [m.name for m in pkgutil.walk_packages(ygosim.__path__, "ygosim.")]


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", CODE_FILES, ids=relative)
def test_no_file_is_too_long_to_read(path: Path) -> None:
    count = path.read_text(encoding="utf-8").count("\n")
    assert count <= LINES_MAX, f"{count} lines; split it by what its parts are for"


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_no_file_names_a_place_on_somebodys_machine(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for pattern in LOCAL_PLACES:
            assert not pattern.search(line), f"{relative(path)}:{number}: {line.strip()}"


@pytest.mark.parametrize("path", CODE_FILES, ids=relative)
def test_what_is_left_to_do_has_an_issue(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        assert not TASK.search(line), f"{relative(path)}:{number}: write it with (#ISSUE)"


@pytest.mark.parametrize("path", PYTHON_FILES, ids=relative)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, "the module has no docstring"
    assert docstring.splitlines()[0].endswith((".", ":", "?", "!")), "its first line is a sentence"


@pytest.mark.parametrize("name", ["ygosim", *MODULES])
def test_examples_in_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("name", ["ygosim", *MODULES])
def test_every_public_thing_has_a_docstring(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    for public in getattr(module, "__all__", ()):
        value = getattr(module, public)
        if callable(value) and getattr(value, "__module__", "").startswith("ygosim"):
            assert value.__doc__, f"{name}.{public} has no docstring"
