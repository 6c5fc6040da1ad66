from typing import Any, Final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ygosim._core.engine import DuelHandle

STEP_DTYPE: Final[np.dtype[np.void]]
MAX_CONDITIONS: Final[int]
OPS: Final[dict[str, int]]
COMPARISONS: Final[dict[str, int]]
FLAGS: Final[dict[str, int]]
FACTS: Final[dict[str, int]]

@disjoint_base
class Tracker:
    def __init__(
        self, steps: npt.NDArray[np.void], starts: npt.NDArray[Any], cards: npt.NDArray[np.bool_]
    ) -> None: ...
    @property
    def count(self) -> int: ...
    def holds(self, duel: DuelHandle, first: int) -> npt.NDArray[np.bool_]: ...
