"""The steps of effects, in the rulebook's words; see `ygosim.effects.model`."""

from __future__ import annotations

from dataclasses import dataclass

from ygosim.effects.values import AnyCards, Cards, CardSet, Condition, Number, Who
from ygosim.enums import CounterKind, Phase, Place, Position, Reason, Recipe

__all__ = [
    "ActivationNegated",
    "Ask",
    "Attach",
    "AttackAgain",
    "AttackNegated",
    "BanishUntil",
    "BattlePhaseEnds",
    "CallCoin",
    "ChangeAttackTarget",
    "ChangePosition",
    "Choose",
    "ChooseEach",
    "ChooseMaterials",
    "Damage",
    "Declare",
    "DeclareNumbers",
    "Destroy",
    "Draw",
    "Each",
    "EffectNegated",
    "EndLingering",
    "Equip",
    "EquipMonster",
    "ForceAttack",
    "GainLP",
    "If",
    "IfDone",
    "Linger",
    "LingerOnField",
    "LingerOnPlayers",
    "LoseLP",
    "NormalSummon",
    "NormalSummons",
    "Note",
    "Option",
    "PayIfAble",
    "PayLP",
    "PlaceCounters",
    "PlaceFaceUp",
    "Remember",
    "RemoveCounters",
    "ReturnToField",
    "Reveal",
    "RollDie",
    "RuleDestroy",
    "Send",
    "SetFromHand",
    "Shuffle",
    "SkipPhases",
    "SpecialSummon",
    "Step",
    "SummonNegated",
    "SwapControl",
    "SwapDeckAndGraveyard",
    "TakeControl",
    "Target",
    "TargetThose",
    "Then",
    "TossCoin",
    "Win",
]


@dataclass(frozen=True, slots=True)
class Target:
    """I target so many of some cards (EFF-3); at least 0: none will do."""

    cards: AnyCards
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class TargetThose:
    """I target these cards; there is nothing to choose."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class Choose:
    """A player chooses some cards: CHOSEN, or CHOSEN_SECOND; at least 0: none will do."""

    cards: AnyCards
    least: int = 1
    most: int = 1
    by: Who = Who.ME
    second: bool = False


@dataclass(frozen=True, slots=True)
class ChooseEach:
    """I choose two cards, one of each kind: CHOSEN."""

    left: Cards
    right: Cards


@dataclass(frozen=True, slots=True)
class ChooseMaterials:
    """I choose cards that make a monster: CHOSEN_SECOND; see `MadeFrom` (SUM-6, SUM-7)."""

    monster: AnyCards
    materials: AnyCards
    recipe: Recipe
    levels: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """These cards are CHOSEN from now on, wherever they go, or CHOSEN_SECOND."""

    cards: AnyCards
    second: bool = False


@dataclass(frozen=True, slots=True)
class Remember:
    """The chain link remembers a number: REMEMBERED."""

    number: Number


@dataclass(frozen=True, slots=True)
class PayLP:
    """I pay life points (LP-2)."""

    amount: Number


@dataclass(frozen=True, slots=True)
class PayIfAble:
    """I must pay life points, if I have as many (LP-2): DONE says whether they were paid."""

    amount: Number


@dataclass(frozen=True, slots=True)
class SkipPhases:
    """A player skips the next phases of a kind."""

    phase: Phase
    count: int = 1
    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class Send:
    """Cards go somewhere, for a reason."""

    cards: AnyCards
    to: Place
    reason: Reason = Reason.EFFECT


@dataclass(frozen=True, slots=True)
class BanishUntil:
    """Monsters of the field are banished; what is put off, by its name, returns them (ZONE-8)."""

    cards: AnyCards
    effect: str


@dataclass(frozen=True, slots=True)
class ReturnToField:
    """The monster that was banished until now returns as it lay; it is not summoned (ZONE-8)."""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Cards are destroyed by effect."""

    cards: AnyCards
    to: Place = Place.GRAVEYARD


@dataclass(frozen=True, slots=True)
class RuleDestroy:
    """Cards are destroyed by rule (EFF-7)."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class Draw:
    """A player draws so many cards, or both do."""

    count: Number
    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class Damage:
    """A player takes effect damage."""

    amount: Number
    who: Who = Who.OPPONENT


@dataclass(frozen=True, slots=True)
class GainLP:
    """A player gains life points."""

    amount: Number
    who: Who = Who.ME


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePosition:
    """Monsters change position: what face-up attack, face-up defence, face-down ones become.

    `without_flip_effects`: "Flip monsters' effects are not activated at this time".
    """

    cards: AnyCards
    attack: Position | None = None
    defence: Position | None = None
    face_down: Position | None = None
    without_flip_effects: bool = False


@dataclass(frozen=True, slots=True)
class TakeControl:
    """I take control of monsters, by a lingering effect of this card."""

    cards: AnyCards
    effect: str


@dataclass(frozen=True, slots=True)
class SwapControl:
    """Two monsters change sides, by a lingering effect of this card."""

    left: AnyCards
    right: AnyCards
    effect: str


@dataclass(frozen=True, slots=True)
class SpecialSummon:
    """A player Special Summons cards.

    Attributes
    ----------
    proper
        It is their own way (SUM-13).
    made_of
        The cards that the one monster was made of; it may ask for them (`Trigger.MADE_OF`).
    """

    cards: AnyCards
    positions: int = Position.FACE_UP_ATTACK | Position.FACE_UP_DEFENCE
    ignoring_conditions: bool = False
    proper: bool = False
    by: Who = Who.ME
    made_of: AnyCards | None = None


@dataclass(frozen=True, slots=True)
class Equip:
    """This card becomes an Equip Card on a monster."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class EquipMonster:
    """A monster of the field becomes an Equip Card of mine on another one (ST-11)."""

    cards: AnyCards
    to: AnyCards = CardSet.THIS


