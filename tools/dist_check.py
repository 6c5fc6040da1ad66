"""Build the wheel and the sdist, install each apart, and try both from outside the checkout.

The wheel is built from the checkout.  The sdist is installed as a user's pip would do it:
unpacked and built in an isolated environment that holds only what pyproject.toml asks for.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "build" / "dist"
PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"]

WHEEL_SUFFIXES = {".py", ".pyi", ".pxd", ".h", ".so", ".pyd", ".typed", ".md"}
"""Code in the wheel has one of these; anything else must be data, or be needed."""

WHEEL_NEEDS = (
    "ygosim/py.typed",
    "ygosim/__init__.pxd",
    "ygosim/_core/__init__.pxd",
    "ygosim/_core/enums.pxd",
    "ygosim/_core/callback.pxd",
    "ygosim/effects/opcodes.toml",
    "ygosim/_core/include/ygosim.h",
    "ygosim/_core/include/ygosim_enums.h",
    "ygosim/cards/data/decks/beatdown.ydk",
)

SDIST_NEEDS = (
    "CMakeLists.txt",
    "LICENSE",
    "Makefile",
    "README.md",
    "pyproject.toml",
    "src/ygosim/_core/enums.pxd",
    "tests/unit/test_layers.py",
    "tools/generate.py",
)

SMOKE = """
import importlib, pathlib, pkgutil, sys
import ygosim
root = pathlib.Path(ygosim.__file__).parent
assert sys.prefix in str(root), f"imported from {root}, not from the fresh environment"
names = [m.name for m in pkgutil.walk_packages(ygosim.__path__, "ygosim.")]
for name in names:
    importlib.import_module(name)
print(f"imported {len(names)} modules of ygosim {ygosim.__version__}")
"""


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command; end with its failure."""
    words = [Path(word).name if "/" in str(word) else str(word) for word in command]
    print("   $", *(word if "\n" not in word else "…" for word in words), flush=True)
    subprocess.run(
        [str(c) for c in command], cwd=cwd, check=True, stdin=subprocess.DEVNULL, env=clean_env()
    )


def clean_env() -> dict[str, str]:
    """The environment without what would let Python find the checkout."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}


def build_sdist() -> Path:
    """The sdist of the checkout."""
    code = "import sys, scikit_build_core.build as build; build.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", code, DIST)
    (path,) = DIST.glob("ygosim-*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in SDIST_NEEDS if name not in names]
    assert not missing, f"{path.name} lacks {missing}"
    return path


def build_wheel() -> Path:
    """The wheel of the checkout; it holds public files only."""
    settings = "--config-settings=build-dir=build/release"
    run(
        sys.executable,
        *PIP,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        settings,
        "--wheel-dir",
        DIST,
        ".",
    )
    (path,) = DIST.glob("ygosim-*.whl")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    missing = [name for name in WHEEL_NEEDS if name not in names]
    assert not missing, f"{path.name} lacks {missing}"
    strange = [
        name
        for name in names
        if name.startswith("ygosim/")
        and "/data/" not in name
        and Path(name).suffix not in WHEEL_SUFFIXES
        and name not in WHEEL_NEEDS
    ]
    assert not strange, f"{path.name} holds files that are not public: {strange}"
    return path


def try_out(archive: Path, folder: Path) -> None:
    """Install one archive in a fresh environment and run the demonstration there."""
    folder.mkdir()
    environment = folder / "venv"
    run(sys.executable, "-m", "venv", environment)
    python = environment / "bin" / "python"
    run(python, *PIP, "install", archive)
    run(python, "-c", SMOKE, cwd=folder)
    run(environment / "bin" / "ygosim", "--version", cwd=folder)
    demo = shutil.copy(ROOT / "tools" / "demo.py", folder)
    run(python, demo, "--duels", "200", "--quiet", cwd=folder)


def main() -> int:
    """Build both, try both."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    archives = [build_wheel(), build_sdist()]
    with tempfile.TemporaryDirectory(prefix="ygosim-dist-") as name:
        for archive in archives:
            print(f"-- {archive.name}", flush=True)
            try:
                try_out(archive, Path(name) / ("wheel" if archive.suffix == ".whl" else "sdist"))
            except subprocess.CalledProcessError as error:
                print(f"{archive.name} does not work when installed apart: {error}")
                return 1
    print(f"wheel and sdist work: {', '.join(a.name for a in archives)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
