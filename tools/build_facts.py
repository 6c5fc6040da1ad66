"""Write the two derived data files that ygosim ships: the facts table and the seed lists.

The sources lie beside the checkout (`../shared/data`) or where --shared or YGOSIM_SHARED
says.  With --check nothing is written: the exit status says whether the files are as they
should be; without the sources there is nothing to compare, which is said and is no fault.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from ygosim.cards.card import Card, CardFile  # noqa: E402
from ygosim.cards.catalogue import Catalogue  # noqa: E402
from ygosim.cards.facts import FACTS_FILE, facts_bytes  # noqa: E402
from ygosim.cards.io.cdb import read_cdb, read_cdb_texts  # noqa: E402
from ygosim.enums import Attribute, CardType, MonsterType  # noqa: E402

LISTS_FILE = FACTS_FILE.with_name("seeds.lflist.conf")

# A name that holds everywhere, deck included (DECK-2): stands alone in parentheses.  Names
# held in some place only, and membership of an archetype ('… as a "Umi" card'), differ.
NAME_ALWAYS = re.compile(
    r"""\(This card(?:'s name)? is (?:also )?always treated as "([^"]+)"\.\)"""
)


def tsv(path: Path) -> Iterator[list[str]]:
    """The fields of each line that is not a comment."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def tokens(path: Path) -> CardFile:
    """The tokens, as cards of the kind that goes in no deck."""
    cards = []
    for passcode, name, level, attribute, monster_type, atk, def_ in tsv(path):
        cards.append(
            Card(
                passcode=int(passcode),
                name=name,
                type=CardType.MONSTER | CardType.NORMAL | CardType.TOKEN,
                attribute=Attribute(int(attribute)),
                monster_type=MonsterType(int(monster_type)),
                level=int(level),
                atk=_value(atk),
                def_=_value(def_),
            )
        )
    return CardFile(cards=tuple(cards), prints={})


def _value(text: str) -> int | None:
    return None if int(text) < 0 else int(text)


def reprints(cards: Iterable[Card], referred: Counter[int]) -> dict[int, int]:
    """Rows of one name and the same facts, each with the row that stands for all.

    That is the one that other cards refer to, else the lowest passcode.
    """
    by_name: dict[str, list[Card]] = {}
    for card in cards:
        by_name.setdefault(card.name, []).append(card)
    prints = {}
    for same in by_name.values():
        first = max(same, key=lambda card: (referred[card.passcode], -card.passcode))
        for card in same:
            facts = dataclasses.replace(card, passcode=first.passcode, counts_as=first.counts_as)
            if card is not first and facts == first:
                prints[card.passcode] = first.passcode
    return prints


def named_by_text(file: CardFile, texts: dict[int, str]) -> CardFile:
    """The cards, each counting as the card whose name its text says it always has."""
    by_name = {card.name: card.passcode for card in file.cards}
    cards = []
    for card in file.cards:
        said = NAME_ALWAYS.search(texts[card.passcode])
        target = by_name.get(said[1]) if said else None
        cards.append(dataclasses.replace(card, counts_as=target) if target else card)
    return dataclasses.replace(file, cards=tuple(cards))


def facts(data: Path) -> bytes:
    """The facts table made of the sources."""
    main = named_by_text(read_cdb(data / "cards.cdb"), read_cdb_texts(data / "cards.cdb"))
    rush = read_cdb(data / "cards-rush.cdb")
    referred = Counter(card.counts_as for card in rush.cards)
    same = reprints(main.cards, referred)
    main = CardFile(
        cards=tuple(card for card in main.cards if card.passcode not in same), prints=same
    )
    aliases = {int(fields[0]): int(fields[1]) for fields in tsv(data / "aliases.tsv")}
    catalogue = Catalogue()
    for file in (main, rush, tokens(data / "tokens.tsv"), CardFile(cards=(), prints=aliases)):
        catalogue = catalogue.with_cards(file)
    prints = {
        passcode: card.passcode for card in catalogue for passcode in catalogue.prints_of(card)
    }
    return facts_bytes(catalogue, prints)


def lists(data: Path) -> bytes:
    """The seed lists, with one newline style."""
    text = (data / "lists" / "seeds.lflist.conf").read_text(encoding="utf-8")
    lines = (line.rstrip() for line in text.splitlines())
    return ("\n".join(line for line in lines if line) + "\n").encode()


def main() -> int:
    """Write or check; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument(
        "--shared",
        type=Path,
        default=Path(os.environ.get("YGOSIM_SHARED") or ROOT.parent / "shared"),
        help="folder of the sources (default: $YGOSIM_SHARED, or ../shared)",
    )
    options = parser.parse_args()
    data = options.shared / "data"
    if not data.is_dir():
        print(f"build_facts: no sources at {data}; nothing compared or written")
        return 0 if options.check else 1
    wanted = {FACTS_FILE: facts(data), LISTS_FILE: lists(data)}
    stale = [
        path
        for path, content in wanted.items()
        if not path.is_file() or path.read_bytes() != content
    ]
    for path in stale:
        name = path.relative_to(ROOT)
        if options.check:
            print(f"build_facts: {name} is not what its sources give; run tools/build_facts.py")
        else:
            path.write_bytes(wanted[path])
            print(f"build_facts: wrote {name}, {len(wanted[path])} bytes")
    if not stale:
        print("build_facts: the derived files are as their sources say")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
