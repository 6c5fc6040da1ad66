from typing import Final

import numpy as np
import numpy.typing as npt

from ygosim._core.engine import DuelHandle

OBSERVED_CARD_DTYPE: Final[np.dtype[np.void]]
OBSERVATION_DTYPE: Final[np.dtype[np.void]]

def observe(duel: DuelHandle, player: int) -> npt.NDArray[np.void]: ...
