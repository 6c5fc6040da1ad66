"""Decks and lists: DECK-1 to DECK-6, each where it permits and where it forbids."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygosim.cards.banlist import BanList
from ygosim.cards.catalogue import Catalogue
from ygosim.cards.deck import Deck
from ygosim.cards.deck_check import FaultKind, check_deck, deck_faults
from ygosim.cards.siding import SwapPlan
from ygosim.enums import CardType
from ygosim.errors import DeckError
from ygosim.rules import FORMATS, LegendLimit, Rules

CATALOGUE = Catalogue.default()


def code(name: str) -> int:
    return CATALOGUE.by_name(name).passcode


NORMALS = [
    card.passcode
    for card in CATALOGUE
    if card.kind == "Normal Monster" and not card.rush and card.counts_as == card.passcode
]
"""Cards that fill a main deck and are in nobody's way."""


def deck(
    *names: str, size: int = 40, extra: tuple[str, ...] = (), side: tuple[str, ...] = ()
) -> Deck:
    """A main deck with these cards, filled up to a size; extra and side deck as given."""
    named = [code(name) for name in names]
    fill = [p for p in NORMALS if p not in named][: size - len(named)]
    return Deck("test", (*named, *fill), tuple(map(code, extra)), tuple(map(code, side)))


def faults(deck: Deck, rules: Rules, banlist: BanList | None = None) -> list[str]:
    """Each fault's kind and card or section."""
    found = deck_faults(deck, rules, banlist, CATALOGUE)
    return [f"{fault.kind}: {fault.card or fault.section}" for fault in found]


# -------------------------------------------------------- DECK-1, kinds and places


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_monsters_spells_and_traps_make_a_main_deck() -> None:
    main = ("Kuriboh", "Dark Magician", "Black Luster Soldier", "Stargazer Magician", "Raigeki")
    extra = (
        "Blue-Eyes Ultimate Dragon",
        "Stardust Dragon",
        "Number 39: Utopia",
        "Linkuriboh",
        "Odd-Eyes Rebellion Dragon",
    )
    assert faults(deck(*main, "Mirror Force", extra=extra, side=extra + main), Rules.mr5) == []


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
@pytest.mark.parametrize(
    "name",
    ["Blue-Eyes Ultimate Dragon", "Stardust Dragon", "Number 39: Utopia", "Linkuriboh"],
)
def test_extra_deck_monsters_do_not_go_in_the_main_deck(name: str) -> None:
    (fault,) = deck_faults(deck(name), Rules.mr5)
    assert (fault.kind, fault.rule, fault.section) == (FaultKind.PLACE, "DECK-1", "main")
    assert fault.message.endswith("it goes in the extra deck")


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["Kuriboh", "Black Luster Soldier", "Raigeki", "Mirror Force"])
def test_main_deck_cards_do_not_go_in_the_extra_deck(name: str) -> None:
    assert faults(deck(extra=(name,)), Rules.mr5) == [f"place: {name}"]


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
@pytest.mark.parametrize("section", ["main", "extra", "side"])
def test_tokens_go_nowhere_and_are_a_fault_of_their_own(section: str) -> None:
    whole = deck()
    tokens = {"main": whole.main, "extra": (), "side": ()}
    tokens[section] += (73915052, 73915052)
    assert faults(Deck("test", **tokens), Rules.mr5) == ["token: Sheep Token"]


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_tokens_do_not_count_in_sizes() -> None:
    whole = deck(size=60)
    main = (*whole.main, 73915052)
    assert faults(Deck("test", main), Rules.mr5) == ["token: Sheep Token"]


