# SPDX-License-Identifier: MIT
"""Guards: models asked from Python have the answers of the command line; what
is wrong is an exception with its place; Ctrl-C and threads."""

import json
import os
import pathlib
import random
import signal
import threading
import time

import pytest

import vicinal

RING = """
param n : 2.. = 4;
process P { port left, right : inout bool; var inside : bool = false;
  action enter when !inside && left { left := false; inside := true; }
  action leave when inside { inside := false; right := true; } }
network { node p[n] : P; edge e[n] : bool;
  for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
  init exactly 1 i in e: i; }
invariant mutex: forall i, j in p: i != j => !(i.inside && j.inside);
"""
# As many states as 2 to the power of n.
LARGE = """
param n : 1.. = 24;
process P { var x : bool = false; action flip { x := !x; } }
network { node p[n] : P; }
invariant any: forall i in p: i.x || !i.x;
"""
BROKEN = RING.replace("exactly 1 i", "exactly 2 i")


def settled(report):
    """Without what is not the same in two runs."""
    report = json.loads(json.dumps(report))
    report.pop("statistics", None)
    return report


def some_example(seed, examples):
    files = sorted(examples.glob("*.vic"))
    return random.Random(7).sample(files, len(files))[seed % len(files)]


# ---- agrees with the command line


def test_exploration_agrees(seed, examples, program, monkeypatch):
    monkeypatch.chdir(examples)
    file = some_example(seed, examples)
    if "network any" in file.read_text():
        pytest.skip("an instance needs a graph")
    expected = program.report("explore", "--max-states", 3000, file.name)
    found = vicinal.explore(pathlib.Path(file.name), max_states=3000)
    assert settled(found) == settled(expected)


test_exploration_agrees.runs = 50


def test_proofs_agree(seed, examples, program, monkeypatch):
    monkeypatch.chdir(examples)
    file = some_example(seed, examples)
    expected = program.report("prove", "--timeout", 60, file.name)
    if any(p["verdict"] == "unknown" for p in expected["properties"]):
        pytest.skip("how far an engine came in its time is not to be compared")
    found = vicinal.prove(pathlib.Path(file.name), timeout=60)
    assert settled(found) == settled(expected)


test_proofs_agree.runs = 50


def test_random_runs_agree(seed, examples, program, monkeypatch):
    monkeypatch.chdir(examples)
    file = some_example(seed, examples)
    if "network any" in file.read_text():
        pytest.skip("an instance needs a graph")
    expected = program.report("simulate", "--runs", 20, "--steps", 300, "--seed",
                              seed, file.name)
    found = vicinal.simulate(pathlib.Path(file.name), runs=20, steps=300, seed=seed)
    assert settled(found) == settled(expected)


test_random_runs_agree.runs = 50


def test_options_are_those_of_the_command_line(program):
    for define, arguments in [({}, []), ({"n": 3}, ["-D", "n=3"])]:
        for views in (1, 2):
            expected = program.report("prove", "--views", views, *arguments, "-",
                                      text=RING)
            found = vicinal.prove(RING, define=define, views=views,
                                  name="<standard input>")
            assert settled(found) == settled(expected)
    expected = program.report("explore", "-D", "n=5", "--reduction", "orbit",
                              "--deadlock", "--property", "mutex", "-", text=RING)
    found = vicinal.explore(RING, define={"n": 5}, reduction="orbit",
                            deadlock=True, properties=["mutex"],
                            name="<standard input>")
    assert settled(found) == settled(expected)


def test_reports_are_as_their_schemas_say(schemas):
    jsonschema = pytest.importorskip("jsonschema")
    store = {f"{slash}{file.name}": json.loads(file.read_text())
             for file in schemas.glob("*.json") for slash in ("", "/")}
    for name, report in [("prove", vicinal.prove(RING)),
                         ("prove", vicinal.prove(BROKEN)),
                         ("explore", vicinal.explore(BROKEN)),
                         ("simulate", vicinal.simulate(BROKEN, runs=3))]:
        schema = store[f"{name}.json"]
        resolver = jsonschema.RefResolver("", schema, store=store)
        jsonschema.Draft202012Validator(schema, resolver=resolver).validate(
            dict(report))


# ---- what they say


def test_a_proof_for_every_size():
    report = vicinal.prove(RING)
    assert report.verdicts["mutex"] == "proved" and report.proved
    assert report["statistics"]["seconds"] < 600


def test_a_violation_has_a_run():
    report = vicinal.explore(BROKEN)
    assert report.verdicts["mutex"] == "violated" and not report.proved
    trace = report.trace("mutex")
    assert trace is not None and len(trace["steps"]) == 2
    with pytest.raises(KeyError):
        report.trace("mutexx")
    assert "proved" not in vicinal.simulate(RING, runs=2).verdicts.values()


def test_limits_leave_verdicts_open():
    report = vicinal.explore(LARGE, max_states=1000)
    assert report["complete"] is False and report["limit"] == "work"
    assert report.verdicts["any"] == "unknown"
    report = vicinal.explore(LARGE, timeout=0.3)
    assert report.verdicts["any"] == "unknown" and report["limit"] == "time"


# ---- what is wrong


def test_a_wrong_model_has_a_place():
    with pytest.raises(vicinal.ModelError) as wrong:
        vicinal.prove(RING.replace("i.inside", "i.insde"), name="ring.vic")
    error = wrong.value
    assert (error.file, error.line) == ("ring.vic", 9)
    assert error.diagnostics[0].code.startswith("V03")
    assert "^" in str(error) and error.column and isinstance(error, ValueError)


def test_wrong_options_are_value_errors():
    with pytest.raises(ValueError, match="views"):
        vicinal.prove(RING, views=7)
    with pytest.raises(ValueError, match="reduction"):
        vicinal.explore(RING, reduction="orbits")
    with pytest.raises(vicinal.ModelError, match="mutex"):
        vicinal.prove(RING, properties=["mutx"])
    with pytest.raises(vicinal.ModelError, match="parameter"):
        vicinal.prove(RING, define={"m": 2})
    with pytest.raises(FileNotFoundError):
        vicinal.prove(pathlib.Path("no such file.vic"))


# ---- interrupts and threads


def test_ctrl_c_ends_an_exploration():
    # Who was started in the background has been told to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        vicinal.explore(LARGE)
    assert time.monotonic() - begin < 10
    assert vicinal.explore(RING).verdicts["mutex"] == "proved"


def test_other_threads_run_meanwhile():
    count = 0
    done = threading.Event()

    def look():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.01)

    watcher = threading.Thread(target=look)
    watcher.start()
    vicinal.explore(LARGE, timeout=1)
    done.set()
    watcher.join()
    assert count > 10


def test_several_threads_ask():
    verdicts = []

    def ask():
        verdicts.append(vicinal.prove(RING).verdicts["mutex"])
        verdicts.append(vicinal.Network.from_edges([[0, 1]]).group().order)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(map(str, verdicts)) == ["2"] * 6 + ["proved"] * 6
