from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

DECK_SIZE_MAX: Final[int]
QUERIES_MAX: Final[int]
BLOCK: Final[int]
AND: Final[int]
OR: Final[int]
NOT: Final[int]
END: Final[int]

@disjoint_base
class Plan:
    def __init__(
        self,
        weights: npt.ArrayLike,
        bases: npt.ArrayLike,
        atoms: Sequence[tuple[int, bool, int]],
        program: Sequence[int],
    ) -> None: ...
    @property
    def n_queries(self) -> int: ...
    def count(self, sizes: npt.ArrayLike, hand_size: int) -> npt.NDArray[np.uint64]: ...
    def sample(
        self, sizes: npt.ArrayLike, hand_size: int, *, seed: int, start: int, count: int
    ) -> npt.NDArray[np.uint64]: ...

def list_hands(
    sizes: npt.ArrayLike, hand_size: int, *, n_hands: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]]: ...
def n_distinct_hands(sizes: Sequence[int], hand_size: int) -> int: ...
def draw_hands(
    deck_size: int, hand_size: int, *, seed: int, start: int, count: int
) -> npt.NDArray[np.uint8]: ...
def rng_state(seed: int, k: int, stream: int) -> tuple[int, int, int, int]: ...
def rng_words(state: tuple[int, int, int, int], count: int) -> list[int]: ...
def rng_draws(state: tuple[int, int, int, int], n: int, count: int) -> npt.NDArray[np.uint32]: ...
def rng_orders(state: tuple[int, int, int, int], n: int, count: int) -> npt.NDArray[np.uint8]: ...
