from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ygosim._core.callback import Callback
from ygosim._core.engine import DuelHandle, Template
from ygosim._core.track import Tracker

RESULT_DTYPE: Final[np.dtype[np.void]]

def play(
    first_first: Template,
    second_first: Template,
    policies: Any,
    firsts: npt.NDArray[np.uint8],
    results: npt.NDArray[np.void],
    seed: int,
    indices: npt.NDArray[np.uint64],
    *,
    checks: bool = False,
    trackers: tuple[Tracker, Tracker] | None = None,
    turns: npt.NDArray[np.uint16] | None = None,
) -> None: ...
def lots(seed: int, indices: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]: ...

@disjoint_base
class BuiltInPlayer:
    def __new__(cls, kind: int, seed: int, k: int, deck: int) -> Self: ...
    def choose(self, duel: DuelHandle) -> int: ...

@disjoint_base
class CallbackPlayer:
    def __new__(cls, callback: Callback, seed: int, k: int, deck: int) -> Self: ...
    def choose(self, duel: DuelHandle) -> int: ...

def duel_result(duel: DuelHandle, first: int) -> npt.NDArray[np.void]: ...
def copy_often(duel: DuelHandle, n: int) -> int: ...
