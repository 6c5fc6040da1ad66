"""The listed conditions of the core, and the sources in which each can be broken at run time.

The files in `conditions`, one for each room of the core, name the conditions.  `rewrite` makes of
each a choice by a number that the process reads from shared memory, so that one build holds all
mutants.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORE = Path("src/ygosim/_core")
LISTING = HERE / "conditions"
SWITCH = CORE / "mutant.pxd"
MOST = 2000  # of the words that a map holds

SWITCH_TEXT = '''"""Which mutant of the core is at work; made by tools/mutants."""

cdef extern from *:
    """
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <unistd.h>

    /* Word 0: the number of the mutant at work; word n: 1 when condition n has been asked.
       A child of the process looks for a map of its own. */
    static unsigned short ygo_no_mutants[2048];
    static unsigned short *ygo_mutants;
    static void ygo_mutants_forget(void) { ygo_mutants = NULL; }
    static void ygo_mutants_open(void) {
        static int known;
        const char *path = getenv("YGOSIM_MUTANTS");
        int file = path ? open(path, O_RDWR) : -1;
        void *map = file < 0 ? MAP_FAILED
            : mmap(NULL, sizeof ygo_no_mutants, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (file >= 0)
            close(file);
        if (!known)
            pthread_atfork(NULL, NULL, ygo_mutants_forget);
        known = 1;
        ygo_mutants = map == MAP_FAILED ? ygo_no_mutants : map;
    }
    static inline int ygo_mutant(int number) {
        if (!ygo_mutants)
            ygo_mutants_open();
        ygo_mutants[number] = 1;
        return ygo_mutants[0] == number;
    }
    """
    bint mutant "ygo_mutant"(int number) noexcept nogil
'''


@dataclass(frozen=True)
class Condition:
    """One entry of the listing.

    Each changes what may happen by the rules: none is equivalent, none merely crashes.
    """

    number: int  # from 1, in the order of the listing
    name: str
    file: str  # of src/ygosim/_core
    at: str  # a piece of it that is found once, the condition between « and »; any white space
    # there stands for any other
    becomes: str  # what stands in the condition's place in the mutant
    breaks: str  # the rule, or the promise, that no longer holds
    value: bool = False  # it is no condition, but a value of a C type

    @property
    def condition(self) -> str:
        """What is broken, as it stands in the source."""
        return self.at[self.at.index("«") + 1 : self.at.index("»")]


class StaleError(Exception):
    """Entries that are not well-formed, or no longer what the sources say."""


def read_listing(folder: Path = LISTING) -> list[Condition]:
    """All entries, numbered: in the order of the rooms' names.

    Raises
    ------
    StaleError
        Naming every entry that is not well-formed.
    """
    entries = [
        (path.stem, name, entry)
        for path in sorted(folder.glob("*.toml"))
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()
    ]
    conditions = []
    faults = []
    names: set[str] = set()
    for number, (room, name, entry) in enumerate(entries, 1):
        wrong = sorted(set(entry) ^ {"file", "at", "becomes", "breaks"} - {"value"})
        if wrong and wrong != ["value"]:
            faults.append(f"{name}: unknown or missing: {', '.join(wrong)}")
        elif entry["at"].count("«") != 1 or entry["at"].count("»") != 1:
            faults.append(f"{name}: `at` must mark one condition with « and »")
        elif Path(entry["file"]).stem != room:
            faults.append(f"{name}: an entry of {entry['file']} in {room}.toml")
        elif name in names:
            faults.append(f"{name}: two entries have this name")
        else:
            names.add(name)
            conditions.append(Condition(number, name, **entry))
    if len(conditions) > MOST:
        faults.append(f"{len(conditions)} entries; at most {MOST} have room")
    if faults:
        raise StaleError("\n".join(faults))
    return conditions


def _pattern(text: str) -> str:
    # Lines may be broken anew: any white space stands for any other.
    return r"\s+".join(re.escape(word) for word in text.split())


def places(condition: Condition, text: str) -> list[tuple[int, int]]:
    """Where the condition stands in its file: normally one place, begin and end."""
    before, rest = condition.at.split("«")
    inside, after = rest.split("»")
    pieces = []
    for left, right in ((before, inside), (inside, after)):
        pieces.append(r"\s*" if left[-1:].isspace() or right[:1].isspace() else "")
    pattern = f"{_pattern(before)}{pieces[0]}({_pattern(inside)}){pieces[1]}{_pattern(after)}"
    return [match.span(1) for match in re.finditer(pattern, text)]


def faults_of(conditions: Sequence[Condition], root: Path = ROOT) -> list[str]:
    """What is stale: entries whose condition is not found exactly once, or that overlap."""
    faults = []
    taken: dict[str, list[tuple[int, int, str]]] = {}
    for condition in conditions:
        path = root / CORE / condition.file
        if not path.is_file():
            faults.append(f"{condition.name}: there is no {condition.file}")
            continue
        found = places(condition, path.read_text(encoding="utf-8"))
        if len(found) != 1:
            elsewhere = ", ".join(
                other.name
                for other in sorted((root / CORE).glob("*.p[xy][dx]"))
                if other != path and places(condition, other.read_text(encoding="utf-8"))
            )
            faults.append(
                f"{condition.name}: found {len(found)} times in {condition.file}, not once"
                f"{f' (but in {elsewhere})' if elsewhere else ''}: "
                f"{' '.join(condition.at.split())}"
            )
            continue
        begin, end = found[0]
        for other_begin, other_end, other in taken.setdefault(condition.file, []):
            if begin < other_end and other_begin < end:
                faults.append(f"{condition.name}: overlaps {other}")
        taken[condition.file].append((begin, end, condition.name))
        if " ".join(condition.becomes.split()) == " ".join(condition.condition.split()):
            faults.append(f"{condition.name}: becomes what it is")
    return faults


def rewrite(text: str, conditions: Sequence[Condition]) -> str:
    """The text of one file with each of its conditions a choice at run time."""
    spans = sorted(((places(c, text)[0], c) for c in conditions), reverse=True, key=lambda s: s[0])
    for (begin, end), condition in spans:
        old, new = text[begin:end], condition.becomes
        if not condition.value:  # both sides one type: whether it holds
            old, new = f"not (not ({old}))", f"not (not ({new}))"
        text = f"{text[:begin]}(({new}) if mutant({condition.number}) else ({old})){text[end:]}"
    first = re.search(r"^(from|cimport|import) ", text, re.MULTILINE)
    assert first is not None
    line = "from ygosim._core.mutant cimport mutant\n"
    return text[: first.start()] + line + text[first.start() :]
