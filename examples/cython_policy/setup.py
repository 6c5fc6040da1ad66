"""Build highest.pyx against the ygosim that is installed."""

from __future__ import annotations

from Cython.Build import cythonize
from setuptools import Extension, setup

import ygosim

setup(
    name="highest",
    ext_modules=cythonize(  # type: ignore[no-untyped-call]
        Extension(
            "highest",
            ["highest.pyx"],
            include_dirs=[ygosim.get_include()],
            # The core is inline functions: without these, duels take twice as long.
            extra_compile_args=["-O3", "-march=x86-64-v2"],
        )
    ),
)
