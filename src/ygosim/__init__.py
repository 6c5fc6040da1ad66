"""Yu-Gi-Oh! duels by the rulebook, fast enough to answer questions by playing millions."""

from __future__ import annotations

from pathlib import Path

__version__ = "0.1.0"


def get_include() -> str:
    """The folder of ygosim.h, for compilers: docs/embedding.md.

    Examples
    --------
    >>> sorted(path.name for path in Path(get_include()).iterdir())
    ['ygosim.h', 'ygosim_enums.h']
    """
    return str(Path(__file__).parent / "_core" / "include")
