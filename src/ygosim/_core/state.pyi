from typing import Final

import numpy as np

INVARIANTS: Final[tuple[str, ...]]

def state_dtype() -> np.dtype[np.void]: ...
def definition_dtype() -> np.dtype[np.void]: ...
