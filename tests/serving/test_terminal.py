"""What a visitor's terminal can show is told by the visitor's side, and believed within bounds."""

from __future__ import annotations

import pytest

from app.serving.terminal import Terminal, clamped, first_size, in_browser, over_ssh, told


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ((80, 24), (80, 24)),
        ((0, 0), (1, 1)),
        ((-3, 7), (1, 7)),
        ((5000, 5000), (500, 200)),
        ((2**32 - 1, 2**32 - 1), (500, 200)),
    ],
)
def test_a_window_has_bounds(said: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert clamped(*said) == drawn


def test_a_terminal_without_a_size_gets_the_usual_one() -> None:
    assert first_size(0, 0) == (80, 24)
    assert first_size(5000, 0) == (500, 24)


@pytest.mark.parametrize(
    ("term", "env", "colours", "no_colour", "plain"),
    [
        ("xterm-256color", {}, "256", False, False),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor", False, False),
        ("xterm-kitty", {}, "truecolor", False, False),
        ("xterm-direct", {}, "truecolor", False, False),
        ("xterm", {}, "standard", False, False),
        ("linux", {}, "standard", False, True),
        ("vt100", {}, "standard", True, True),
        ("xterm-256color", {"NO_COLOR": ""}, "256", True, False),
        ("xterm-256color", {"LANG": "de_DE.UTF-8@euro"}, "256", False, False),
        ("xterm-256color", {"LANG": "C"}, "256", False, True),
        ("xterm-256color", {"LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, "256", False, True),
        ("xterm-256color", {"LANG": "C.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-1"}, "256", False, True),
        ("xterm-256color", {"LANG": "no such \x1b[31m"}, "256", False, False),
    ],
)
def test_the_look_follows_the_visitors_side(
    term: str, env: dict[str, str], colours: str, no_colour: bool, plain: bool
) -> None:
    terminal = over_ssh(term, (80, 24), env)
    assert (terminal.name, terminal.colours) == (term, colours)
    assert (terminal.no_colour, terminal.ascii) == (no_colour, plain)


@pytest.mark.parametrize("level", ["none", "basic", "full"])
def test_animation_is_the_visitors_choice(level: str) -> None:
    assert over_ssh("xterm", (80, 24), {"TEXTUAL_ANIMATIONS": level}).animation == level
    assert over_ssh("xterm", (80, 24), {"TEXTUAL_ANIMATIONS": "wild"}).animation == "full"


def test_the_servers_own_environment_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LANG", "C")
    assert over_ssh("xterm-256color", (80, 24), {}) == Terminal(colours="256")


@pytest.mark.parametrize("name", [None, "", "dumb", "xterm\x1b[2J", "a" * 65, "x y", "../xterm"])
def test_a_terminal_that_cannot_be_one_is_not_used(name: str | None) -> None:
    assert not over_ssh(name, (80, 24), {}).usable


def test_only_the_little_that_is_needed_is_taken_from_an_environment() -> None:
    env = {"LANG": "C.UTF-8", "LD_PRELOAD": "/evil.so", "PATH": "/", "NO_COLOR": "x" * 65}
    assert told(env) == {"LANG": "C.UTF-8"}


def test_the_pages_terminal_shows_everything() -> None:
    assert in_browser((0, 0)) == Terminal()
    assert in_browser((120, 40), calm=True) == Terminal(size=(120, 40), animation="none")
