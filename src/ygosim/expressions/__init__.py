"""The one small language of conditions: parsing, printing, and the names it mentions.

A condition compares counts of cards: ``starter >= 1 & ("Ash Blossom & Joyous Spring" >= 1 |
type(Dragon) + level(4) >= 2) & !(brick >= 2)``.  What a name means is not decided here:
`Query.resolve` asks whoever knows, so that the same language serves hands, and positions.

========================  ==================================================================
``"Garnet"``              copies of a card, by name (or by passcode: ``"14558127"``)
``starter``               cards with a role
``type(Dragon)``          cards of a type, a monster's or a card's (``type(Quick-Play)``)
``attribute(DARK)``       monsters of an attribute
``level(4)``              monsters of a level; ``level(1..4)`` of any of these
``archetype(0xdd)``       cards of an archetype, by code or by name (``archetype("HERO")``)
``a + b``                 both counts together; a card that is both counts twice
``deck(a)``               copies that are not among the cards seen
``>= <= == != > <``       compare two counts
``& | !``                 and, or, not; ``!`` binds tightest, then ``&``, then ``|``
``distinct(a >= 1, …)``   every need is met, each by physical cards of its own
========================  ==================================================================

`parse_position` reads the same language with the words of a duel (docs/expressions.md):
``field(0, "Jinzo") & lp(1) <= 1000 | count(monsters(0), attribute=LIGHT) >= 2``.
"""

from ygosim.expressions.names import UnknownNameError, is_role_name, resolve, suggest
from ygosim.expressions.positions import (
    CardFilter,
    Cards,
    Fact,
    Operation,
    PhaseName,
    PositionNode,
    PositionQuery,
    parse_position,
)
from ygosim.expressions.reading import (
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_NEEDS,
    MAX_NUMBER,
    Query,
    parse,
    parse_count,
)
from ygosim.expressions.tree import (
    AllOf,
    AnyOf,
    CardName,
    Comparison,
    Condition,
    Count,
    Distinct,
    InDeck,
    Node,
    Not,
    Number,
    Property,
    Role,
    Sum,
    Term,
    terms,
)

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_NEEDS",
    "MAX_NUMBER",
    "AllOf",
    "AnyOf",
    "CardFilter",
    "CardName",
    "Cards",
    "Comparison",
    "Condition",
    "Count",
    "Distinct",
    "Fact",
    "InDeck",
    "Node",
    "Not",
    "Number",
    "Operation",
    "PhaseName",
    "PositionNode",
    "PositionQuery",
    "Property",
    "Query",
    "Role",
    "Sum",
    "Term",
    "UnknownNameError",
    "is_role_name",
    "parse",
    "parse_count",
    "parse_position",
    "resolve",
    "suggest",
    "terms",
]
