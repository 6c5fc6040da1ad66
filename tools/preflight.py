"""Say plainly what this machine lacks to build ygosim; run by make before anything else.

Written for any Python 3, since an old one is among the things to be told about.
"""

import importlib.util
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator


def problems() -> "Iterator[str]":
    """What is missing, each with what to do about it."""
    if sys.version_info < (3, 11):
        yield (
            "Python 3.11 or later is needed; this one is %d.%d. "
            "Name another with: make PYTHON=python3.12 …" % sys.version_info[:2]
        )
        return
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            yield (
                "this Python has no module %r, so it cannot make environments; "
                "on Debian and Ubuntu install the package python3-venv" % module
            )
            break
    header = os.path.join(sysconfig.get_path("include"), "Python.h")  # noqa: PTH118
    if not os.path.exists(header):  # noqa: PTH110
        yield (
            "the headers of Python are missing (no %s); "
            "on Debian and Ubuntu install the package python3-dev" % header
        )
    compiler = os.environ.get("CC", "").split() or ["cc", "gcc", "clang"]
    if not any(shutil.which(name) for name in compiler):
        yield (
            "there is no C compiler (looked for %s); "
            "on Debian and Ubuntu install the package gcc" % ", ".join(compiler)
        )


if __name__ == "__main__":
    found = list(problems())
    for problem in found:
        sys.stderr.write("ygosim cannot be built here: %s\n" % problem)
    sys.exit(1 if found else 0)
