"""Plays the games of a tournament, in this process or in several."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context

from app.arena.contestant import contestant
from app.arena.match import Plan, Result, play

CHUNK = 50
"""Games of one task: enough for the start of a program and the work around it not to count."""

Keep = Callable[[Sequence[Result]], None]
"""Takes in games that are done."""

Played = tuple[list[Result], bool]
"""Games that are done, and whether they were broken off by an interrupt."""


def run(plan: Plan, done: Collection[int], keep: Keep, workers: int, debug: bool = False) -> None:
    """Play the games that are not ``done`` yet; what is done is kept, whatever happens then.

    Raises:
        KeyboardInterrupt: broken off; the games that were done until then are kept.
    """
    tasks = list(_tasks([number for number in range(plan.games) if number not in done]))
    if min(workers, len(tasks)) > 1:
        _in_pool(plan, tasks, keep, min(workers, len(tasks)), debug)
        return
    for task in tasks:
        results, broken = _play(plan, task, debug)
        with _unbroken():
            keep(results)
        if broken:
            raise KeyboardInterrupt


def _tasks(numbers: list[int]) -> Iterator[list[int]]:
    """The games in tasks of `CHUNK` or more."""
    whole = max(1, len(numbers) // CHUNK)
    for place in range(whole):
        end = len(numbers) if place == whole - 1 else (place + 1) * CHUNK
        if numbers[place * CHUNK : end]:
            yield numbers[place * CHUNK : end]


def _in_pool(plan: Plan, tasks: list[list[int]], keep: Keep, workers: int, debug: bool) -> None:
    # A new interpreter each: a copy of this one would share its locks and its terminal.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _deaf)
    waiting: set[Future[Played]] = {pool.submit(_in_worker, plan, task, debug) for task in tasks}
    kept: set[Future[Played]] = set()
    try:
        for future in as_completed(waiting):
            with _unbroken():
                keep(future.result()[0])
                kept.add(future)
    finally:
        pool.shutdown(cancel_futures=True)
        for future in waiting - kept:
            if not future.cancelled() and future.exception() is None:
                keep(future.result()[0])


@contextmanager
def _unbroken() -> Iterator[None]:
    """Let an interrupt wait until what is done here is done as a whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


def _deaf() -> None:
    """A worker hears an interrupt only while it plays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_worker(plan: Plan, numbers: list[int], debug: bool) -> Played:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return _play(plan, numbers, debug)
    finally:
        _deaf()


def _play(plan: Plan, numbers: list[int], debug: bool) -> Played:
    results: list[Result] = []
    places = {place for number in numbers for place in plan.seats(number)}
    players = {
        place: contestant(plan.players[place], plan.timeout, debug) for place in sorted(places)
    }
    try:
        for number in numbers:
            results.append(play(plan, number, players))
    except KeyboardInterrupt:
        return results, True
    finally:
        for one in players.values():
            one.close()
    return results, False
