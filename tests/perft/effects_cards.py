"""What the cards do that tests/perft/effects_model.py plays: by their texts, in its words."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from tests.perft.effects_model import (
    Asking,
    Effect,
    Happening,
    Link,
    Piece,
)
from tests.perft.effects_play import Play
from ygosim.enums import Attribute, CardType
from ygosim.rules import CardTexts, Rules


class Draws(Effect):
    """Pot of Greed, Jar of Greed, Upstart Goblin."""

    def __init__(self, count: int, speed: int = 1, gift: int = 0) -> None:
        self.count, self.speed, self.gift = count, speed, gift

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return len(play.decks[who]) >= self.count  # WIN-2

    def resolve(self, play: Play, link: Link) -> Asking:
        play.draw(link.who, self.count)
        play.lp[1 - link.who] += self.gift
        yield from ()


class GracefulCharity(Draws):
    """Draws three and discards two."""

    def __init__(self) -> None:
        super().__init__(3)

    def resolve(self, play: Play, link: Link) -> Asking:
        play.draw(link.who, 3)
        play.time += 1
        for piece in (yield from play.ask_cards(play.at(link.who, "hand"), 2, 2)):
            play.send(piece)


class DestroysAll(Effect):
    """Destroys whatever is there as it resolves: Dark Hole, Heavy Storm …"""

    def __init__(
        self, what: Callable[[Play, int, Piece], list[Piece]], speed: int = 1, answers: str = ""
    ) -> None:
        self.what, self.speed, self.answers = what, speed, answers

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(self.what(play, who, piece))

    def resolve(self, play: Play, link: Link) -> Asking:
        play.destroy(self.what(play, link.who, link.piece))
        yield from ()


class DestroysOne(DestroysAll):
    """Destroys one of what is there, chosen as it resolves: Fissure, Widespread Ruin."""

    def resolve(self, play: Play, link: Link) -> Asking:
        among = self.what(play, link.who, link.piece)
        if among:
            play.destroy((yield from play.ask_cards(among, 1, 1)))


class Targets(Effect):
    """Does something with one target."""

    def __init__(
        self,
        what: Callable[[Play, int, Piece], list[Piece]],
        does: Callable[[Play, Link, Piece], None],
        speed: int = 1,
        kind: str = "activation",
        answers: str = "",
    ) -> None:
        self.what, self.does, self.speed, self.kind = what, does, speed, kind
        self.answers = answers

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(self.what(play, who, piece))

    def target(self, play: Play, link: Link) -> Asking:
        among = self.what(play, link.who, link.piece)
        for piece in (yield from play.ask_cards(among, 1, 1)):
            link.targets.append((piece, piece.comings))

    def resolve(self, play: Play, link: Link) -> Asking:
        for piece in link.still():
            self.does(play, link, piece)
        yield from ()


class ExiledForce(Targets):
    """Tributes itself to destroy a monster."""

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return any(other is not piece for other in play.monsters())

    def cost(self, play: Play, link: Link) -> Asking:
        play.send(link.piece)
        yield from ()


class RushRecklessly(Targets):
    """+700 ATK until the turn ends, in the Damage Step too."""

    in_damage_step = True


def _summoned(play: Play, who: int, *ways: str) -> list[Piece]:
    return [
        h.piece for h in play.answered if h.kind == "summon" and h.player != who and h.way in ways
    ]


def _strong(pieces: Sequence[Piece], atk: int) -> list[Piece]:
    return [p for p in pieces if p.place == "monster" and p.face_up and p.atk >= atk]


class TrapHole(Targets):
    """Answers a Normal or Flip Summon of the opponent, of 1000 ATK or more."""

    def __init__(self) -> None:
        super().__init__(
            lambda play, who, _: _strong(_summoned(play, who, "normal", "flip"), 1000),
            _destroy_strong,
            speed=2,
            answers="summon",
        )


def _destroy_strong(play: Play, _link: Link, target: Piece) -> None:
    play.destroy(_strong([target], 1000))


class BottomlessTrapHole(Effect):
    """Banishes what the opponent summoned, of 1500 ATK or more; no target."""

    speed = 2
    answers = "summon"

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(_strong(_summoned(play, who, "normal", "flip", "special"), 1500))

    def resolve(self, play: Play, link: Link) -> Asking:
        summoned = [h.piece for h in link.answered if h.kind == "summon" and h.player != link.who]
        play.destroy(_strong(summoned, 1500), "banished")
        yield from ()


class AttackTrap(Effect):
    """A Trap that answers an attack of the opponent and targets the attacker."""

    answers = "attack"

    def __init__(self, does: Callable[[Play, Link, Piece], None], speed: int = 2) -> None:
        self.does, self.speed = does, speed

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return play.player != who and play.attacker is not None and play.attacker.on_field

    def target(self, play: Play, link: Link) -> Asking:
        assert play.attacker is not None
        link.targets.append((play.attacker, play.attacker.comings))
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        for piece in link.still():
            self.does(play, link, piece)
        yield from ()


def _negate_attack(play: Play, _link: Link, _target: Piece) -> None:
    if not play.attack_negated:
        play.attack_negated = True
        play.battle_ends = True


def _imprison(play: Play, _link: Link, target: Piece) -> None:
    if play.stands_to_attack():
        play.destroy([target], "banished")


class Counter(Effect):
    """A Counter Trap that negates the activation of cards of these kinds and destroys them."""

    speed = 3
    negates = True

    def __init__(self, kinds: CardType) -> None:
        self.kinds = kinds

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        last = play.chain[-1]
        return (
            last.effect.kind == "activation"
            and last.piece.is_a(self.kinds)
            and self.payable(play, who, piece)
        )

    def payable(self, play: Play, who: int, piece: Piece) -> bool:
        return True

    def resolve(self, play: Play, link: Link) -> Asking:
        assert link.before is not None
        link.before.negated = True
        if link.before.coming == link.before.piece.comings:
            play.destroy([link.before.piece])
        yield from ()


class SevenTools(Counter):
    """Pays 1000 LP; against Traps."""

    def payable(self, play: Play, who: int, piece: Piece) -> bool:
        return play.lp[who] >= 1000  # LP-2

    def cost(self, play: Play, link: Link) -> Asking:
        play.lose_lp(link.who, 1000)
        yield from ()


class MagicJammer(Counter):
    """Discards a card; against Spells."""

    def payable(self, play: Play, who: int, piece: Piece) -> bool:
        return bool(play.at(who, "hand"))

    def cost(self, play: Play, link: Link) -> Asking:
        for piece in (yield from play.ask_cards(play.at(link.who, "hand"), 1, 1)):
            play.send(piece)


class SolemnJudgment(Counter):
    """Pays half the LP; against Spells and Traps."""

    def cost(self, play: Play, link: Link) -> Asking:
        play.lp[link.who] -= (play.lp[link.who] + 1) // 2  # LP-3
        yield from ()


class SolemnJudgmentOnASummon(Effect):
    """The same against a summon."""

    speed = 3
    answers = "pending"

    def cost(self, play: Play, link: Link) -> Asking:
        play.lp[link.who] -= (play.lp[link.who] + 1) // 2
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        assert play.pending is not None
        play.summon_negated = True
        play.send(play.pending)
        yield from ()


class Search(Effect):
    """Sangan and Witch: sent from the field to the GY, a weak monster from the deck."""

    kind = "trigger"
    answers = "sent"

    def __init__(self, weak: Callable[[Piece], bool], texts: CardTexts) -> None:
        self.weak, self.texts = weak, texts

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        if not all(h.way in ("monster", "spell") for h in answered):
            return False
        return self.texts is not CardTexts.CURRENT or (who, piece.name) not in play.used

    def cost(self, play: Play, link: Link) -> Asking:
        play.used.add((link.who, link.piece.name))  # EFF-5
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        found = [p for p in play.decks[link.who] if p.is_a(CardType.MONSTER) and self.weak(p)]
        if not found:
            if self.texts is not CardTexts.CURRENT:
                play.shuffled[link.who] = True  # it has been looked through
            return
        for piece in (yield from play.ask_cards(found, 1, 1)):
            play.send(piece, "hand")
            play.shuffled[link.who] = True  # INFO-2
            if self.texts is CardTexts.CURRENT:
                play.barred.add((link.who, piece.name))


class PenguinSoldier(Effect):
    """Flipped: up to two monsters to the hand, if its player wants."""

    kind = "trigger"
    answers = "flipped"

    def __init__(self, texts: CardTexts) -> None:
        self.optional = texts is CardTexts.CURRENT
        self.least = 1 if self.optional else 0

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(open_to_effects(play))

    def target(self, play: Play, link: Link) -> Asking:
        for piece in (yield from play.ask_cards(open_to_effects(play), self.least, 2)):
            link.targets.append((piece, piece.comings))

    def resolve(self, play: Play, link: Link) -> Asking:
        for piece in link.still():
            play.send(piece, "hand")
        yield from ()


class MysticTomato(Effect):
    """Destroyed by battle: one of its kind from the deck."""

    kind = "trigger"
    answers = "fell"
    optional = True

    def __init__(self, texts: CardTexts) -> None:
        self.blindly = texts is not CardTexts.CURRENT  # its deck is its player's secret

    def among(self, play: Play, who: int) -> list[Piece]:
        return [
            p
            for p in play.decks[who]
            if p.is_a(CardType.MONSTER)
            and p.card.attribute is Attribute.DARK
            and (p.card.atk or 0) <= 1500
        ]

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        free = bool(play.free(who, "monster"))
        found = self.blindly or bool(self.among(play, who))
        return piece.place == "graveyard" and free and found

    def resolve(self, play: Play, link: Link) -> Asking:
        among = self.among(play, link.who)
        if play.free(link.who, "monster"):
            for found in (yield from play.ask_cards(among, 1, 1)):
                yield from play.special_summon(found, link.who, defence=False)
            play.shuffled[link.who] = True


class KingOfTheSwamp(Effect):
    """Discards itself from the hand to search Polymerization."""

    kind = "ignition"
    place = "hand"

    def __init__(self, texts: CardTexts) -> None:
        self.blindly = texts is not CardTexts.CURRENT

    def among(self, play: Play, who: int) -> list[Piece]:
        return [p for p in play.decks[who] if p.name == "Polymerization"]

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return self.blindly or bool(self.among(play, who))

    def cost(self, play: Play, link: Link) -> Asking:
        play.send(link.piece)
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        for piece in (yield from play.ask_cards(self.among(play, link.who), 1, 1)):
            play.send(piece, "hand")
        play.shuffled[link.who] = True


class ChangeOfHeart(Targets):
    """Control of a monster until the End Phase."""

    def __init__(self) -> None:
        super().__init__(lambda play, who, _: play.monsters(1 - who), lambda *_: None)

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(play.free(who, "monster")) and super().may(play, who, piece, answered)

    def resolve(self, play: Play, link: Link) -> Asking:
        for target in link.still():
            yield from play.take_control(target, link.who)
            if target.controller == link.who:
                play.borrowed.append(target)


class DelinquentDuo(Effect):
    """Pays 1000 LP; the other player discards a card at random, then one of their choice."""

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return play.lp[who] >= 1000 and bool(play.at(1 - who, "hand"))

    def cost(self, play: Play, link: Link) -> Asking:
        play.lose_lp(link.who, 1000)
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        hand = play.at(1 - link.who, "hand")
        if not hand:
            return
        play.send(play.chance(hand))
        play.time += 1
        for piece in (yield from play.ask_cards(play.at(1 - link.who, "hand"), 1, 1)):
            play.send(piece)


class TimeWizard(Effect):
    """Calls a coin.

    One call is right and the other wrong, whatever it shows: here heads is right.
    """

    kind = "ignition"

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return (who, str(piece.number)) not in play.used

    def cost(self, play: Play, link: Link) -> Asking:
        play.used.add((link.who, str(link.piece.number)))
        yield from ()

    def resolve(self, play: Play, link: Link) -> Asking:
        me = link.who
        if (yield from play.ask([("heads",), ("tails",)])) == ("heads",):
            play.destroy(play.monsters(1 - me))
            return
        total = sum(p.atk for p in play.monsters(me) if p.face_up)
        if play.destroy(play.monsters(me)):
            play.lose_lp(me, (total + 1) // 2)


class Revives(Targets):
    """Monster Reborn, Call of the Haunted: from a GY to the field."""

    def __init__(self, *, mine: bool, speed: int = 1) -> None:
        super().__init__(self.dead, lambda *_: None, speed)
        self.mine = mine

    def dead(self, play: Play, who: int, _piece: Piece) -> list[Piece]:
        return [
            p
            for owner in ((who,) if self.mine else (0, 1))
            for p in play.at(owner, "graveyard")
            if p.is_a(CardType.MONSTER) and (p.proper or not p.is_a(_OWN_WAY))  # SUM-13
        ]

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(play.free(who, "monster")) and super().may(play, who, piece, answered)

    def resolve(self, play: Play, link: Link) -> Asking:
        for target in link.still():
            yield from play.special_summon(target, link.who, defence=not self.mine)
            if self.mine and target.place == "monster":
                link.piece.holds = target


_OWN_WAY = CardType.FUSION | CardType.RITUAL


class Makes(Effect):
    """Polymerization and Ritual Spells: a monster of materials from hand and field."""

    def __init__(self, place: str, what: Callable[[Piece, Sequence[Piece]], bool]) -> None:
        self.place, self.what = place, what

    def pool(self, play: Play, who: int, monster: Piece) -> list[Piece]:
        return [
            p
            for p in play.pieces
            if p.controller == who
            and p.place in ("hand", "monster")
            and p.is_a(CardType.MONSTER)
            and p is not monster
        ]

    def makes(self, play: Play, who: int, monster: Piece) -> Callable[[Sequence[Piece]], bool]:
        """Whether cards make the monster, a zone being free for it then."""

        def suffices(some: Sequence[Piece]) -> bool:
            frees = any(p.place == "monster" and p.slot < 5 for p in some)
            return self.what(monster, some) and (frees or bool(play.summon_zones(monster, who)))

        return suffices

    def possible(self, play: Play, who: int) -> list[Piece]:
        found = []
        for monster in play.at(who, self.place):
            makes, pool = self.makes(play, who, monster), self.pool(play, who, monster)
            if any(
                makes(some)
                for count in range(1, len(pool) + 1)
                for some in itertools.combinations(pool, count)
            ):
                found.append(monster)
        return found

    def may(self, play: Play, who: int, piece: Piece, answered: Sequence[Happening]) -> bool:
        return bool(self.possible(play, who))

    def resolve(self, play: Play, link: Link) -> Asking:
        among = self.possible(play, link.who)
        if not among:
            return
        (monster,) = yield from play.ask_cards(among, 1, 1)
        pool = self.pool(play, link.who, monster)
        materials = yield from play.ask_materials(pool, self.makes(play, link.who, monster))
        for piece in materials:
            play.send(piece)
        play.time += 1
        yield from play.special_summon(monster, link.who)
        monster.proper = True


FUSIONS = {
    "Black Skull Dragon": ["Red-Eyes Black Dragon", "Summoned Skull"],
    "Blue-Eyes Ultimate Dragon": ["Blue-Eyes White Dragon"] * 3,
}


def fuses(monster: Piece, some: Sequence[Piece]) -> bool:
    """SUM-6: the named materials, one substitute at most."""
    names = sorted(piece.name for piece in some)
    wanted = FUSIONS.get(monster.name)
    if wanted is None or len(names) != len(wanted):
        return False
    if names == wanted:
        return True
    if "King of the Swamp" not in names:
        return False
    names.remove("King of the Swamp")
    return any(sorted([*names, name]) == wanted for name in set(wanted))


def offers(monster: Piece, some: Sequence[Piece]) -> bool:
    """SUM-7: Levels of 8 or more, none of them superfluous."""
    levels = [piece.card.level for piece in some]
    return monster.name == "Black Luster Soldier" and 8 <= sum(levels) < 8 + min(levels)


def open_to_effects(play: Play) -> list[Piece]:
    """The monsters that are not yet determined to be destroyed (BAT-9)."""
    return [p for p in play.monsters() if p not in play.falls]


def _face_up(play: Play, _who: int, _piece: Piece) -> list[Piece]:
    return [p for p in play.monsters() if p.face_up]


def _others(play: Play, piece: Piece) -> list[Piece]:
    return [p for p in play.spells() if p is not piece]


def _weakest(play: Play, who: int) -> list[Piece]:
    there = [p for p in play.monsters(1 - who) if p.face_up]
    return [p for p in there if p.atk == min(q.atk for q in there)]


def _strongest(pieces: list[Piece]) -> list[Piece]:
    return [p for p in pieces if p.atk == max(q.atk for q in pieces)]


def _attackers(play: Play, who: int) -> list[Piece]:
    """The opponent's monsters in attack position; none in the own turn: they do not attack."""
    if play.player == who:
        return []
    return [p for p in play.monsters(1 - who) if p.face_up and p.attack]