# Kinds of cards that came with a format, shown by one card each.
NEW = {
    "Stardust Dragon": deck(extra=("Stardust Dragon",)),
    "Number 39: Utopia": deck(extra=("Number 39: Utopia",)),
    "Stargazer Magician": deck("Stargazer Magician"),
    "Linkuriboh": deck(extra=("Linkuriboh",)),
}


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("name", "before"), list(zip(NEW, ("expert", "mr1", "mr2", "mr3"), strict=True))
)
def test_a_format_has_no_cards_of_later_kinds(name: str, before: str) -> None:
    (fault,) = deck_faults(NEW[name], Rules.named(before))
    assert fault.message.startswith(f"{fault.section} deck: {name!r} is a")
    assert fault.message.endswith(f"; {before} has none")


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("name", "since"), list(zip(NEW, ("mr1", "mr2", "mr3", "mr4"), strict=True))
)
def test_a_kind_of_card_is_there_from_its_format_on(name: str, since: str) -> None:
    assert faults(NEW[name], Rules.named(since)) == []


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
def test_the_side_deck_holds_no_kind_that_the_format_has_not() -> None:
    rules = Rules.mr3
    assert faults(deck(side=("Linkuriboh",)), rules) == ["place: Linkuriboh"]


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_rush_ritual_monsters_are_extra_deck_cards_where_there_are_any() -> None:
    ritual = next(card for card in CATALOGUE if card.rush and "Ritual Monster" in card.kind)
    later = Rules.rush.replace(extra_deck_types=Rules.rush.extra_deck_types | CardType.RITUAL)
    assert faults(deck(extra=(ritual.name,)), later) == []


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
def test_rush_ritual_monsters_are_not_main_deck_cards() -> None:
    ritual = next(card for card in CATALOGUE if card.rush and "Ritual Monster" in card.kind)
    later = Rules.rush.replace(extra_deck_types=Rules.rush.extra_deck_types | CardType.RITUAL)
    assert faults(deck(ritual.name), later) == [f"place: {ritual.name}"]


# --------------------------------------------------------------- DECK-1, sizes


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
@pytest.mark.parametrize("name", FORMATS)
def test_forty_cards_are_enough_everywhere(name: str) -> None:
    assert faults(deck(size=40), Rules.named(name)) == []


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
@pytest.mark.parametrize("name", FORMATS)
def test_thirty_nine_cards_are_too_few_everywhere(name: str) -> None:
    (fault,) = deck_faults(deck(size=39), Rules.named(name))
    assert fault.message == f"main deck: 39 cards; at least 40 ({name})"
    assert (fault.count, fault.limit) == (39, 40)


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_sixty_one_cards_are_a_deck_of_the_first_years() -> None:
    assert faults(deck(size=61), Rules.expert) == []
    assert faults(deck(size=100), Rules.expert) == []


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
def test_sixty_one_cards_are_too_many_since_2008() -> None:
    assert faults(deck(size=61), Rules.mr1) == ["size: main"]


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
def test_more_than_the_engine_takes_is_refused_by_name() -> None:
    fusions = [card.name for card in CATALOGUE if card.kind == "Fusion Monster" and not card.rush][
        :21
    ]
    main, extra = deck_faults(deck(size=101, extra=tuple(fusions)), Rules.expert)
    assert main.message == "main deck: 101 cards; at most 100 (more than the engine takes)"
    assert extra.message == "extra deck: 21 cards; at most 20 (more than the engine takes)"


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_twenty_fusions_are_an_extra_deck_of_the_first_years() -> None:
    names = [card.name for card in CATALOGUE if card.kind == "Fusion Monster" and not card.rush]
    assert faults(deck(extra=tuple(names[:20])), Rules.expert) == []
    assert faults(deck(extra=tuple(names[:16])), Rules.mr1) == ["size: extra"]


FIVE = ("Kuriboh", "Raigeki", "Dark Hole", "Mirror Force", "Pot of Greed")


@pytest.mark.rule("DECK-1")
@pytest.mark.forbids
def test_a_side_deck_of_five_is_none_before_2011() -> None:
    (fault,) = deck_faults(deck(side=FIVE), Rules.mr1)
    assert fault.message == "side deck: 5 cards; none, or exactly 15 (mr1)"


@pytest.mark.rule("DECK-1")
@pytest.mark.permits
def test_a_side_deck_of_five_is_one_since_2011() -> None:
    assert faults(deck(side=FIVE), Rules.mr2) == []
    assert faults(deck(side=FIVE * 3), Rules.mr1) == []
    assert faults(deck(side=(*FIVE * 3, "Kuribandit")), Rules.mr2) == ["size: side"]


# ------------------------------------------------------------- DECK-2, copies


@pytest.mark.rule("DECK-2")
@pytest.mark.permits
def test_three_copies_over_all_sections() -> None:
    assert faults(deck("Kuriboh", "Kuriboh", side=("Kuriboh",)), Rules.mr5) == []


