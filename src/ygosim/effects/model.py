"""What an effect is, in the rulebook's words.

Everything here is a frozen value that prints as what it is: a card's definition is a few of
them (`ygosim.cards.pool`), and `ygosim.effects.lower` turns it into programs.  Descriptions of
cards are seen by the player who uses the effect: *me* and *opponent*.
"""

from __future__ import annotations

from dataclasses import dataclass

from ygosim.effects.model_steps import (
    ActivationNegated,
    Ask,
    Attach,
    AttackAgain,
    AttackNegated,
    BanishUntil,
    BattlePhaseEnds,
    CallCoin,
    ChangeAttackTarget,
    ChangePosition,
    Choose,
    ChooseEach,
    ChooseMaterials,
    Damage,
    Declare,
    DeclareNumbers,
    Destroy,
    Draw,
    Each,
    EffectNegated,
    EndLingering,
    Equip,
    EquipMonster,
    ForceAttack,
    GainLP,
    If,
    IfDone,
    Linger,
    LingerOnField,
    LingerOnPlayers,
    LoseLP,
    NormalSummon,
    NormalSummons,
    Note,
    Option,
    PayIfAble,
    PayLP,
    PlaceCounters,
    PlaceFaceUp,
    Remember,
    RemoveCounters,
    ReturnToField,
    Reveal,
    RollDie,
    RuleDestroy,
    Send,
    SetFromHand,
    Shuffle,
    SkipPhases,
    SpecialSummon,
    Step,
    SummonNegated,
    SwapControl,
    SwapDeckAndGraveyard,
    TakeControl,
    Target,
    TargetThose,
    Then,
    TossCoin,
    Win,
)
from ygosim.effects.values import (
    AFFECTED,
    ANSWERED,
    ATTACK_TARGET,
    ATTACKER,
    BATTLING,
    CHOSEN,
    CHOSEN_SECOND,
    DONE,
    EVENT_CARDS,
    EVENT_OTHER,
    HELD,
    REMEMBERED,
    TARGETS,
    THIS,
    All,
    Among,
    Any,
    AnyCards,
    AtLeast,
    Bits,
    Can,
    Cards,
    CardSet,
    Compare,
    Condition,
    Count,
    Declared,
    Difference,
    Exists,
    Extreme,
    FactOf,
    Half,
    HasFlag,
    Kept,
    KeptNumber,
    LingeredOn,
    LingeringValue,
    MadeFrom,
    Not,
    Number,
    RandomCards,
    Sharing,
    Sum,
    Summonable,
    Times,
    Together,
    Token,
    Tokens,
    Top,
    Total,
    Value,
    Who,
    Works,
)
from ygosim.enums import (
    Continuous,
    DamageChange,
    EffectKind,
    Limit,
    Place,
    Property,
    Trigger,
    Until,
)

__all__ = [
    "AFFECTED",
    "ANSWERED",
    "ATTACKER",
    "ATTACK_TARGET",
    "BATTLING",
    "CHOSEN",
    "CHOSEN_SECOND",
    "DONE",
    "EVENT_CARDS",
    "EVENT_OTHER",
    "HELD",
    "REMEMBERED",
    "TARGETS",
    "THIS",
    "ActivationNegated",
    "All",
    "Among",
    "Any",
    "AnyCards",
    "Ask",
    "AtLeast",
    "Attach",
    "AttackAgain",
    "AttackNegated",
    "BanishUntil",
    "BattlePhaseEnds",
    "Bits",
    "CallCoin",
    "Can",
    "CardDefinition",
    "CardSet",
    "Cards",
    "ChangeAttackTarget",
    "ChangePosition",
    "Choose",
    "ChooseEach",
    "ChooseMaterials",
    "Compare",
    "Condition",
    "Count",
    "Damage",
    "Declare",
    "DeclareNumbers",
    "Declared",
    "Destroy",
    "Difference",
    "Draw",
    "Each",
    "Effect",
    "EffectNegated",
    "EndLingering",
    "Equip",
    "EquipMonster",
    "Exists",
    "Extreme",
    "FactOf",
    "ForceAttack",
    "GainLP",
    "Half",
    "HasFlag",
    "If",
    "IfDone",
    "Kept",
    "KeptNumber",
    "Linger",
    "LingerOnField",
    "LingerOnPlayers",
    "LingeredOn",
    "LingeringValue",
    "LoseLP",
    "MadeFrom",
    "Material",
    "NormalSummon",
    "NormalSummons",
    "Not",
    "Note",
    "Number",
    "Option",
    "PayIfAble",
    "PayLP",
    "PlaceCounters",
    "PlaceFaceUp",
    "RandomCards",
    "Remember",
    "RemoveCounters",
    "ReturnToField",
    "Reveal",
    "RollDie",
    "RuleDestroy",
    "Send",
    "SetFromHand",
    "Sharing",
    "Shuffle",
    "SkipPhases",
    "SpecialSummon",
    "Step",
    "Sum",
    "SummonNegated",
    "Summonable",
    "SwapControl",
    "SwapDeckAndGraveyard",
    "TakeControl",
    "Target",
    "TargetThose",
    "Then",
    "Times",
    "Together",
    "Token",
    "Tokens",
    "Top",
    "TossCoin",
    "Total",
    "Value",
    "Who",
    "Win",
    "Works",
]