def _destroy(play: Play, _link: Link, target: Piece) -> None:
    play.destroy([target])


def _gain(_play: Play, _link: Link, target: Piece) -> None:
    if target.place == "monster" and target.face_up:
        target.gain += 700


def _turn_down(play: Play, _link: Link, target: Piece) -> None:
    if target.place == "monster" and target.face_up:
        play.turn_down(target)


def modelled(rules: Rules) -> dict[str, list[Effect]]:
    """The effects of the modelled cards by name, in the wording that the format plays."""
    texts = rules.card_texts
    spells_traps = CardType.SPELL | CardType.TRAP
    solemn: list[Effect] = [SolemnJudgmentOnASummon(), SolemnJudgment(spells_traps)]
    return {
        "Pot of Greed": [Draws(2)],
        "Upstart Goblin": [Draws(1, gift=1000)],
        "Jar of Greed": [Draws(1, speed=2)],
        "Graceful Charity": [GracefulCharity()],
        "Dark Hole": [DestroysAll(lambda play, _who, _: play.monsters())],
        "Raigeki": [DestroysAll(lambda play, who, _: play.monsters(1 - who))],
        "Heavy Storm": [DestroysAll(lambda play, _who, piece: _others(play, piece))],
        "Harpie's Feather Duster": [DestroysAll(lambda play, who, _: play.spells(1 - who))],
        "Fissure": [DestroysOne(lambda play, who, _: _weakest(play, who))],
        "Mystical Space Typhoon": [
            Targets(lambda play, _who, piece: _others(play, piece), _destroy, speed=2)
        ],
        "Book of Moon": [Targets(_face_up, _turn_down, speed=2)],
        "Rush Recklessly": [RushRecklessly(_face_up, _gain, speed=2)],
        "Torrential Tribute": [
            DestroysAll(lambda play, _who, _: play.monsters(), speed=2, answers="summon")
        ],
        "Trap Hole": [TrapHole()],
        "Bottomless Trap Hole": [BottomlessTrapHole()],
        "Mirror Force": [DestroysAll(lambda play, who, _: _attackers(play, who), 2, "attack")],
        "Widespread Ruin": [
            DestroysOne(lambda play, who, _: _strongest(_attackers(play, who)), 2, "attack")
        ],
        "Negate Attack": [AttackTrap(_negate_attack, speed=3)],
        "Dimensional Prison": [AttackTrap(_imprison)],
        "Magic Jammer": [MagicJammer(CardType.SPELL)],
        "Seven Tools of the Bandit": [SevenTools(CardType.TRAP)],
        "Solemn Judgment": solemn,
        "Exiled Force": [
            ExiledForce(lambda play, _who, _: play.monsters(), _destroy, kind="ignition")
        ],
        "Man-Eater Bug": [
            Targets(
                lambda play, _who, _: open_to_effects(play),
                _destroy,
                kind="trigger",
                answers="flipped",
            )
        ],
        "Change of Heart": [ChangeOfHeart()],
        "Delinquent Duo": [DelinquentDuo()],
        "Time Wizard": [TimeWizard()],
        "Mystic Tomato": [MysticTomato(texts)],
        "Monster Reborn": [Revives(mine=False)],
        "Call of the Haunted": [Revives(mine=True, speed=2)],
        "King of the Swamp": [KingOfTheSwamp(texts)],
        "Polymerization": [Makes("extra", fuses)],
        "Black Luster Ritual": [Makes("hand", offers)],
        "Penguin Soldier": [PenguinSoldier(texts)],
        "Sangan": [Search(lambda p: p.card.atk is not None and p.card.atk <= 1500, texts)],
        "Witch of the Black Forest": [
            Search(lambda p: p.card.def_ is not None and p.card.def_ <= 1500, texts)
        ],
    }