@pytest.mark.rule("DECK-2")
@pytest.mark.forbids
def test_a_fourth_copy_in_the_side_deck() -> None:
    (fault,) = deck_faults(deck("Kuriboh", "Kuriboh", "Kuriboh", side=("Kuriboh",)), Rules.mr5)
    assert str(fault) == "4 copies of 'Kuriboh'; at most 3 [DECK-2]"


@pytest.mark.rule("DECK-2")
@pytest.mark.forbids
def test_artwork_does_not_matter() -> None:
    whole = deck(size=36)
    four = (83764718, 83764718, 83764719, 83764719)
    assert faults(Deck("test", whole.main + four), Rules.mr5) == ["copies: Monster Reborn"]


@pytest.mark.rule("DECK-2")
@pytest.mark.forbids
def test_always_treated_as_a_name_counts_as_it() -> None:
    ladies = ("Harpie Lady", "Harpie Lady", "Harpie Lady 1", "Cyber Harpie Lady")
    (fault,) = deck_faults(deck(*ladies), Rules.mr5)
    assert fault.message == (
        "4 copies of 'Harpie Lady' (2 Harpie Lady, 1 Harpie Lady 1, 1 Cyber Harpie Lady); at most 3"
    )


@pytest.mark.rule("DECK-2")
@pytest.mark.permits
def test_being_treated_as_a_name_on_the_field_does_not_count() -> None:
    three = ("Elemental HERO Bubbleman",) * 3
    assert faults(deck(*three, "Elemental HERO Neo Bubbleman"), Rules.mr5) == []


@pytest.mark.rule("DECK-2")
@pytest.mark.permits
def test_cards_of_an_archetype_are_not_of_one_name() -> None:
    # "Always treated as a(n) Archfiend card" is no name.
    assert faults(deck(*("Summoned Skull",) * 3, "Beast of Talwar"), Rules.mr5) == []


# --------------------------------------------------------------- DECK-3, lists

LIST = BanList("mine", {code("Raigeki"): 0, code("Kuriboh"): 1, code("Pot of Greed"): 2})


@pytest.mark.rule("DECK-3")
@pytest.mark.permits
def test_as_many_copies_as_the_list_allows() -> None:
    names = ("Kuriboh", "Pot of Greed", "Pot of Greed", "Dark Hole", "Dark Hole", "Dark Hole")
    assert faults(deck(*names), Rules.mr5, LIST) == []


@pytest.mark.rule("DECK-3")
@pytest.mark.forbids
def test_more_copies_than_the_list_allows() -> None:
    names = ("Raigeki", "Kuriboh", "Pot of Greed", "Pot of Greed")
    found = deck_faults(deck(*names, side=("Kuriboh", "Pot of Greed")), Rules.mr5, LIST)
    assert [str(fault) for fault in found] == [
        "1 copy of 'Raigeki'; forbidden in the list 'mine' [DECK-3]",
        "2 copies of 'Kuriboh'; limited to 1 in the list 'mine' [DECK-3]",
        "3 copies of 'Pot of Greed'; limited to 2 in the list 'mine' [DECK-3]",
    ]


@pytest.mark.rule("DECK-3")
@pytest.mark.forbids
def test_cards_of_a_listed_name_are_limited_with_it() -> None:
    limited = BanList("mine", {code("Harpie Lady"): 1})
    ladies = ("Harpie Lady", "Cyber Harpie Lady")
    assert faults(deck(*ladies), Rules.mr5, limited) == ["list: Harpie Lady"]


@pytest.mark.rule("DECK-3")
@pytest.mark.forbids
def test_a_whitelist_forbids_what_it_does_not_name() -> None:
    whole = deck()
    allowed = BanList("few", dict.fromkeys(whole.main[:-1], 3), whitelist=True)
    missing = CATALOGUE[whole.main[-1]].name
    assert faults(whole, Rules.mr5, allowed) == [f"list: {missing}"]


@pytest.mark.rule("DECK-3")
@pytest.mark.permits
def test_a_whitelist_permits_what_it_names() -> None:
    whole = deck()
    allowed = BanList("few", dict.fromkeys(whole.main, 1), whitelist=True)
    assert faults(whole, Rules.mr5, allowed) == []


