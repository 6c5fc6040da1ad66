"""Policies and predicates of your own at C speed: Numba, C, Cython (docs/embedding.md).

A policy of one view is the index of one of its options; a predicate of a view is true or
not.  `policy` and `predicate` take a function in any of its forms and return a `Callback`,
which runs of duels call without the GIL.  A Python function is compiled by Numba, with
bounds checked and behind a guard: what raises is reported, never counted as 0 or false.
"""

from __future__ import annotations

import importlib
from _ctypes import CFuncPtr
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ygosim._core.callback import (
    CAPSULE_NAME,
    VIEW_DTYPE,
    VIEW_VERSION,
    Callback,
    CallbackError,
    option_move,
    view_of,
)
from ygosim.duel import Duel
from ygosim.errors import PredicateError
from ygosim.records import Move

__all__ = [
    "CAPSULE_NAME",
    "VIEW_DTYPE",
    "VIEW_VERSION",
    "Callback",
    "CardSeen",
    "OptionSeen",
    "Rows",
    "Table",
    "View",
    "choose",
    "holds",
    "is_compiled_form",
    "numba_signature",
    "policy",
    "predicate",
    "reported",
    "view",
]

_ANSWER_MAX = 2**31 - 1
_T = TypeVar("_T")

PolicyOfView = Callable[["View"], int]
PredicateOfView = Callable[["View"], bool]


# Views in Python -------------------------------------------------------------------------


class _Seen:
    """One record of a view: its fields as attributes, integers as Python's own.

    Python's integers do not wrap, so a function gives the same answers here as compiled.
    """

    __slots__ = ("_record",)

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._record[name]
        except (KeyError, ValueError):
            raise AttributeError(f"a view has no field {name!r}") from None
        if value.dtype.names is not None:
            kind = OptionSeen if "kind" in value.dtype.names else CardSeen
            return Table(value, kind) if value.ndim == 2 else Rows(value, kind)
        return value.tolist() if value.ndim == 0 else tuple(value.tolist())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._record!r})"


class CardSeen(_Seen):
    """A card as the player sees it: `ygo_card` of ygosim.h.

    Where no card is, all is 0; of a hidden one `type` is 0 and `position` is not.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        monster_type: int
        passcode: int
        type: int
        atk: int
        def_: int
        attribute: int
        level: int
        tributes: int
        position: int
        marks: int


class OptionSeen(_Seen):
    """One thing that may be done now: `ygo_option` of ygosim.h."""

    __slots__ = ()
    if TYPE_CHECKING:
        passcode: int
        kind: int
        side: int
        place: int
        index: int
        tributes: int


class Rows(Generic[_T]):
    """Records in a row: by index, counted, one after another."""

    __slots__ = ("_kind", "_records")

    def __init__(self, records: npt.NDArray[np.void], kind: Callable[[Any], _T]) -> None:
        self._records = records
        self._kind = kind

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, index: int) -> _T:
        return self._kind(self._records[index])

    def __iter__(self) -> Iterator[_T]:
        return (self._kind(record) for record in self._records)


class Table(Generic[_T]):
    """Rows of records by side: `monsters[0, 2]` is in your zone 2, `monsters[1]` are theirs."""

    __slots__ = ("_kind", "_records")

    def __init__(self, records: npt.NDArray[np.void], kind: Callable[[Any], _T]) -> None:
        self._records = records
        self._kind = kind

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> Rows[_T]: ...
    @overload
    def __getitem__(self, index: tuple[int, int]) -> _T: ...
    def __getitem__(self, index: int | tuple[int, int]) -> Rows[_T] | _T:
        found = self._records[index]
        return self._kind(found) if isinstance(index, tuple) else Rows(found, self._kind)


class View(_Seen):
    """What the player who is asked may know: `ygo_view` of ygosim.h, with its field names.

    Index 0 of a pair is that player, 1 the opponent.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        version: int
        size: int
        random: tuple[int, int]
        lp: tuple[int, int]
        decisions: int
        turn: int
        option_count: int
        player: int
        your_turn: int
        phase: int
        decision: int
        normal_summons_left: int
        result: int
        end_cause: int
        opened_by: int
        about_place: int
        about_index: int
        needed: int
        deck_count: tuple[int, int]
        hand_count: tuple[int, int]
        graveyard_count: tuple[int, int]
        banished_count: tuple[int, int]
        extra_count: tuple[int, int]
        monsters_used: tuple[int, int]
        spell_traps_used: tuple[int, int]
        monsters: Table[CardSeen]
        spell_traps: Table[CardSeen]
        hand: Rows[CardSeen]
        options: Rows[OptionSeen]

    @property
    def array(self) -> npt.NDArray[np.void]:
        """The view as an array of one VIEW_DTYPE."""
        return np.asarray([self._record], dtype=VIEW_DTYPE)


