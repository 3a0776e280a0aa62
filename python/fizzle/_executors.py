"""Jobs in parts, on any executor of concurrent.futures."""

import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from fizzle._fizzle import Error

SECONDS = 2.0
"""A task should take about so long: short enough to lose little, long enough to be worth sending."""

SHARE = 8
"""Towards the end a task has at most one in so many of the units that are left, so that all workers
end at nearly the same time."""

LEAST = 5
"""One in so many of a whole task is the least that is worth sending."""

RETRIES = 2
"""So often a task that failed is tried again."""

GROWTH = 16
"""At most so many times as many units as the one before a task has, while its pace is found out."""

WAITING = 4096
"""At most so many tasks are handed to an executor at once."""


class Incomplete(Error):
    """A part could not be computed. What was found of the others is in the folder `parts`, if there
    was one: ask again with it.

    part: the units that failed, the first and the one behind the last; missing: all that are missing;
    failures: how often the part failed; parts: the folder.
    """

    def __init__(
        self, part: tuple[int, int], missing: list[tuple[int, int]], failures: int, parts: os.PathLike | None = None
    ):
        super().__init__(part, missing, failures, parts)
        self.part = part
        self.missing = missing
        self.failures = failures
        self.parts = parts

    def __str__(self) -> str:
        units = sum(stop - start for start, stop in self.missing)
        if self.failures > RETRIES:
            why = f"units {self.part[0]} to {self.part[1] - 1} failed {self.failures} times"
        else:
            why = "the executor broke, and executor= is no function that makes another"
        if self.parts is None:
            advice = "with parts=FOLDER, the next call goes on from what was found"
        else:
            advice = f"what was found is in {self.parts}: call again with the same parts"
        return f"{why}; {units} units are missing; {advice}"


def run(job, executor=None, parts=None, progress=None, threads=None):
    """The answer of a job: computed here, or by `executor`: an Executor, or a function that makes
    one, which is asked again when it breaks. Parts are kept in the folder `parts`."""
    if executor is None and parts is None:
        return job.whole(threads, progress)
    if executor is not None and not hasattr(executor, "submit") and not callable(executor):
        raise TypeError("executor: an Executor of concurrent.futures, or a function that makes one")
    name, units = job.identity()
    kept = _Kept(job, parts, name)
    todo = missing(kept.ranges, units)
    # Nothing to do has a part, too: what is counted of nothing.
    if not todo and not kept.parts:
        kept.add((0, 0), job.part(0, 0)[0])
    if todo:
        if executor is None:
            _here(job, kept, todo, units, progress)
        else:
            _Run(job, kept, todo, units, executor, progress).finish()
    return job.answer(kept.parts)


def missing(ranges, units):
    """The units that are in none of the ranges."""
    gaps, end = [], 0
    for start, stop in sorted(ranges):
        if start > end:
            gaps.append((end, start))
        end = max(end, stop)
    return gaps if end >= units else [*gaps, (end, units)]


def _here(job, kept, todo, units, progress):
    size = 1
    for start, stop in todo:
        while start < stop:
            end = min(start + size, stop)
            part, seconds = job.part(start, end)
            kept.add((start, end), part)
            size = _size(end - start, seconds, size)
            start = end
            if progress is not None:
                progress(kept.done(), units)


def _size(units, seconds, size):
    """So many units that a task takes its time, and at most so many times as many as before."""
    return max(1, min(GROWTH * size, int(units * SECONDS / max(seconds, 1e-6))))


def _part(job, start, stop):
    return job.part(start, stop)


