"""What Textual needs so that many apps can live in one process: each cure says what it cures.

Every patched name is looked at first. Where one is gone the house does not open, because what
would follow is worse: one visitor's output on another's screen, or memory that only grows.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

from app.serving.texts import PATCH_GONE

if TYPE_CHECKING:
    from rich.console import Console
    from textual.app import App


class PatchGone(RuntimeError):
    """A name that has to be patched is not there."""

    def __init__(self, name: str) -> None:
        super().__init__(PATCH_GONE(name=name))


class WantsToExit(Exception):
    """A handler of an app wanted to end the program, which is not its own."""


class _Ansi(str):
    """Codes as they were made for one colour system."""

    system: object


def named(owner: Any, name: str) -> Any:
    """What is about to be patched.

    Raises:
        PatchGone: it is not there.
    """
    found = vars(owner).get(name)
    if found is None:
        raise PatchGone(f"{getattr(owner, '__name__', owner)}.{name}")
    return found


@lru_cache(maxsize=1)
def apply() -> None:
    """Patch Textual, once in a process.

    Raises:
        PatchGone: this is not the Textual that the patches were made for.
    """
    from textual import app
    from textual._compositor import Compositor
    from textual._styles_cache import StylesCache
    from textual._xterm_parser import XTermParser
    from textual.message_pump import MessagePump
    from textual.strip import Strip
    from textual.worker import Worker

    # Standard output belongs to the process: an app that took it and closed would keep it.
    for name in ("redirect_stdout", "redirect_stderr"):
        named(app, name)
        setattr(app, name, _not_redirected)
    # Codes are kept on styles and strips that sessions share: they must know their colour system.
    named(Strip, "render")
    if "_render_cache" not in vars(Strip):
        raise PatchGone("Strip._render_cache")
    setattr(Strip, "render", _render)  # noqa: B010
    # These caches hold on to whatever object they were first called on, and so to closed apps.
    caches: tuple[tuple[Any, str], ...] = (
        (XTermParser, "_parse_extended_key"),
        (StylesCache, "get_inner_outer"),
    )
    for owner, name in caches:
        cached = named(owner, name)
        if not hasattr(cached, "__wrapped__"):
            raise PatchGone(f"{owner.__name__}.{name}.__wrapped__")
        setattr(owner, name, cached.__wrapped__)
    # An app may end itself, never the house.
    pumps: tuple[tuple[Any, str], ...] = (
        (MessagePump, "_dispatch_message"),
        (MessagePump, "_flush_next_callbacks"),
        (Worker, "run"),
    )
    for owner, name in pumps:
        setattr(owner, name, kept_in(named(owner, name)))
    # A change anywhere has all widgets drawn that lie between the changes, and those behind them.
    partial = named(Compositor, "render_partial_update")
    setattr(Compositor, "_get_renders", _needed(named(Compositor, "_get_renders")))  # noqa: B010
    setattr(Compositor, "render_partial_update", _told_what(partial))  # noqa: B010
    # What a crash says goes to the log, without what was in anybody's variables.
    for name in ("_fatal_error", "_print_error_renderables", "_handle_exception"):
        named(app.App, name)


def _not_redirected(_: object) -> AbstractContextManager[None]:
    return nullcontext()


def _render(strip: Any, console: Console) -> str:
    """`Strip.render`, with its cache bound to the colour system that it was filled for."""
    from rich.color import ColorSystem

    system = console._color_system or ColorSystem.TRUECOLOR
    kept = strip._render_cache
    if isinstance(kept, _Ansi) and kept.system is system:
        return kept
    codes = type(strip).render_ansi
    made = _Ansi(
        "".join(
            text if style is None else _styled(style, text, codes(style, system))
            for text, style, _ in strip._segments
        )
    )
    made.system = system
    strip._render_cache = made
    return made


def _styled(style: Any, text: str, ansi: str) -> str:
    output = f"\x1b[{ansi}m{text}\x1b[0m" if ansi else text
    if style._link:
        output = f"\x1b]8;id={style._link_id};{style._link}\x1b\\{output}\x1b]8;;\x1b\\"
    return output


def _told_what(partial: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`Compositor.render_partial_update`, which leaves behind which regions it is about."""

    @wraps(partial)
    def render_partial_update(compositor: Any) -> Any:
        compositor._wanted = tuple(compositor._dirty_regions)
        try:
            return partial(compositor)
        finally:
            compositor._wanted = ()

    return render_partial_update


def _needed(every: Callable[..., Any]) -> Callable[..., Any]:
    """`Compositor._get_renders`, front to back, without those widgets that show nothing new."""

    @wraps(every)
    def get_renders(compositor: Any, crop: Any = None) -> Iterator[Any]:
        left = getattr(compositor, "_wanted", ())
        if not left or crop is None:
            yield from every(compositor, crop)
            return
        left = [region.intersection(crop) for region in left]
        for widget, (region, clip) in compositor.visible_widgets.items():
            shown = region.intersection(clip)
            if shown and any(map(shown.overlaps, left)):
                own = shown.translate((-region.x, -region.y))
                yield region, clip, widget.render_lines(own)
                left = [each for each in left if not shown.contains_region(each)]
                if not left:
                    return

    return get_renders


def kept_in(
    method: Callable[..., Coroutine[Any, Any, Any]],
) -> Callable[..., Coroutine[Any, Any, Any]]:
    """The same coroutine, with what would end the process turned into an ordinary error."""

    @wraps(method)
    async def kept(*given: Any, **named_: Any) -> Any:
        try:
            return await method(*given, **named_)
        except (SystemExit, KeyboardInterrupt) as error:
            raise WantsToExit(f"{type(error).__name__}: {error}") from error

    return kept


def quiet_crash(app: App[Any]) -> None:
    """Let an app end by an error without drawing it: the session logs it, and says one sentence."""

    def ended() -> None:
        app._close_messages_no_wait()

    setattr(app, "_fatal_error", ended)  # noqa: B010
    setattr(app, "_print_error_renderables", app._exit_renderables.clear)  # noqa: B010