_NEVER = Until(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect of a card.

    Attributes
    ----------
    kind
        What sort of effect it is; with the card it decides the spell speed.
    name
        By which other effects of the card refer to it; lingering ones need one.
    where
        Places from which it works; an ACTIVATION works where ST-1 to ST-3 say.
    trigger, about_this, is_flip
        What it answers; whether only when that happens to this card; whether it is a flip effect
        though the card data do not say that the card is a Flip monster.
    optional, when
        "You can"; and whether its event must be the last thing to happen ("when", CHAIN-6).
    condition, cost, targets, operation
        In the order of the text.  `one_of` stands for the last three where one of several
        effects is chosen.
    requires
        What must be so for it to be used, beyond what its steps need.
    limit, uses
        How often (EFF-5); a number that is computed counts as it is when the effect would be used.
    turn
        In whose turn only.
    does, works, on, value
        Of a CONTINUOUS effect: what, on whom, on which cards, by how much.
    until, turns
        When a lingering effect ends; it is made by `Linger` and never applies by itself.

    What is put off (`does=Continuous.LATER`) is such an effect too, with a phase as its
    `trigger`, a `turn` and an `operation`: it is done once, without a chain, if its `condition`
    holds; its event is the card and the value that it was made with.  One that lasts to the end
    of this turn is done in this turn's phase, any other in the next one that is still to come.

    The player whom a lingering `does=Continuous.WINS` works on wins when its `turns` have ended.

    A REPLACEMENT is used when this card (`about_this`), or cards that are `on`, would be destroyed:
    its operation happens instead (EFF-7).  The event is that destruction.
    """

    kind: EffectKind
    name: str = ""
    where: tuple[Place, ...] = ()
    trigger: Trigger = Trigger.NONE
    about_this: bool = False
    is_flip: bool = False
    optional: bool = False
    when: bool = False
    condition: Condition | None = None
    requires: Condition | None = None
    cost: tuple[Step, ...] = ()
    targets: tuple[Step, ...] = ()
    operation: tuple[Step, ...] = ()
    one_of: Each | None = None
    limit: Limit = Limit.NONE
    uses: Number = 1
    limit_survives_face_down: bool = False
    turn: Who = Who.EITHER
    main_phase_1_only: bool = False
    in_damage_step: bool = False
    in_damage_calculation: bool = False
    cannot_be_responded: bool = False
    works_when_negated: bool = False
    negates_what_left: bool = False
    does: Continuous = Continuous.NONE
    works: Works = Works.ON_THIS
    on: Cards | None = None
    value: Number | Property | DamageChange = 0
    until: Until = _NEVER
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Material:
    """One material that a Fusion Monster names (SUM-6).

    Attributes
    ----------
    kinds
        What is printed on a card that will do: one of these.  They name no place.
    count
        So many of them.
    or_more
        Or more.
    """

    kinds: tuple[Cards, ...]
    count: int = 1
    or_more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDefinition:
    """A card's effects, and what its text says about summoning it.

    Attributes
    ----------
    passcode, name
        Which card; the name is for the reader and checked against the catalogue.
    cannot_be_special_summoned
        But by what ignores conditions.
    properly_first
        It is revived only after its own way was used once (SUM-13).
    stays
        It remains on the field after its activation, though its kind does not (ST-4).
    materials
        What a Fusion Monster is made of.
    substitute
        It can be any one material that a Fusion Monster names.
    cannot_be_set
        Of a Spell or Trap: its player may not Set it.
    """

    passcode: int
    name: str
    effects: tuple[Effect, ...] = ()
    cannot_be_special_summoned: bool = False
    properly_first: bool = False
    stays: bool = False
    materials: tuple[Material, ...] = ()
    substitute: bool = False
    cannot_be_set: bool = False
