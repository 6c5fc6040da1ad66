"""The formats as data: one `Rules` value per format (docs/rules.md, section 1).

The engine reads fields and never asks which format it is in, so any field may be
overridden: ``Rules.mr5.replace(starting_lp=4000)``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Self

from ygosim.enums import CardType
from ygosim.errors import RulesError, shortened

__all__ = [
    "ENGINE_EXTRA_LIMIT",
    "ENGINE_MAIN_LIMIT",
    "FORMATS",
    "CardTexts",
    "ExtraDeckZones",
    "FieldSpells",
    "LegendLimit",
    "PendulumZones",
    "Rules",
    "ZeroAttackClash",
]

ENGINE_MAIN_LIMIT = 100
"""Most cards of a main deck that the engine takes, whatever the format."""

ENGINE_EXTRA_LIMIT = 20
"""Most cards of an extra deck that the engine takes, whatever the format."""


class CardTexts(StrEnum):
    """Which wording cards have: a card of 2005 may do other things than the one of today."""

    CURRENT = "current"
    YEAR_2005 = "2005"


class FieldSpells(StrEnum):
    """How many face-up Field Spells there may be."""

    ONE_ON_THE_FIELD = "one on the field"
    ONE_PER_PLAYER = "one per player"


class PendulumZones(StrEnum):
    """Where Pendulum cards are activated as spells."""

    NONE = "none"
    SEPARATE = "separate"
    OUTERMOST = "outermost spell & trap zones"


class ExtraDeckZones(StrEnum):
    """Where a monster from the Extra Deck may be summoned to."""

    ANY = "any monster zone"
    EXTRA_OR_LINKED = "extra monster zone or linked zone"
    FACE_DOWN_ANY = "linked rule for Link and face-up Pendulum only"


class ZeroAttackClash(StrEnum):
    """What happens when 0 ATK attacks 0 ATK."""

    NEITHER_DESTROYED = "neither destroyed"
    BOTH_DESTROYED = "both destroyed"


class LegendLimit(StrEnum):
    """How many Legend cards a deck may hold."""

    NONE = "no limit"
    ONE_IN_ALL = "one in all"
    ONE_PER_KIND = "one monster, one spell, one trap"


def _said(value: object) -> str:
    """A value as a message shows it: cut when long."""
    try:
        said = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits"
    return shortened(said, _SHOWN)


_SHOWN = 60  # characters of a value that a message shows

_FUSION = CardType.FUSION
_SYNCHRO = _FUSION | CardType.SYNCHRO
_XYZ = _SYNCHRO | CardType.XYZ
_LINK = _XYZ | CardType.LINK


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One format.  Every field of the format table, each overridable with `replace`."""

    name: str
    since: str  # first day of the format, ISO date or year
    main_deck_min: int = 40
    main_deck_max: int = 60  # at most ENGINE_MAIN_LIMIT
    extra_deck_max: int = 15  # at most ENGINE_EXTRA_LIMIT
    extra_deck_types: CardType = _FUSION
    side_deck_max: int = 15
    side_deck_exact: bool = False  # 0 or exactly side_deck_max
    pendulums_in_main_deck: bool = False
    starting_lp: int = 8000
    opening_hand: int = 5
    draw_count: int = 1  # cards of the normal draw
    draw_up_to: int = 0  # draw until so many are in hand, at least draw_count; 0 = off
    first_turn_draw: bool = False
    first_turn_battle: bool = False
    hand_limit: int = 6  # 0 = none
    normal_summons: int = 1  # a turn; 0 = any number
    columns: int = 5  # 5, or 3: zones 1-3
    extra_monster_zones: int = 0
    field_spells: FieldSpells = FieldSpells.ONE_PER_PLAYER
    replaced_field_spell_destroyed: bool = False  # else sent to the GY by rule
    pendulum_zones: PendulumZones = PendulumZones.NONE
    extra_deck_zones: ExtraDeckZones = ExtraDeckZones.ANY
    ignition_priority: bool = False
    chains: bool = True
    standby_phase: bool = True
    main_phase_2: bool = True
    negated_summon_counts: bool = True  # for limits that cards set, by number or by name
    trigger_needs_place: bool = False
    trigger_after_return_to_deck: bool = True
    trap_monster_keeps_zone: bool = True
    zero_attack_clash: ZeroAttackClash = ZeroAttackClash.NEITHER_DESTROYED
    opponent_responds_first: bool = False
    one_trap_per_timing: bool = False
    equips_rechecked: bool = True  # whether the monster still fits
    orphaned_equips_destroyed: bool = True  # when the monster has gone; else sent to the GY
    tribute_set_is_tribute_summon: bool = False
    legend_limit: LegendLimit = LegendLimit.NONE
    card_texts: CardTexts = CardTexts.CURRENT

    expert: ClassVar[Rules]
    mr1: ClassVar[Rules]
    mr2: ClassVar[Rules]
    mr3: ClassVar[Rules]
    mr4: ClassVar[Rules]
    mr5: ClassVar[Rules]
    rush: ClassVar[Rules]

    def __post_init__(self) -> None:
        problems = self._type_problems() or self._range_problems()
        if problems:
            raise RulesError(f"rules {self.name!r}: {'; '.join(problems)}")

    def _type_problems(self) -> list[str]:
        problems = []
        for field in fields(self):
            value = getattr(self, field.name)
            expected = str if field.default is dataclasses.MISSING else type(field.default)
            if type(value) is not expected:
                wanted = f"of type {expected.__name__}"
                if isinstance(field.default, StrEnum):
                    wanted = " or ".join(type(field.default))
                problems.append(f"{field.name} is {_said(value)}; it must be {wanted}")
        return problems

    def _range_problems(self) -> list[str]:
        ranges = {
            "main_deck_min": (0, ENGINE_MAIN_LIMIT),
            "main_deck_max": (0, ENGINE_MAIN_LIMIT),
            "extra_deck_max": (0, ENGINE_EXTRA_LIMIT),
            "side_deck_max": (0, 255),
            "starting_lp": (1, 2**30),
            "opening_hand": (0, ENGINE_MAIN_LIMIT),
            "draw_count": (0, ENGINE_MAIN_LIMIT),
            "draw_up_to": (0, ENGINE_MAIN_LIMIT),
            "hand_limit": (0, 255),
            "normal_summons": (0, 255),
        }
        problems = [
            f"{name} is {_said(getattr(self, name))}; it must be {low} to {high}"
            for name, (low, high) in ranges.items()
            if not low <= getattr(self, name) <= high
        ]
        if self.main_deck_min > self.main_deck_max:
            problems.append(
                f"main_deck_min is {self.main_deck_min}; "
                f"it must be at most main_deck_max, {self.main_deck_max}"
            )
        choices = {"columns": (3, 5), "extra_monster_zones": (0, 2)}
        problems += [
            f"{name} is {_said(getattr(self, name))}; it must be {low} or {high}"
            for name, (low, high) in choices.items()
            if getattr(self, name) not in (low, high)
        ]
        return problems

    def replace(self, **changes: Any) -> Self:
        """The same format with some fields changed.

        Raises
        ------
        TypeError
            For a name that is no field.
        RulesError
            For a value of the wrong type or out of its range.

        Examples
        --------
        >>> Rules.mr5.replace(starting_lp=4000).starting_lp
        4000
        """
        known = {field.name for field in fields(self)}
        for name in changes:
            if name not in known:
                raise TypeError(f"Rules has no field {name!r}; the fields are {sorted(known)}")
        return dataclasses.replace(self, **changes)

    def as_dict(self) -> dict[str, bool | int | str | list[str]]:
        """Every field as a plain value, as JSON has it; card types as a list of names.

        Examples
        --------
        >>> Rules.mr1.as_dict()["extra_deck_types"]
        ['Fusion', 'Synchro']
        """
        plain: dict[str, bool | int | str | list[str]] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, CardType):
                value = [str(member.name).replace("_", " ").capitalize() for member in value]
            plain[field.name] = str(value) if isinstance(value, StrEnum) else value
        return plain

    @classmethod
    def named(cls, name: str) -> Rules:
        """The format of that name.

        Raises
        ------
        RulesError
            Naming the formats there are.

        Examples
        --------
        >>> Rules.named("rush").columns
        3
        """
        try:
            return FORMATS[name]
        except KeyError:
            raise RulesError(
                f"there is no format {name!r}; the formats are {', '.join(FORMATS)}"
            ) from None


