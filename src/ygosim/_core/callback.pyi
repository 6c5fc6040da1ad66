from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ygosim._core.engine import DuelHandle

VIEW_DTYPE: Final[np.dtype[np.void]]
VIEW_VERSION: Final[int]
CAPSULE_NAME: Final[str]

def view_dtype() -> np.dtype[np.void]: ...
def view_of(
    duel: DuelHandle, player: int, *, random: tuple[int, int] = (0, 0)
) -> npt.NDArray[np.void]: ...
def option_move(duel: DuelHandle, index: int) -> int: ...

class CallbackError(RuntimeError):
    callback: Callback
    answer: int
    view: npt.NDArray[np.void]
    where: str
    raised: BaseException | None
    def __init__(
        self, callback: Callback, answer: int, view: npt.NDArray[np.void], where: str
    ) -> None: ...

@disjoint_base
class Callback:
    def __new__(
        cls,
        function: object,
        *,
        data: int = 0,
        owner: object = None,
        python: Callable[..., Any] | None = None,
        name: str = "",
        kind: str = "",
    ) -> Self: ...
    @property
    def owner(self) -> object: ...
    @property
    def python(self) -> Callable[..., Any] | None: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def failures(self) -> dict[int, BaseException]: ...
    @property
    def address(self) -> int: ...
    def answer(self, view: npt.NDArray[np.void]) -> int: ...
    def __call__(self, *arguments: Any) -> Any: ...