def view(duel: Duel, player: int | None = None, *, random: tuple[int, int] = (0, 0)) -> View:
    """What a function is shown of a duel.

    Parameters
    ----------
    player
        For whose eyes; None: the player who is asked, player 0 when the duel is over.
    random
        The two 32-bit words that a policy would get.

    Examples
    --------
    >>> from ygosim.cards.deck import Deck
    >>> from ygosim.cards.demo import deck_path
    >>> deck = Deck.read(deck_path("beatdown"))
    >>> shown = view(Duel((deck, deck), seed=1))
    >>> shown.lp, shown.hand_count, shown.option_count > 1
    ((8000, 8000), (5, 5), True)
    """
    if player is None:
        player = duel.player if duel.player is not None else 0
    return View(view_of(duel.handle, player, random=random)[0])


# Functions -------------------------------------------------------------------------------


def policy(function: Any, *, compiled: bool = True) -> Callback:
    """A policy: which option of a view is taken.

    Parameters
    ----------
    function
        A Python function of a `View` that returns the index of an option, or one that
        `numba.njit` has compiled; a `numba.cfunc`; a PyCapsule named `CAPSULE_NAME`; a
        ctypes function; the address of a C function.
    compiled
        False leaves a Python function as it is: much slower, to find out what it does.

    Raises
    ------
    TypeError
        For what is no such function; for one that Numba cannot compile, with its reason.

    Examples
    --------
    >>> def last_option(view):
    ...     return view.option_count - 1
    >>> policy(last_option, compiled=False)
    <Callback policy last_option>
    """
    return _callback(function, "policy", compiled)


def predicate(function: Any, *, compiled: bool = True) -> Callback:
    """A predicate: whether something is so in a view.

    Parameters
    ----------
    function
        As for `policy`; it returns true or false.
    compiled
        As for `policy`.

    Examples
    --------
    >>> def ahead(view):
    ...     return view.lp[0] > view.lp[1]
    >>> predicate(ahead, compiled=False)
    <Callback predicate ahead>
    """
    return _callback(function, "predicate", compiled)


def choose(duel: Duel, policy_: Callback, *, random: tuple[int, int] = (0, 0)) -> Move:
    """The move that a policy takes in the waiting decision of a duel.

    Raises
    ------
    PredicateError
        When it fails, or answers with what is no index of an option.
    ValueError
        When the duel is over.
    """
    if duel.player is None:
        raise ValueError("the duel is over: there is nothing to choose")
    shown = view_of(duel.handle, duel.player, random=random)
    answer = policy_.answer(shown)
    if not 0 <= answer < int(shown["option_count"][0]):
        _fail(CallbackError(policy_, answer, shown, _where(duel)))
    moves = {move.encode(): move for move in duel.legal()}
    return moves[option_move(duel.handle, answer)]


def holds(duel: Duel, predicate_: Callback, player: int | None = None) -> bool:
    """Whether a predicate is true of a duel.

    Parameters
    ----------
    player
        For whose eyes; None: the player who is asked, player 0 when the duel is over.

    Raises
    ------
    PredicateError
        When it fails.
    """
    if player is None:
        player = duel.player if duel.player is not None else 0
    shown = view_of(duel.handle, player)
    answer = predicate_.answer(shown)
    if answer not in (0, 1):
        _fail(CallbackError(predicate_, answer, shown, _where(duel)))
    return answer == 1


@contextmanager
def reported() -> Iterator[None]:
    """Turn what a callback failed with inside the block into a PredicateError."""
    try:
        yield
    except CallbackError as error:
        _fail(error)


def _where(duel: Duel) -> str:
    decision = int(duel.state["decisions"])
    return f"turn {duel.turn}, decision {decision}"


def _fail(error: CallbackError) -> None:
    """Raise the PredicateError that says what went wrong, with its traceback if there is one."""
    callback = error.callback
    cause = error.raised
    if cause is None and callback.python is not None and error.answer == -1:
        # The compiled function has only said that it failed: Python can say how.
        try:
            callback.python(error.view)
        except Exception as raised:
            cause = raised
    if cause is not None and not isinstance(cause, Exception):
        raise cause  # KeyboardInterrupt and its like are nobody's answer
    what = f"{error.where}: {callback.kind or 'function'} {callback.name!r}"
    if cause is not None:
        raise PredicateError(f"{what} raised {type(cause).__name__}: {cause}") from cause
    count = int(error.view["option_count"][0])
    expected = "1 or 0" if callback.kind == "predicate" else f"an option, 0 to {count - 1}"
    if error.answer == -1:
        said = "failed (it answered -1)"
        if callback.python is not None:
            said += ", and raised nothing when Python ran it again on the same view"
    else:
        said = f"answered {error.answer}"
    raise PredicateError(f"{what} {said}; expected {expected}") from None


# Forms of functions ----------------------------------------------------------------------


def is_compiled_form(function: object) -> bool:
    """Whether this is a function in one of the forms that are called at C speed.

    Examples
    --------
    >>> is_compiled_form(len), is_compiled_form("greedy")
    (False, False)
    """
    kind = type(function)
    return (
        isinstance(function, Callback)
        or kind.__name__ == "PyCapsule"
        or _is_ctypes(function)
        or _is_cfunc(function)
        or _is_dispatcher(function)
    )


