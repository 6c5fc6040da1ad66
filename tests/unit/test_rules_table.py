"""The format table: every field of every format, as literals, and how fields are overridden."""

from __future__ import annotations

import dataclasses
import re
from enum import StrEnum

import pytest

from ygosim.enums import CardType
from ygosim.errors import RulesError, YgosimError
from ygosim.rules import (
    ENGINE_EXTRA_LIMIT,
    ENGINE_MAIN_LIMIT,
    FORMATS,
    CardTexts,
    ExtraDeckZones,
    FieldSpells,
    LegendLimit,
    PendulumZones,
    Rules,
    ZeroAttackClash,
)

NAMES = ("expert", "mr1", "mr2", "mr3", "mr4", "mr5", "rush")

F = CardType.FUSION
FS = F | CardType.SYNCHRO
FSX = FS | CardType.XYZ
FSXL = FSX | CardType.LINK
FR = F | CardType.RITUAL
FIELD = FieldSpells.ONE_ON_THE_FIELD
OWN = FieldSpells.ONE_PER_PLAYER
NO_PENDULUM = PendulumZones.NONE
SEPARATE = PendulumZones.SEPARATE
OUTER = PendulumZones.OUTERMOST
ANY = ExtraDeckZones.ANY
LINKED = ExtraDeckZones.EXTRA_OR_LINKED
FACE_DOWN = ExtraDeckZones.FACE_DOWN_ANY
NEITHER = ZeroAttackClash.NEITHER_DESTROYED
FREE = LegendLimit.NONE
KIND = LegendLimit.ONE_PER_KIND
YEAR_2005 = CardTexts.YEAR_2005
TODAY = CardTexts.CURRENT

# RULING: "no limit" of the expert decks is what the engine takes, 100 and 20.
# RULING: rush follows the later years where the table gives both (Ritual monsters in the
# extra deck, a Legend of each kind); the earlier ones are a `replace` away.
TABLE: dict[str, tuple[object, ...]] = {
    #                               expert  mr1    mr2    mr3    mr4    mr5    rush
    "name": NAMES,
    "since": (
        "2000",
        "2008-03-15",
        "2011-03-19",
        "2014-03-21",
        "2017-03-25",
        "2020-04-01",
        "2020-04-01",
    ),
    "main_deck_min": (40, 40, 40, 40, 40, 40, 40),
    "main_deck_max": (100, 60, 60, 60, 60, 60, 60),
    "extra_deck_max": (20, 15, 15, 15, 15, 15, 15),
    "extra_deck_types": (F, FS, FSX, FSX, FSXL, FSXL, FR),
    "side_deck_max": (15, 15, 15, 15, 15, 15, 15),
    "side_deck_exact": (True, True, False, False, False, False, False),
    "pendulums_in_main_deck": (False, False, False, True, True, True, False),
    "starting_lp": (8000, 8000, 8000, 8000, 8000, 8000, 8000),
    "opening_hand": (5, 5, 5, 5, 5, 5, 4),
    "draw_count": (1, 1, 1, 1, 1, 1, 1),
    "draw_up_to": (0, 0, 0, 0, 0, 0, 5),
    "first_turn_draw": (True, True, True, False, False, False, True),
    "first_turn_battle": (False, False, False, False, False, False, False),
    "hand_limit": (6, 6, 6, 6, 6, 6, 0),
    "normal_summons": (1, 1, 1, 1, 1, 1, 0),
    "columns": (5, 5, 5, 5, 5, 5, 3),
    "extra_monster_zones": (0, 0, 0, 0, 2, 2, 0),
    "field_spells": (FIELD, FIELD, FIELD, OWN, OWN, OWN, OWN),
    "replaced_field_spell_destroyed": (True, True, True, False, False, False, False),
    "pendulum_zones": (NO_PENDULUM, NO_PENDULUM, NO_PENDULUM, SEPARATE, OUTER, OUTER, NO_PENDULUM),
    "extra_deck_zones": (ANY, ANY, ANY, ANY, LINKED, FACE_DOWN, ANY),
    "ignition_priority": (True, True, False, False, False, False, False),
    "chains": (True, True, True, True, True, True, False),
    "standby_phase": (True, True, True, True, True, True, False),
    "main_phase_2": (True, True, True, True, True, True, False),
    "negated_summon_counts": (True, True, True, True, True, False, False),
    "trigger_needs_place": (False, False, False, False, False, True, True),
    "trigger_after_return_to_deck": (True, True, True, True, True, False, False),
    "trap_monster_keeps_zone": (True, True, True, True, True, False, False),
    "zero_attack_clash": (NEITHER, NEITHER, NEITHER, NEITHER, NEITHER, NEITHER, NEITHER),
    "opponent_responds_first": (False, False, False, False, False, False, True),
    "one_trap_per_timing": (False, False, False, False, False, False, True),
    "equips_rechecked": (True, True, True, True, True, True, False),
    "orphaned_equips_destroyed": (True, True, True, True, True, True, False),
    "tribute_set_is_tribute_summon": (False, False, False, False, False, False, True),
    "legend_limit": (FREE, FREE, FREE, FREE, FREE, FREE, KIND),
    "card_texts": (YEAR_2005, TODAY, TODAY, TODAY, TODAY, TODAY, TODAY),
}


