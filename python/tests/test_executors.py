"""Jobs in parts: the same as one process, whatever happens to workers."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from conftest import SCENARIOS, interrupted

import fizzle
from fizzle import _executors

TRIALS = 10_000_000


def pool(workers=2):
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


class Fails(Executor):
    """Does a task at once, and fails where `fails` says so of its units and how often it was tried."""

    def __init__(self, fails):
        self.fails, self.tried = fails, {}

    def submit(self, work, job, *units):
        self.tried[units] = self.tried.get(units, 0) + 1
        future = Future()
        if self.fails(units, self.tried[units]):
            future.set_exception(OSError("lost"))
        else:
            # As other processes get it.
            future.set_result(work(pickle.loads(pickle.dumps(job)), *units))
        return future


def jobs(bolt):
    """Every question that can be in parts."""
    force = {"choice.force": range(1, 13)}
    fireball = fizzle.load(SCENARIOS / "fireball.toml")
    fight = fizzle.template("shadowrun1", "firefight")
    return {
        "sample": lambda **how: bolt.sample(TRIALS, seed=3, **how),
        "sweep": lambda **how: bolt.sweep(force, stats=["p(damage >= 10)"], **how),
        "sampled sweep": lambda **how: fight.sweep({"fighter.0.body": [4, 5]}, trials=20_000, **how),
        "advise": lambda **how: bolt.advise(force, maximize="mean(damage)", **how),
        "balance": lambda **how: fizzle.balance([bolt, fireball], force, ["mean(damage) = 4"], **how),
        "verify": lambda **how: fizzle.verify(bolt, fireball, trials=1_000_000, **how),
    }


def same(one, other):
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("name", ["sample", "sweep", "sampled sweep", "advise", "balance", "verify"])
def test_parts_come_to_the_same(bolt, name, tmp_path):
    ask = jobs(bolt)[name]
    whole = ask()
    assert same(whole, ask(executor=Fails(lambda units, tried: tried == 1)))
    assert same(whole, ask(executor=ThreadPoolExecutor(2), parts=tmp_path))
    kept = sorted(tmp_path.iterdir())
    assert kept
    # All is there: nobody is asked.
    assert same(whole, ask(executor=Fails(lambda *_: True), parts=tmp_path))
    kept[0].write_bytes(kept[0].read_bytes()[:-1])
    assert same(whole, ask(parts=tmp_path))


def test_parts_of_another_job_are_left_alone(bolt, tmp_path):
    one = bolt.sample(1_000_000, parts=tmp_path)
    other = bolt.replace({"choice.force": 7}).sample(1_000_000, parts=tmp_path)
    assert one == bolt.sample(1_000_000) != other
    assert other == bolt.replace({"choice.force": 7}).sample(1_000_000)


def test_a_task_that_fails_three_times_is_told(bolt, tmp_path):
    executor = Fails(lambda units, tried: units[0] >= 10)
    with pytest.raises(fizzle.Incomplete, match="failed 3 times") as raised:
        bolt.sample(TRIALS, seed=3, executor=executor, parts=tmp_path)
    assert max(executor.tried.values()) == 3
    assert str(raised.value).endswith(f"what was found is in {tmp_path}: call again with the same parts")
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value) and again.failures == 3
    part, missing = raised.value.part, raised.value.missing
    assert part[0] >= 10 and sum(stop - start for start, stop in missing) > 0
    assert bolt.sample(TRIALS, seed=3, parts=tmp_path) == bolt.sample(TRIALS, seed=3)


def test_what_is_missing():
    assert _executors.missing([(2, 4), (5, 6)], 8) == [(0, 2), (4, 5), (6, 8)]
    assert _executors.missing([(4, 8), (0, 4)], 8) == []
    assert _executors.missing([], 3) == [(0, 3)]


class Kills:
    """Kills a worker of a pool when it is told of progress for the first time."""

    def __init__(self):
        self.pools, self.killed = [], 0

    def __call__(self, done, total):
        if not self.killed and done:
            worker = next(iter(self.pools[-1]._processes.values()))
            os.kill(worker.pid, signal.SIGKILL)
            self.killed += 1

    def pool(self):
        self.pools.append(pool())
        # A worker that is still being started when another dies may be waited for forever (CPython).
        list(self.pools[-1].map(time.sleep, [0.2] * 4))
        return self.pools[-1]


def test_a_killed_worker_changes_nothing(bolt, second, tmp_path, monkeypatch):
    monkeypatch.setattr(_executors, "SECONDS", 0.05)
    trials = 2 * second
    whole = bolt.sample(trials, seed=3)
    kills = Kills()
    assert bolt.sample(trials, seed=3, executor=kills.pool, progress=kills) == whole
    assert kills.killed == 1 and len(kills.pools) == 2
    # Of a pool that is given nobody can make another.
    kills = Kills()
    with kills.pool() as executor, pytest.raises(fizzle.Incomplete, match="the executor broke"):
        bolt.sample(trials, seed=3, executor=executor, progress=kills, parts=tmp_path)
    assert any(tmp_path.iterdir())
    with pool() as executor:
        assert bolt.sample(trials, seed=3, executor=executor, parts=tmp_path) == whole


def test_ctrl_c_waits_for_no_task(bolt, second):
    # So long a task of the pool would still be under way.
    ask = lambda: bolt.sample(1000 * second, executor=pool)  # noqa: E731
    assert interrupted(ask, after=4) < 1


def test_dask(bolt, second, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(_executors, "SECONDS", 0.1)
    trials = 2 * second
    whole = bolt.sample(trials, seed=3)
    killed = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill(done, total):
            if done and not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        assert bolt.sample(trials, seed=3, executor=client.get_executor(), progress=kill) == whole
    assert killed


EXAMPLES = SCENARIOS.parent / "python" / "examples"


@pytest.mark.parametrize("engine", ["mpi", "ray"])
def test_an_engine_computes_the_same(engine, bolt, tmp_path):
    pytest.importorskip({"mpi": "mpi4py", "ray": "ray"}[engine], reason="see tests/engines.txt")
    script = EXAMPLES / f"on_{engine}.py"
    line = [sys.executable, script, SCENARIOS / "lightning-bolt.toml", "3e7"]
    if engine == "mpi":
        if not shutil.which("mpiexec"):
            pytest.skip("there is no mpiexec")
        options = ["--allow-run-as-root", "--oversubscribe"] if is_open_mpi() else []
        line = ["mpiexec", *options, "-n", "3", sys.executable, "-m", "mpi4py.futures", *line[1:]]
    # A key in the user's folder, which Ray would write there, is not needed.
    env = {**os.environ, "RAY_AUTH_MODE": "disabled"}
    printed = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=300, env=env)
    assert bolt.sample(30_000_000).text in printed.stdout, printed.stderr
    assert list((tmp_path / "parts").iterdir())
    # What the guide shows is what runs here.
    page = (SCENARIOS.parent / "docs" / "machines.md").read_text()
    shown = [block.split("```")[0] for block in page.split("```py\n")[1:]]
    assert any(block in script.read_text() for block in shown)


def is_open_mpi():
    told = subprocess.run(["mpiexec", "--version"], capture_output=True, text=True)
    return "Open" in told.stdout