@dataclass(frozen=True, slots=True)
class Attach:
    """This card holds on to a card: HELD."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class PlaceCounters:
    """Counters are placed on this card."""

    kind: CounterKind
    count: int = 1


@dataclass(frozen=True, slots=True)
class RemoveCounters:
    """Counters are removed from this card."""

    kind: CounterKind
    count: int = 1


@dataclass(frozen=True, slots=True)
class ActivationNegated:
    """The activation of the answered link is negated."""


@dataclass(frozen=True, slots=True)
class EffectNegated:
    """The effect of the answered link is negated."""


@dataclass(frozen=True, slots=True)
class SummonNegated:
    """The pending summon is negated (SUM-4)."""


@dataclass(frozen=True, slots=True)
class LoseLP:
    """A player loses life points; that is no damage (LP-4)."""

    amount: Number
    who: Who = Who.OPPONENT


@dataclass(frozen=True, slots=True)
class Win:
    """A player wins the duel (WIN-3)."""

    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class AttackNegated:
    """The attack is negated."""


@dataclass(frozen=True, slots=True)
class BattlePhaseEnds:
    """The Battle Phase ends."""


@dataclass(frozen=True, slots=True)
class AttackAgain:
    """The attacking monster may make another attack, in a row."""


@dataclass(frozen=True, slots=True)
class ChangeAttackTarget:
    """The attack goes on against this monster."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class ForceAttack:
    """A monster of the turn player attacks another, when nothing else is going on any more.

    It does so in a Battle Phase of its own, in whatever phase that is.
    """

    attacker: AnyCards
    target: AnyCards


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A deck is shuffled."""

    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class Linger:
    """A lingering effect of this card, by its name, works on cards with a value.

    Where the effect says how its own `value` is computed that counts: for each card (AFFECTED) as
    it is when the effect is made.
    """

    cards: AnyCards
    effect: str
    value: Number = 0


@dataclass(frozen=True, slots=True)
class LingerOnField:
    """A lingering effect of this card works on the cards that it is `on`, whenever they come."""

    effect: str
    value: Number = 0


@dataclass(frozen=True, slots=True)
class LingerOnPlayers:
    """A lingering effect of this card, by its name, works on players with a value."""

    effect: str
    value: Number = -1


@dataclass(frozen=True, slots=True)
class EndLingering:
    """A lingering effect of this card, by its name, ends on all cards that it works on."""

    effect: str


@dataclass(frozen=True, slots=True)
class SetFromHand:
    """I Set a Spell or Trap from my hand."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class PlaceFaceUp:
    """A card is placed face-up in my Spell & Trap Zone; it is not activated (ST-12)."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class NormalSummon:
    """Immediately after this effect resolves, I Normal Summon or Set a monster (SUM-1).

    It is not the one of the turn, and it may be made in any turn and phase.
    """

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class NormalSummons:
    """I may Normal Summon or Set so many times this turn (SUM-17)."""

    count: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards are shown to both players."""

    cards: AnyCards


@dataclass(frozen=True, slots=True)
class TossCoin:
    """I toss a coin: DONE is 1 for heads, 0 for tails."""


@dataclass(frozen=True, slots=True)
class CallCoin:
    """I call heads or tails and toss a coin: DONE is 1 if I called it right, else 0."""


@dataclass(frozen=True, slots=True)
class Declare:
    """I declare one of these bits, as of Monster Types: DONE is that bit."""

    bits: Number


@dataclass(frozen=True, slots=True)
class RollDie:
    """A player rolls a die: DONE is 1 to 6."""

    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class DeclareNumbers:
    """I declare so many different numbers, from 1 to the most; see `Declared`."""

    most: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class SwapDeckAndGraveyard:
    """A player's Deck and GY change places, or both players' do; no card is sent there."""

    who: Who = Who.ME


@dataclass(frozen=True, slots=True)
class Then:
    """What follows happens afterwards (EFF-4, CHAIN-6)."""


@dataclass(frozen=True, slots=True)
class If:
    """Steps that are taken if something is so."""

    condition: Condition
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class IfDone:
    """A step, and if it was done, others (EFF-4); `least` is how much must be done."""

    step: Step
    steps: tuple[Step, ...]
    least: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """Steps that a player may take ("you can")."""

    steps: tuple[Step, ...]
    condition: Condition | None = None
    by: Who = Who.ME


@dataclass(frozen=True, slots=True)
class Option:
    """One of several effects to choose from on activation."""

    cost: tuple[Step, ...] = ()
    targets: tuple[Step, ...] = ()
    operation: tuple[Step, ...] = ()
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """One of these options, chosen on activation ("activate 1 of these effects")."""

    options: tuple[Option, ...]


Step = (
    Target | TargetThose | Choose | ChooseEach | ChooseMaterials | Note | Remember | PayLP | Send |
    BanishUntil | ReturnToField | Destroy | RuleDestroy | Draw | Damage | GainLP |
    ChangePosition | TakeControl | SwapControl | SpecialSummon | Equip | EquipMonster |
    Attach | PlaceCounters | RemoveCounters |
    ActivationNegated | EffectNegated | SummonNegated | LoseLP | Win | AttackAgain | AttackNegated |
    BattlePhaseEnds | ChangeAttackTarget | ForceAttack | Shuffle | Linger | LingerOnField |
    LingerOnPlayers | EndLingering | SetFromHand | PlaceFaceUp | NormalSummon | NormalSummons |
    PayIfAble | SkipPhases | Reveal | TossCoin | CallCoin | Declare | DeclareNumbers | RollDie |
    SwapDeckAndGraveyard | Then | If | IfDone | Ask
)  # fmt: skip
