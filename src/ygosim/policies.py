"""Who decides: the built-in policies by name, and your own functions (docs/policies.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from ygosim._core.engine import DuelHandle
from ygosim._core.observation import observe
from ygosim._core.runner import BuiltInPlayer, CallbackPlayer
from ygosim.callbacks import Callback, is_compiled_form, reported
from ygosim.callbacks import policy as callback_policy
from ygosim.duel import Duel
from ygosim.enums import MoveKind, Place, PolicyKind, Position
from ygosim.errors import PredicateError
from ygosim.records import Move

__all__ = [
    "POLICIES",
    "Option",
    "Player",
    "Policy",
    "PolicyFunction",
    "play_with",
    "player_of",
    "resolve_policy",
]


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move as the player sees it who is asked (INFO-1).

    Attributes
    ----------
    kind
        What would be done.
    place, slot
        Where the card is that it is about: a zone, or the index in the hand of the
        observation; the zone itself of CHOOSE_ZONE.  None and 0 where it is about none.
    passcode, name
        Which card; 0 and "" where its face is hidden, or where it is about none.
    """

    kind: MoveKind
    place: Place | None = None
    slot: int = 0
    passcode: int = 0
    name: str = ""

    def __str__(self) -> str:
        hidden = f"the face-down monster in zone {self.slot}"
        return str(Move(self.kind, slot=self.slot, name=self.name or hidden))


PolicyFunction = Callable[[Any, tuple[Option, ...]], int]
"""A policy of your own: from an observation (docs/observation.md) and the options to the
index of one of them."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Who decides for a deck.

    `kind` says how it is played; `function` is your own for a Python policy, `callback` for
    one at C speed (docs/embedding.md); else they are None.

    Examples
    --------
    >>> resolve_policy("greedy").kind.name
    'GREEDY'
    """

    name: str
    kind: PolicyKind
    function: PolicyFunction | None = field(default=None, compare=False)
    callback: Callback | None = field(default=None, compare=False)

    @property
    def is_python(self) -> bool:
        """Whether a Python function decides, so that duels are played at Python's speed."""
        return self.function is not None


POLICIES = MappingProxyType(
    {
        "random": Policy("random", PolicyKind.RANDOM),
        "greedy": Policy("greedy", PolicyKind.GREEDY),
    }
)
"""The built-in policies by name."""


def resolve_policy(policy: str | Policy | PolicyFunction) -> Policy:
    """The policy of a name, or of your own function.

    Parameters
    ----------
    policy
        "random", "greedy", a `Policy`, a function of an observation and options; or one at
        C speed, a `Callback` or what `callbacks.policy` makes one of.

    Raises
    ------
    ValueError
        For a name that there is not, naming those there are.
    TypeError
        For anything else.

    Examples
    --------
    >>> resolve_policy("random").name
    'random'
    >>> def first_option(observation, options):
    ...     return 0
    >>> resolve_policy(first_option).name
    'first_option'
    """
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str):
        if policy not in POLICIES:
            raise ValueError(
                f"there is no policy {policy!r}; the built-in ones are {', '.join(POLICIES)}"
            )
        return POLICIES[policy]
    if is_compiled_form(policy):
        callback = callback_policy(policy)
        return Policy(callback.name, PolicyKind.CALLBACK, callback=callback)
    if callable(policy):
        name = getattr(policy, "__name__", type(policy).__name__)
        return Policy(name, PolicyKind.CALLBACK, policy)
    raise TypeError(
        f"a policy is a name, a Policy or a function of (observation, options), not {policy!r}"
    )


class Player(Protocol):
    """One policy at work in one duel."""

    def choose(self, duel: DuelHandle) -> int:
        """The move, as the core's integer.  Precondition: a decision is waiting."""


def player_of(policy: Policy, *, seed: int, index: int, deck: int, names: Sequence[str]) -> Player:
    """The policy at work for a deck in duel `index` of the run `seed`.

    Parameters
    ----------
    deck
        0 or 1: which of the run's decks.  With seed and index it decides every random
        choice, as in a run of many duels.
    names
        The name of each definition of the duel.
    """
    if policy.callback is not None:
        return _CallbackPlayer(CallbackPlayer(policy.callback, seed, index, deck))
    if policy.function is None:
        return BuiltInPlayer(int(policy.kind), seed, index, deck)
    where = f"policy {policy.name!r} of deck {'AB'[deck]}, duel {index} of run {seed}"
    return _PythonPlayer(policy.function, where, names)


