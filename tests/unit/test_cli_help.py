"""The help of every command is kept; `make golden` writes it anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ygosim.cli.main import COMMANDS, group

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "help"
WRITE = os.environ.get("YGOSIM_GOLDEN") == "write"
WIDTH = 88


def commands_in(names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command of that name, and all commands inside it."""
    command: click.Command = group
    for name in names:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"no command {' '.join(names)}"
        command = found
    yield names, command
    if names and isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from commands_in((*names, name))


def help_of(names: tuple[str, ...], command: click.Command) -> str:
    """The help as a terminal of fixed width shows it."""
    path = " ".join(["ygosim", *names])
    settings = {**group.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    with click.Context(command, info_name=path, **settings) as context:
        return command.get_help(context) + "\n"


@pytest.mark.parametrize("name", ["", *sorted(COMMANDS)], ids=lambda name: name or "ygosim")
def test_help_is_as_kept(name: str) -> None:
    for names, command in commands_in((name,) if name else ()):
        path = FOLDER / ("-".join(["ygosim", *names]) + ".txt")
        shown = help_of(names, command)
        if WRITE:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(shown, encoding="utf-8")
        assert path.exists(), f"no {path.name}; write it with `make golden`"
        assert shown == path.read_text(encoding="utf-8"), "run `make golden`, read the diff"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_explained(name: str) -> None:
    for names, command in commands_in((name,)):
        path = " ".join(names)
        assert command.help, f"{path} has no help"
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path} {parameter.opts[0]} has no help"


def test_every_kept_help_belongs_to_a_command() -> None:
    known = {
        "-".join(["ygosim", *names]) + ".txt"
        for name in ["", *COMMANDS]
        for names, _ in commands_in((name,) if name else ())
    }
    assert {path.name for path in FOLDER.glob("*.txt")} <= known
