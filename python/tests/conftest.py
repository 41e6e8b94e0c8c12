# SPDX-License-Identifier: MIT
"""Where the program is that answers are held against, and how many runs."""

import json
import os
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--vicinal", required=True, help="the program `vicinal`")
    parser.addoption("--budget", type=int, default=10,
                     help="random tests at so many percent of their runs")


def pytest_generate_tests(metafunc):
    """`seed`: as many as the budget says of what the test has in all."""
    if "seed" in metafunc.fixturenames:
        runs = getattr(metafunc.function, "runs", 100)
        most = max(3, runs * metafunc.config.getoption("--budget") // 100)
        metafunc.parametrize("seed", range(1, most + 1))


@pytest.fixture(scope="session")
def examples():
    return REPOSITORY / "examples"


@pytest.fixture(scope="session")
def schemas():
    return REPOSITORY / "docs" / "schemas"


@pytest.fixture(scope="session")
def program(pytestconfig):
    path = os.path.abspath(pytestconfig.getoption("--vicinal"))

    def run(*arguments, text=None, cwd=None):
        done = subprocess.run([path, *map(str, arguments)], input=text, cwd=cwd,
                              capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout

    def report(*arguments, **others):
        return json.loads(run(*arguments, "--json", **others)[1])

    run.report = report
    return run
