"""``diceparlour arena``: the same games whoever plays them when, and programs that misbehave."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.arena import texts
from app.arena.contestant import BUILT_IN, contestant
from app.arena.exactly import compared
from app.arena.match import Plan, Result, play
from app.arena.program import Program, ProgramFault
from app.arena.results import BadFile, Results
from app.arena.standings import standing, standings, told
from app.arena.tournament import CHUNK, _tasks, run
from engine.model import Setup
from engine.registry import presets, ruleset
from engine.strategy.players import PLAYERS
from tests.app.bots import bot
from tests.app.command import APP, ROOT, environment
from tests.app.command import run as command


def plan(*players: str, rounds: int = 20, timeout: float = 20.0, **options: int) -> Plan:
    return Plan(
        preset="medieval",
        options={"goal": 800, **options},
        players=players,
        seed=7,
        rounds=rounds,
        timeout=timeout,
    )


def played(one: Plan, workers: int = 1, done: Sequence[int] = ()) -> dict[int, Result]:
    found: dict[int, Result] = {}

    def keep(results: Sequence[Result]) -> None:
        for result in results:
            assert result.game not in found
            found[result.game] = result

    run(one, done, keep, workers)
    return found


def test_results_depend_on_seed_and_number_alone() -> None:
    one = plan("stella", "pip", "max", rounds=34)
    alone = played(one)
    assert sorted(alone) == list(range(one.games)) == list(range(102))
    assert played(one, workers=2) == alone
    players = {place: contestant(name, 1, False) for place, name in enumerate(one.players)}
    backwards = [play(one, number, players) for number in (101, 50, 3)]
    assert backwards == [alone[number] for number in (101, 50, 3)]
    longer = one.replace(rounds=60)
    assert play(longer, 50, players) == alone[50]
    other = one.replace(seed=8)
    assert [play(other, number, players).scores for number in range(9)] != [
        alone[number].scores for number in range(9)
    ]


def test_seats_alternate_and_every_pair_plays_alike() -> None:
    one = plan("pip", "max", "stella", rounds=4)
    seats = [one.seats(number) for number in range(one.games)]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert (seats.count((a, b)), seats.count((b, a))) == (2, 2)


def test_an_interrupt_waits_until_games_are_kept() -> None:
    kept: list[Result] = []

    def keep(results: Sequence[Result]) -> None:
        signal.raise_signal(signal.SIGINT)
        kept.extend(results)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(plan("pip", "max", rounds=3 * CHUNK), (), keep, 1)
    assert [result.game for result in kept] == list(range(CHUNK))
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("count", [0, 1, CHUNK - 1, CHUNK, 2 * CHUNK - 1, 2 * CHUNK, 515])
def test_tasks_are_whole_and_never_small(count: int) -> None:
    tasks = list(_tasks(list(range(count))))
    assert [number for task in tasks for number in task] == list(range(count))
    assert all(CHUNK <= len(task) < 2 * CHUNK for task in tasks) or count < CHUNK
    assert all(tasks)


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("preset", ["zilch-5000", "fill-or-bust", "spicy-farkel"])
def test_everybody_of_the_house_plays_to_the_end(name: str, preset: str) -> None:
    one = plan(name, "pip").replace(preset=preset, options={"goal": 2000})
    players = {place: contestant(who, 1, False) for place, who in enumerate(one.players)}
    result = play(one, 0, players)
    assert result.winners
    assert (result.forfeit, result.reason) == (None, "")
    assert max(result.scores) >= 1000


# Programs


def test_a_program_plays_as_the_same_rules_do_here(tmp_path: Path) -> None:
    """Dice of a keep may come in any order, and one process plays all of its games."""
    one = plan(bot(tmp_path, "bank"), bot(tmp_path, "backwards"), rounds=6)
    found = played(one)
    assert len(found) == 6
    assert all(result.winners and result.forfeit is None for result in found.values())
    assert played(one) == found


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("crash", texts.ENDED(code="3")),
        ("sleep", texts.SLOW(seconds="0.3")),
        ("illegal", "not legal now: "),
        ("prose", "The request is not a line of JSON in UTF-8."),
    ],
)
def test_a_program_that_gives_no_legal_answer_forfeits(
    tmp_path: Path, how: str, reason: str
) -> None:
    limit = 0.3 if how == "sleep" else 20.0
    one = plan("pip", bot(tmp_path, how), rounds=2, timeout=limit, goal=1500)
    found = played(one)
    for result in found.values():
        assert (result.winners, result.forfeit) == ((0,), 1)
        assert result.reason.startswith(reason)
    assert standing(1, found.values()).forfeits == 2
    assert any(" forfeited " in line and reason in line for line in told(one, found.values()))


@pytest.mark.parametrize(
    "answer",
    [
        '{"do": {"kind": "roll"}, "more": 1}',
        '{"do": "roll"}',
        '{"do": {"kind": "dance", "seat": 0}}',
        '{"do": {"kind": "keep", "seat": 0, "dice": [1, 1]}}',
        '{"do": {"kind": "roll", "seat": 0}, "do": {"kind": "roll", "seat": 0}}',
        "[]",
        "",
        "[" * 5000,
        "\\x1b[31mred",
    ],
)
def test_answers_that_are_none(answer: str) -> None:
    script = f"import sys; sys.stdin.readline(); sys.stdout.write({answer!r} + chr(10))"
    program = Program([sys.executable, "-c", script], 20)
    game = ruleset("medieval")
    state = game.initial(Setup(preset="medieval", seats=("A", "B"), first=0))
    with pytest.raises(ProgramFault) as fault:
        program.decide({"seat": 0}, game, game.legal_actions(state, 0))
    assert "\x1b" not in str(fault.value)
    assert len(str(fault.value)) < 200


def test_a_program_that_never_reads_and_its_children_are_ended(tmp_path: Path) -> None:
    """It is asked more than a pipe holds; what it started ends with it."""
    mark = tmp_path / "child"
    child = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    script = (
        "import subprocess, sys, time;"
        f"subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    )
    program = Program([sys.executable, "-c", script], 1.5)
    with pytest.raises(ProgramFault):
        program.decide({"seat": 0, "state": "x" * 500_000}, ruleset("medieval"), ())
    pid = int(mark.read_text())
    for _try in range(100):
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            return
        time.sleep(0.02)
    raise AssertionError("the child still runs")


def test_a_program_that_cannot_be_started_says_so(tmp_path: Path) -> None:
    program = Program([str(tmp_path / "nothing")], 1)
    with pytest.raises(ProgramFault, match="could not be started"):
        program.decide({}, ruleset("medieval"), ())


# Standings


def result(number: int, scores: tuple[int, int], *winners: int) -> Result:
    return Result(game=number, seats=(0, 1), scores=scores, winners=winners)


def test_standings_are_counted_right() -> None:
    games = [result(0, (100, 50), 0), result(1, (200, 200), 0, 1), result(2, (0, 400), 1)]
    first = standing(0, games)
    assert (first.games, first.wins, first.share) == (3, 1.5, 0.5)
    assert first.points == pytest.approx(100)
    assert first.give == pytest.approx(1.959964 * 100 / 3**0.5)
    assert first.low < 0.5 < first.high
    order = standings(plan("pip", "max"), [*games, result(3, (0, 400), 1)])
    assert [one.player for one in order] == [1, 0]
    assert standing(0, []).give is None


def test_who_plays_twice_is_numbered() -> None:
    lines = told(plan("pip", "pip"), [result(0, (100, 50), 0)])
    assert [line.split("  ")[0] for line in lines[1:]] == ["1. pip", "2. pip"]
    long = "python3 " + "x" * 40
    lines = told(plan("\x1b[31m" + long, long + " --other"), [result(0, (100, 50), 0)])
    assert [line.split("  ")[0][:12] for line in lines[1:]] == ["1. python3 x", "2. python3 x"]
    assert max(map(len, lines)) < 100


# The file


def test_a_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    one = plan("stella", "pip", rounds=12)
    whole = played(one)
    path = tmp_path / "results.jsonl"
    first = Results(one, path)
    first.keep([whole[4], whole[1]])
    with path.open("ab") as file:
        file.write(b'{"game": 7, "sea')
    again = Results(one, path)
    assert sorted(again.games) == [1, 4]
    run(one, again.games.keys(), again.keep, 1)
    assert again.games == whole
    assert Results(one, path).games == whole
    assert len(path.read_text().splitlines()) == 13
    longer = Results(one.replace(rounds=13, timeout=1.0), path)
    assert longer.games == whole
    assert sorted(Results(one.replace(rounds=3), path).games) == [0, 1, 2]


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    one = plan("stella", "pip")
    Results(one, path)
    for other in (one.replace(seed=8), one.replace(players=("pip", "stella"))):
        with pytest.raises(BadFile, match="does not hold results of this tournament"):
            Results(other, path)
    with path.open("ab") as file:
        file.write(b"nonsense\n")
    with pytest.raises(BadFile, match="damaged in line 2"):
        Results(one, path)
    for text in (b"my diary", b"my diary\nday one\n"):
        path.write_bytes(text)
        with pytest.raises(BadFile):
            Results(one, path)
        assert path.read_bytes() == text
    with pytest.raises(BadFile, match="cannot be used"):
        Results(one, tmp_path)


# Exactly


def test_simulation_and_exact_comparison_agree() -> None:
    """Perfect play against play for points, in a short race: the intervals hold it."""
    exact = compared("medieval", {"goal": 500})
    assert exact is not None
    assert exact.first > exact.both > 0.5 > exact.second
    one = plan("ada", "points", rounds=400, goal=500)
    games = played(one).values()
    found = standing(0, games)
    assert found.low <= exact.both <= found.high
    begun = standing(0, [game for game in games if game.seats == (0, 1)])
    assert begun.low <= exact.first <= begun.high


def test_no_exact_comparison_where_there_is_more_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for preset in set(presets()) - {"medieval"}:
        assert compared(preset, {}) is None
    assert compared("medieval", {"goal": 300, "topping": True}) is None
    monkeypatch.setattr("app.arena.exactly.find_spec", lambda _name: None)
    assert compared("medieval", {"goal": 300}) is None


# The command


def arena(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    with TemporaryDirectory() as home:
        return command("arena", *arguments, home=Path(home))


def test_players_are_listed() -> None:
    shown = arena().stdout.decode().splitlines()
    assert [line.split()[0] for line in shown] == list(BUILT_IN)
    assert all(one.about in "\n".join(shown) for one in PLAYERS)


def test_a_tournament_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["ada", "pip", "--game", "medieval", "--option", "goal=600", "--games", "110"]
    done = arena(*arguments, "--results", str(path), "--workers", "2")
    assert done.returncode == 0
    assert b"simulated" in done.stderr
    head, first, second = done.stdout.decode().splitlines()
    assert head.split()[:3] == ["player", "games", "wins"]
    assert {first.split()[0], second.split()[0]} == {"ada", "pip"}
    again = json.loads(arena(*arguments, "--results", str(path), "--json").stdout)
    fresh = json.loads(arena(*arguments, "--workers", "1", "--json").stdout)
    assert again == fresh
    assert len(fresh["results"]) == 110
    assert sum(one["wins"] for one in fresh["standings"]) == 110
    exact = arena("ada", "points", "--game", "medieval", "--option", "goal=150", "--games", "2",
                  "--exact")  # fmt: skip
    assert exact.stdout.decode().splitlines()[-1].startswith("Exactly, ada wins ")


def test_a_tournament_that_is_broken_off_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["arena", "stella", "pip", "--game", "medieval", "--games", "100000"]
    with subprocess.Popen(
        [*APP, *arguments, "--results", str(path), "--workers", "2"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        for _try in range(400):
            if path.exists() and path.read_bytes().count(b"\n") > 1:
                break
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        shown, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert b"Traceback" not in said
    kept = len(path.read_text().splitlines()) - 1
    assert kept > 0
    assert texts.STOPPED(count=kept).encode() in said
    assert f"{kept:,}".encode() in shown
    games = [json.loads(line)["game"] for line in path.read_text().splitlines()[1:]]
    assert len(set(games)) == kept


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ada"], texts.TWO()),
        (["ada", "nobody"], texts.WHO(name="nobody")),
        (["ada", "pip", "--option", "goal"], texts.WHICH_OPTION(text="goal")),
        (["ada", "pip", "--timeout", "nan"], texts.NO_TIME()),
        (["ada", "pip", "--option", "gaol=1"], "There is no option called 'gaol' here."),
    ],
)
def test_what_cannot_be_played_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = arena(*arguments, "--game", "medieval")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [sentence]


def test_a_game_is_needed_that_two_can_play() -> None:
    assert arena("ada", "pip").stderr.decode().splitlines() == [texts.WHICH_GAME()]
    for game in ("bunco", "chess"):
        done = arena("ada", "pip", "--game", game)
        assert (done.returncode, len(done.stderr.decode().splitlines())) == (2, 1)