class _Kept:
    """The parts that there are, and the folder in which they are kept."""

    def __init__(self, job, folder, name):
        self.parts, self.ranges = [], []
        self.folder = None if folder is None else Path(folder)
        self.name = name
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self.folder.glob(f"{name}-*.part")):
                part = path.read_bytes()
                # What is damaged is computed again.
                covered = job.covers(part)
                if covered and not _overlap(self.ranges, covered):
                    self.parts.append(part)
                    self.ranges.extend(covered)

    def add(self, units, part):
        if self.folder is not None:
            path = self.folder / f"{self.name}-{units[0]}-{units[1]}.part"
            file = NamedTemporaryFile(dir=self.folder, prefix=".", delete=False)
            try:
                with file:
                    file.write(part)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(file.name, path)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(file.name)
                raise
        self.parts.append(part)
        if units[0] < units[1]:
            self.ranges.append(units)

    def done(self):
        return sum(stop - start for start, stop in self.ranges)


def _overlap(ranges, others):
    return any(start < stop2 and start2 < stop for start, stop in ranges for start2, stop2 in others)


class _Run:
    """A job on an executor."""

    def __init__(self, job, kept, todo, units, executor, progress):
        self.job, self.kept, self.todo, self.units = job, kept, deque(todo), units
        self.executor, self.progress = executor, progress
        self.failures = {}
        # How many units a task has; the first has one, to see how long it takes.
        self.size = 1
        self.is_known = False
        self.again = deque()

    def finish(self):
        while self.todo or self.again:
            makes = not isinstance(self.executor, Executor) and callable(self.executor)
            executor = self.executor() if makes else self.executor
            ends = False
            try:
                self.work(executor, makes)
                ends = True
            finally:
                # After Ctrl-C nobody waits for tasks that are under way.
                if makes:
                    executor.shutdown(wait=ends, cancel_futures=True)

    def work(self, executor, makes):
        """Hands out tasks until all are done, or the executor is broken and another can be made."""
        running, broken = {}, None
        try:
            while broken is None and (running or self.todo or self.again):
                broken = self.hand_out(executor, running)
                # A broken executor may never finish the tasks that it was given last.
                done = [future for future in running if future.done()]
                if broken is None and not done:
                    done = wait(running, return_when=FIRST_COMPLETED).done
                for future in done:
                    broken = self.take(future, running.pop(future)) or broken
                if self.progress is not None:
                    self.progress(self.kept.done(), self.units)
        finally:
            for future in running:
                future.cancel()
        self.again.extend(running.values())
        if broken is not None and not makes:
            raise self.incomplete(self.again[0]) from broken

    def hand_out(self, executor, running):
        """Hands out tasks, as many as may wait. Yields why the executor takes none, if it is broken."""
        while (self.todo or self.again) and len(running) < self.most():
            units = self.next()
            try:
                running[executor.submit(_part, self.job, *units)] = units
            except BrokenExecutor as error:
                self.failed(units, error)
                return error
        return None

    def take(self, future, units):
        """Takes what a task has found. Yields why it failed, if the executor is broken."""
        try:
            part, seconds = future.result()
        except Error:
            raise
        except Exception as error:
            self.failed(units, error)
            return error if isinstance(error, BrokenExecutor) else None
        self.kept.add(units, part)
        before, self.size = self.size, _size(units[1] - units[0], seconds, self.size)
        self.is_known = self.is_known or self.size < GROWTH * before
        return None

    def most(self):
        return WAITING if self.is_known else 1

    def next(self):
        if self.again:
            return self.again.popleft()
        left = sum(stop - start for start, stop in self.todo)
        size = min(self.size, max(left // SHARE, self.size // LEAST, 1))
        start, stop = self.todo.popleft()
        end = min(start + size, stop)
        if end < stop:
            self.todo.appendleft((end, stop))
        return start, end

    def incomplete(self, units):
        missed = missing(self.kept.ranges, self.units)
        return Incomplete(units, missed, self.failures.get(units, 0), self.kept.folder)

    def failed(self, units, error):
        self.failures[units] = self.failures.get(units, 0) + 1
        if self.failures[units] > RETRIES:
            raise self.incomplete(units) from error
        self.again.append(units)