@pytest.mark.rule("DECK-3")
@pytest.mark.forbids
def test_four_copies_of_a_limited_card_are_two_faults() -> None:
    assert faults(deck(*("Kuriboh",) * 4), Rules.mr5, LIST) == ["copies: Kuriboh", "list: Kuriboh"]


# ------------------------------------------------------------- DECK-4, Legends

LEGENDS = {
    word: [card.name for card in CATALOGUE if card.legend and word in card.kind][:2]
    for word in ("Monster", "Spell", "Trap")
}
ONE_IN_ALL = Rules.rush.replace(legend_limit=LegendLimit.ONE_IN_ALL)


@pytest.mark.rule("DECK-4")
@pytest.mark.permits
def test_one_legend_of_each_kind() -> None:
    names = [names[0] for names in LEGENDS.values()]
    assert faults(deck(*names), Rules.rush) == []


@pytest.mark.rule("DECK-4")
@pytest.mark.forbids
@pytest.mark.parametrize("word", LEGENDS)
def test_two_legends_of_a_kind(word: str) -> None:
    (fault,) = deck_faults(deck(*LEGENDS[word]), Rules.rush)
    assert (fault.kind, fault.rule, fault.count) == (FaultKind.LEGEND, "DECK-4", 2)
    assert all(name in fault.message for name in LEGENDS[word])


@pytest.mark.rule("DECK-4")
@pytest.mark.forbids
def test_one_legend_in_all_until_2022() -> None:
    names = [LEGENDS["Monster"][0], LEGENDS["Spell"][0]]
    assert faults(deck(*names), ONE_IN_ALL) == ["legend: "]
    assert faults(deck(names[0]), ONE_IN_ALL) == []


@pytest.mark.rule("DECK-4")
@pytest.mark.permits
def test_legends_wait_in_the_side_deck() -> None:
    one, two = LEGENDS["Monster"]
    assert faults(deck(one, side=(two,)), Rules.rush) == []


@pytest.mark.rule("DECK-4")
@pytest.mark.permits
def test_other_formats_know_no_legends() -> None:
    assert faults(deck(*LEGENDS["Monster"]), Rules.mr5) == []


# -------------------------------------------------------------- DECK-5, siding


def sided(plan: str, deck: Deck, rules: Rules, *, goes_first: bool = True) -> Deck:
    return SwapPlan.parse(plan, CATALOGUE).apply(deck, goes_first=goes_first, rules=rules)


@pytest.mark.rule("DECK-5")
@pytest.mark.permits
def test_cards_are_swapped_one_for_one() -> None:
    before = deck(
        "Kuriboh", "Raigeki", extra=("Linkuriboh",), side=("Dark Hole", "Stardust Dragon")
    )
    plan = "!first\n-1 Kuriboh\n+1 Dark Hole\n-1 Linkuriboh\n+1 Stardust Dragon"
    after = sided(plan, before, Rules.mr5)
    assert after.main == (code("Dark Hole"), *before.main[1:])
    assert after.extra == (code("Stardust Dragon"),)
    assert after.side == (code("Kuriboh"), code("Linkuriboh"))
    assert deck_faults(after, Rules.mr5) == ()


@pytest.mark.rule("DECK-5")
@pytest.mark.forbids
@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        ("-1 Kuriboh", "main deck: 1 go out and 0 come in"),
        ("+1 Dark Hole", "main deck: 0 go out and 1 come in"),
        ("-1 Kuriboh\n+1 Stardust Dragon", "main deck: 1 go out and 0 come in"),
        ("-2 Kuriboh\n+1 Dark Hole", "2 of 'Kuriboh' in the main deck are asked for, 1 are"),
        ("-1 Kuriboh\n+1 Raigeki", "1 of 'Raigeki' in the side deck are asked for, 0 are"),
    ],
)
def test_sizes_stay(plan: str, fault: str) -> None:
    before = deck(
        "Kuriboh", "Raigeki", extra=("Linkuriboh",), side=("Dark Hole", "Stardust Dragon")
    )
    with pytest.raises(DeckError) as caught:
        sided(f"!first\n{plan}", before, Rules.mr5)
    assert any(fault in line for line in caught.value.faults)


