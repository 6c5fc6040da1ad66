"""The demonstration decks that the package ships: Normal Monsters only, so all play them.

`beatdown` and `tribute` are legal from expert to mr5, `rush-beatdown` and `rush-tribute`
in Rush Duels.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["deck_names", "deck_path", "role_path"]

_FOLDER = Path(__file__).parent / "data" / "decks"


def deck_names() -> list[str]:
    """The names of the shipped decks, in alphabetical order.

    Examples
    --------
    >>> deck_names()
    ['beatdown', 'rush-beatdown', 'rush-tribute', 'tribute']
    """
    return sorted(path.stem for path in _FOLDER.glob("*.ydk"))


def deck_path(name: str) -> Path:
    """The .ydk file of a shipped deck.

    Parameters
    ----------
    name
        One of `deck_names()`.

    Raises
    ------
    FileNotFoundError
        Naming the decks there are.

    Examples
    --------
    >>> deck_path("beatdown").name
    'beatdown.ydk'
    """
    return _shipped(name, ".ydk")


def role_path(name: str) -> Path:
    """The role file that belongs to `beatdown` or `tribute` (for `ygosim hands`).

    Raises
    ------
    FileNotFoundError
        Naming the decks there are.

    Examples
    --------
    >>> role_path("beatdown").name
    'beatdown.yaml'
    """
    return _shipped(name, ".yaml")


def _shipped(name: str, suffix: str) -> Path:
    path = _FOLDER / f"{name}{suffix}"
    there = sorted(path.stem for path in _FOLDER.glob(f"*{suffix}"))
    if name not in there:
        what = "deck" if suffix == ".ydk" else "role file"
        raise FileNotFoundError(
            f"no {what} {name!r} comes with ygosim; there are {', '.join(there)}"
        )
    return path