def _is_ctypes(function: object) -> bool:
    return isinstance(function, CFuncPtr)


def _is_numba(function: object, name: str) -> bool:
    # By name, so that Numba is not imported to find out that something is not its own.
    return any(
        base.__name__ == name and base.__module__.startswith("numba.")
        for base in type(function).__mro__
    )


def _is_cfunc(function: object) -> bool:
    return _is_numba(function, "CFunc")


def _is_dispatcher(function: object) -> bool:
    return _is_numba(function, "Dispatcher")


def _callback(function: Any, kind: str, compiled: bool) -> Callback:
    if isinstance(function, Callback):
        if function.kind not in ("", kind):
            raise TypeError(f"{function.name!r} is a {function.kind}, no {kind}")
        return function
    if _is_cfunc(function):
        return _guard_cfunc(function, kind)
    if _is_dispatcher(function):
        return _guard_python(function, function.py_func, kind)
    if isinstance(function, int) or is_compiled_form(function) or not callable(function):
        return Callback(function, kind=kind)
    if compiled:
        return _guard_python(None, function, kind)
    return Callback(_on_arrays(function), name=function.__name__, kind=kind)


def _on_arrays(function: Callable[[View], Any]) -> Callable[[npt.NDArray[np.void]], Any]:
    """The function as the core calls it: with an array of one view."""

    def called(shown: npt.NDArray[np.void] | View) -> Any:
        return function(shown if isinstance(shown, View) else View(shown[0]))

    return called


def _numba() -> Any:
    # Imported only when used: it takes half a second.
    return importlib.import_module("numba")


def numba_signature() -> Any:
    """The signature for `numba.cfunc`: int32(CPointer(view record), voidptr).

    Inside, `numba.carray(pointer, 1)[0]` is the view.
    """
    numba = _numba()

    record = numba.from_dtype(VIEW_DTYPE)
    return numba.types.int32(numba.types.CPointer(record), numba.types.voidptr)


def _guard_python(dispatcher: Any, function: Callable[[View], Any], kind: str) -> Callback:
    """Compile a function of a view; what raises inside becomes -1."""
    numba = _numba()

    name = getattr(function, "__name__", type(function).__name__)
    if dispatcher is None:
        dispatcher = numba.njit(boundscheck=True)(function)
    elif dispatcher.targetoptions.get("inline", "never") == "always":
        raise TypeError(
            f'{name!r} is compiled with inline="always", past which no exception can be '
            "caught; leave that out"
        )
    record = numba.from_dtype(VIEW_DTYPE)
    try:
        dispatcher.compile((record,))
    except Exception as error:  # a field that there is not is a KeyError of Numba's
        raise TypeError(
            f"Numba cannot compile {kind} {name!r}: {type(error).__name__}: {error}\n"
            f"({kind}(…, compiled=False) calls it in Python)"
        ) from error
    returns = dispatcher.overloads[(record,)].signature.return_type
    answers = (numba.types.Integer, numba.types.Boolean)
    if not isinstance(returns, answers) or (
        kind == "policy" and isinstance(returns, numba.types.Boolean)
    ):
        expected = "a bool" if kind == "predicate" else "an integer"
        raise TypeError(f"{kind} {name!r} returns {returns}; it must return {expected}")
    if kind == "predicate":

        def guarded(pointer: Any, _data: Any) -> Any:
            try:
                return 1 if dispatcher(numba.carray(pointer, 1)[0]) else 0
            except Exception:
                return -1

    else:

        def guarded(pointer: Any, _data: Any) -> Any:
            try:
                answer = dispatcher(numba.carray(pointer, 1)[0])
                if answer < 0 or answer > _ANSWER_MAX:
                    return -2
                return answer
            except Exception:
                return -1

    compiled = numba.cfunc(numba_signature())(guarded)
    return Callback(
        compiled.address, owner=compiled, python=_on_arrays(function), name=name, kind=kind
    )


def _guard_cfunc(function: Any, kind: str) -> Callback:
    """Compile a cfunc again behind a guard: left alone it turns what it raises into 0."""
    numba = _numba()

    name = function.__name__
    signature = function._sig
    types = numba.types
    if (
        signature.return_type != types.int32
        or len(signature.args) != 2
        or not isinstance(signature.args[0], types.CPointer | types.RawPointer)
        or signature.args[1] != types.voidptr
    ):
        raise TypeError(
            f"cfunc {name!r} has the signature {signature}; expected "
            "ygosim.callbacks.numba_signature(): int32(CPointer(view record), voidptr)"
        )
    inner = numba.njit(function._pyfunc)

    def guarded(pointer: Any, data: Any) -> Any:
        try:
            return inner(pointer, data)
        except Exception:
            return -1

    compiled = numba.cfunc(signature)(guarded)
    return Callback(compiled.address, owner=(compiled, function), name=name, kind=kind)