@dataclass(slots=True)
class _PythonPlayer:
    """Calls a function with what its player may know, and holds its answer to the rules."""

    function: PolicyFunction
    where: str
    names: Sequence[str]

    def choose(self, duel: DuelHandle) -> int:
        player = int(duel.storage["decision_player"][0])
        moves = _in_sight_order(duel, duel.legal())
        options = tuple(self._option(duel, player, move) for move in moves)
        try:
            answer = self.function(observe(duel, player)[0], options)
        except Exception as error:
            raise PredicateError(
                f"{self.where}, decision {int(duel.storage['decisions'][0])}: "
                f"it raised {type(error).__name__}: {error}"
            ) from error
        try:
            index = answer.__index__()
        except AttributeError:
            index = -1
        if not 0 <= index < len(options) or isinstance(answer, bool):
            raise PredicateError(
                f"{self.where}, decision {int(duel.storage['decisions'][0])}: it answered "
                f"{answer!r}; expected the index of an option, 0 to {len(options) - 1}"
            )
        return moves[index]

    def _option(self, duel: DuelHandle, player: int, encoded: int) -> Option:
        move = Move.decode(encoded)
        kind, card = move.kind, move.card
        if card is None:
            return Option(kind, slot=move.slot)
        state = duel.storage[0]
        place, slot = Place(int(state["place"][card])), int(state["slot"][card])
        hidden = int(state["controller"][card]) != player and int(state["position"][card]) in (
            Position.FACE_DOWN_ATTACK,
            Position.FACE_DOWN_DEFENCE,
        )
        if hidden:
            return Option(kind, place, slot)
        code = int(state["code"][card])
        passcode = int(duel.template_.definitions["passcode"][code])
        return Option(kind, place, slot, passcode, self.names[code])


@dataclass(slots=True)
class _CallbackPlayer:
    """Calls a function at C speed, and says what it failed with."""

    player: CallbackPlayer

    def choose(self, duel: DuelHandle) -> int:
        with reported():
            return self.player.choose(duel)


def _in_sight_order(duel: DuelHandle, moves: list[int]) -> list[int]:
    """The moves with attack targets by zone.

    The core lists them by card number, which tells how face-down cards stand in the list of
    their owner's deck.
    """
    slots = duel.storage["slot"][0]

    def place(encoded: int) -> tuple[bool, int]:
        move = Move.decode(encoded)
        target = move.kind is MoveKind.CHOOSE_TARGET
        return (not target, int(slots[move.card]) if target else 0)

    return sorted(moves, key=place)


def play_with(
    duel: Duel,
    policies: tuple[str | Policy | PolicyFunction, str | Policy | PolicyFunction],
    *,
    seed: int = 0,
    index: int = 0,
    first: int = 0,
) -> Duel:
    """Play a duel to its end, a move at a time, so that its log can be read.

    Parameters
    ----------
    duel
        The duel; it is played on from where it is, and returned.
    policies
        Of deck 0 and of deck 1.
    seed, index
        Decide the random choices of a built-in policy.  With those of the duel itself it
        is duel `index` of the run `seed`, as `montecarlo.simulate` plays it.
    first
        The deck that goes first: player 0.

    Raises
    ------
    PredicateError
        When your own policy raises, or answers with what is no index of an option.

    Examples
    --------
    >>> from ygosim.cards.deck import Deck
    >>> from ygosim.cards.demo import deck_path
    >>> deck = Deck.read(deck_path("beatdown"))
    >>> duel = play_with(Duel((deck, deck), seed=5), ("greedy", "random"), seed=5)
    >>> duel.winner, duel.end_cause.name
    (0, 'LIFE_POINTS')
    >>> def last_option(observation, options):
    ...     return len(options) - 1
    >>> play_with(Duel((deck, deck), seed=5), (last_option, "random"), seed=5).over
    True
    """
    names = [card.name for card in duel.setup.definitions]
    resolved = [resolve_policy(policy) for policy in policies]
    decks = (first, 1 - first)  # by player
    players = [
        player_of(resolved[deck], seed=seed, index=index, deck=deck, names=names) for deck in decks
    ]
    while duel.player is not None:
        move = players[duel.player].choose(duel.handle)
        duel.apply(duel.handle.legal().index(move))
    return duel
