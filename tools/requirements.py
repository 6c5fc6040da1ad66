"""Print what pyproject.toml asks for, one requirement a line: `build`, or an extra's name.

`build` is what a build without isolation needs: the build system's own list, and the CMake
and Ninja that an isolated build would fetch by itself.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def requirements(name: str) -> list[str]:
    """The requirements of `build` or of an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if name == "build":
        return [*project["build-system"]["requires"], "cmake>=3.21", "ninja>=1.11"]
    listed: list[str] = project["project"]["optional-dependencies"][name]
    return listed


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print("\n".join(requirements(argument)))
