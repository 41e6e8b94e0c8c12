# SPDX-License-Identifier: MIT
"""A wheel of the package, with the distribution's setuptools:

    ./setup python
    cd python && python3 setup.py bdist_wheel

It holds what the preset `python` builds, or what is built already in the folder that
VICINAL_BUILD names, and needs the distribution's libraries
(Z3, nauty, fmt, expat, zlib, libmd) where it is installed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Built(build_ext):
    """By CMake, which knows how; here the result is copied."""

    def build_extension(self, ext):
        folder = os.environ.get("VICINAL_BUILD")
        if not folder:
            folder = ROOT / "build" / "python"
            subprocess.check_call([str(ROOT / ".ci" / "build"), "python",
                                   "vicinal_python"])
        built = list((pathlib.Path(folder) / "python" / "vicinal").glob("_core*.so"))
        if len(built) != 1:
            sys.exit("the build has no module, or more than one")
        place = pathlib.Path(self.get_ext_fullpath(ext.name))
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built[0], place)


version = re.search(r"VERSION (\d+\.\d+\.\d+)",
                    (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(
    name="vicinal",
    version=version,
    description="Proves safety of networks of processes by local reasoning",
    license="MIT",
    packages=["vicinal"],
    package_data={"vicinal": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("vicinal._core", [])],
    cmdclass={"build_ext": Built},
    install_requires=["numpy"],
    python_requires=">=3.9",
)