@pytest.mark.rule("DECK-4", "DECK-5")
@pytest.mark.forbids
def test_the_legend_limit_holds_after_siding() -> None:
    one, two = LEGENDS["Monster"]
    before = deck(one, "Kuriboh", side=(two,))
    with pytest.raises(DeckError, match=r"2 Legend monsters .* \[DECK-4\]"):
        sided(f"!first\n-1 Kuriboh\n+1 {two}", before, Rules.rush)


@pytest.mark.rule("DECK-4", "DECK-5")
@pytest.mark.permits
def test_a_legend_is_swapped_for_another() -> None:
    one, two = LEGENDS["Monster"]
    after = sided(f"!first\n-1 {one}\n+1 {two}", deck(one, side=(two,)), Rules.rush)
    assert code(two) in after.main


# ---------------------------------------------------------- DECK-6, seed lists


@pytest.mark.rule("DECK-6")
@pytest.mark.permits
@pytest.mark.parametrize(
    ("name", "raigeki"),
    [("seed 004", 0), ("seed 002 DM5", 1), ("seed 002 DM6", 1), ("seed 002 DMI", 1)],
)
def test_the_printed_lists_are_built_in(name: str, raigeki: int) -> None:
    banlist = BanList.named(name)
    assert banlist.limit(code("Raigeki"), CATALOGUE) == raigeki
    copies = ("Raigeki",) * raigeki
    assert faults(deck(*copies, "Kuriboh", "Kuriboh", "Kuriboh"), Rules.expert, banlist) == []


@pytest.mark.rule("DECK-6")
@pytest.mark.forbids
@pytest.mark.parametrize("name", ["seed 004", "seed 002 DM5", "seed 002 DM6", "seed 002 DMI"])
def test_the_printed_lists_forbid_and_limit(name: str) -> None:
    banlist = BanList.named(name)
    assert faults(deck("Raigeki", "Raigeki"), Rules.expert, banlist) == ["list: Raigeki"]


# ------------------------------------------------------------- whole decks


@pytest.mark.rule("DECK-1", "DECK-2", "DECK-3")
@pytest.mark.forbids
def test_every_fault_is_named_at_once() -> None:
    text = "\n".join(
        ["#main", "0", "73915052", "23995346", *["12580477"] * 4, "#extra", "46986414"]
    )
    with pytest.raises(DeckError) as caught:
        check_deck(Deck.parse(text, name="bad"), Rules.mr5, LIST, CATALOGUE)
    assert caught.value.faults == (
        "main deck: 6 cards; at least 40 (mr5) [DECK-1]",
        "main deck, line 2: no card has the passcode 0 "
        "(exporters write it for cards that have none) [DECK-1]",
        "main deck, line 3: 'Sheep Token' is a token; tokens go in no deck [DECK-1]",
        "main deck, line 4: 'Blue-Eyes Ultimate Dragon' is a Fusion Monster; "
        "it goes in the extra deck [DECK-1]",
        "extra deck, line 10: 'Dark Magician' is a Normal Monster; it goes in the main deck "
        "[DECK-1]",
        "4 copies of 'Raigeki'; at most 3 [DECK-2]",
        "4 copies of 'Raigeki'; forbidden in the list 'mine' [DECK-3]",
    )


@pytest.mark.rule("DECK-1", "DECK-2")
@pytest.mark.permits
def test_real_decks_have_no_fault_but_tokens_in_the_side_deck(shared: Path) -> None:
    for path in sorted((shared / "data" / "decks").glob("*/*.ydk")):
        found = deck_faults(Deck.read(path), Rules.mr5)
        assert {(fault.kind, fault.section) for fault in found} <= {(FaultKind.TOKEN, "side")}, path


@pytest.mark.rule("DECK-3")
@pytest.mark.permits
def test_a_deck_of_2005_is_legal_by_the_list_of_2005(shared: Path) -> None:
    data = shared / "data"
    banlist = BanList.read(data / "lists" / "GOAT.lflist.conf")
    found = deck_faults(
        Deck.read(data / "decks" / "classic" / "GOATFormat.ydk"), Rules.expert, banlist
    )
    assert found == ()