Rules.expert = Rules(
    name="expert",
    since="2000",
    main_deck_max=ENGINE_MAIN_LIMIT,
    extra_deck_max=ENGINE_EXTRA_LIMIT,
    side_deck_exact=True,
    first_turn_draw=True,
    field_spells=FieldSpells.ONE_ON_THE_FIELD,
    replaced_field_spell_destroyed=True,
    ignition_priority=True,
    card_texts=CardTexts.YEAR_2005,
)
Rules.mr1 = Rules.expert.replace(
    name="mr1",
    since="2008-03-15",
    main_deck_max=60,
    extra_deck_max=15,
    extra_deck_types=_SYNCHRO,
    card_texts=CardTexts.CURRENT,
)
Rules.mr2 = Rules.mr1.replace(
    name="mr2",
    since="2011-03-19",
    extra_deck_types=_XYZ,
    side_deck_exact=False,
    ignition_priority=False,
)
Rules.mr3 = Rules.mr2.replace(
    name="mr3",
    since="2014-03-21",
    pendulums_in_main_deck=True,
    first_turn_draw=False,
    field_spells=FieldSpells.ONE_PER_PLAYER,
    replaced_field_spell_destroyed=False,
    pendulum_zones=PendulumZones.SEPARATE,
)
Rules.mr4 = Rules.mr3.replace(
    name="mr4",
    since="2017-03-25",
    extra_deck_types=_LINK,
    extra_monster_zones=2,
    pendulum_zones=PendulumZones.OUTERMOST,
    extra_deck_zones=ExtraDeckZones.EXTRA_OR_LINKED,
)
Rules.mr5 = Rules.mr4.replace(
    name="mr5",
    since="2020-04-01",
    extra_deck_zones=ExtraDeckZones.FACE_DOWN_ANY,
    negated_summon_counts=False,
    trigger_needs_place=True,
    trigger_after_return_to_deck=False,
    trap_monster_keeps_zone=False,
)
Rules.rush = Rules(
    name="rush",
    since="2020-04-01",
    extra_deck_types=_FUSION | CardType.RITUAL,
    opening_hand=4,
    draw_count=1,
    draw_up_to=5,
    first_turn_draw=True,
    hand_limit=0,
    normal_summons=0,
    columns=3,
    chains=False,
    standby_phase=False,
    main_phase_2=False,
    negated_summon_counts=False,
    trigger_needs_place=True,
    trigger_after_return_to_deck=False,
    trap_monster_keeps_zone=False,
    opponent_responds_first=True,
    one_trap_per_timing=True,
    equips_rechecked=False,
    orphaned_equips_destroyed=False,
    tribute_set_is_tribute_summon=True,
    legend_limit=LegendLimit.ONE_PER_KIND,
)

FORMATS: Mapping[str, Rules] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            Rules.expert,
            Rules.mr1,
            Rules.mr2,
            Rules.mr3,
            Rules.mr4,
            Rules.mr5,
            Rules.rush,
        )
    }
)
"""Every built-in format by name, oldest first."""