def test_the_table_has_every_field() -> None:
    assert [field.name for field in dataclasses.fields(Rules)] == list(TABLE)


def test_the_table_has_every_format() -> None:
    assert tuple(FORMATS) == NAMES


@pytest.mark.parametrize("column", range(len(NAMES)), ids=NAMES)
@pytest.mark.parametrize("field", TABLE)
def test_field_of_format(field: str, column: int) -> None:
    value = getattr(FORMATS[NAMES[column]], field)
    expected = TABLE[field][column]
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize("name", NAMES)
def test_a_format_is_found_by_name_and_as_attribute(name: str) -> None:
    assert Rules.named(name) is FORMATS[name]
    assert getattr(Rules, name) is FORMATS[name]


def _other_value(value: object) -> object:
    """A legal value for a field that differs from `value`."""
    match value:
        case bool():
            return not value
        case CardType():
            return value ^ CardType.RITUAL
        case StrEnum():
            return next(member for member in type(value) if member != value)
        case str():
            return value + "-house"
        case 0:
            return 2
        case 5:
            return 3
        case int():
            return value - 1
    raise AssertionError(value)


@pytest.mark.parametrize("field", TABLE)
def test_every_field_can_be_overridden(field: str) -> None:
    value = _other_value(getattr(Rules.mr3, field))
    changed = Rules.mr3.replace(**{field: value})
    assert getattr(changed, field) == value
    assert {name for name in TABLE if getattr(changed, name) != getattr(Rules.mr3, name)} == {field}


def test_replace_takes_several_fields() -> None:
    speed = Rules.mr5.replace(name="speed", columns=3, main_phase_2=False, starting_lp=4000)
    assert (speed.columns, speed.main_phase_2, speed.chains, speed.starting_lp) == (
        3,
        False,
        True,
        4000,
    )


def test_formats_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules.mr5.columns = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        FORMATS["mr5"] = Rules.mr4  # type: ignore[index]


def test_equal_formats_are_equal_and_hash_alike() -> None:
    again = Rules.mr5.replace(columns=3).replace(columns=5)
    assert again == Rules.mr5
    assert hash(again) == hash(Rules.mr5)


def test_unknown_field_is_named_with_the_known_ones() -> None:
    with pytest.raises(TypeError, match=r"no field 'lifepoints'.*'starting_lp'"):
        Rules.mr5.replace(lifepoints=4000)


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("main_deck_min", 0, ENGINE_MAIN_LIMIT),
        ("main_deck_max", 0, ENGINE_MAIN_LIMIT),
        ("extra_deck_max", 0, ENGINE_EXTRA_LIMIT),
        ("side_deck_max", 0, 255),
        ("starting_lp", 1, 2**30),
        ("opening_hand", 0, ENGINE_MAIN_LIMIT),
        ("draw_count", 0, ENGINE_MAIN_LIMIT),
        ("draw_up_to", 0, ENGINE_MAIN_LIMIT),
        ("hand_limit", 0, 255),
        ("normal_summons", 0, 255),
    ],
)
def test_a_range_ends_where_it_says(field: str, low: int, high: int) -> None:
    rules = Rules.mr5.replace(main_deck_min=0, main_deck_max=ENGINE_MAIN_LIMIT)
    for value in (low, high):
        assert getattr(rules.replace(**{field: value}), field) == value
    for value in (low - 1, high + 1):
        message = f"rules 'mr5': {field} is {value}; it must be {low} to {high}"
        with pytest.raises(RulesError, match=f"^{re.escape(message)}"):
            rules.replace(**{field: value})


def test_the_smallest_deck_is_no_larger_than_the_largest() -> None:
    with pytest.raises(RulesError, match="main_deck_min is 61; it must be at most main_deck_max"):
        Rules.mr5.replace(main_deck_min=61)


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("columns", 4, "3 or 5"),
        ("extra_monster_zones", 1, "0 or 2"),
        ("chains", 1, "of type bool"),
        ("starting_lp", "8000", "of type int"),
        ("starting_lp", True, "of type int"),
        ("name", 5, "of type str"),
        ("extra_deck_types", 0x40, "of type CardType"),
        ("field_spells", "two", "one on the field or one per player"),
    ],
)
def test_a_value_of_another_kind_is_refused(field: str, value: object, wanted: str) -> None:
    message = f"{field} is {value!r}; it must be {wanted}"
    with pytest.raises(RulesError, match=re.escape(message)):
        Rules.mr5.replace(**{field: value})


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(RulesError, match=r"hand_limit is -1.*columns is 4"):
        Rules.mr5.replace(columns=4, hand_limit=-1)


def test_unknown_format_is_named_with_the_known_ones() -> None:
    message = "there is no format 'goat'; the formats are expert, mr1, mr2, mr3, mr4, mr5, rush"
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        Rules.named("goat")


def test_rules_errors_are_ygosim_errors_and_value_errors() -> None:
    assert issubclass(RulesError, YgosimError)
    assert issubclass(RulesError, ValueError)
