"""The command ``diceparlour``. Each command imports what it needs, so that help is there at once.

Data goes to stdout, everything said to people to stderr. Exit codes: 0 all is well, 1 a check
failed, 2 what was asked for cannot be done, 130 interrupted.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from app import __version__, texts
from app.arena.options import Asked, tournament
from app.backup.commands import backup, restore
from app.ending import INTERRUPTED, fail, run
from app.serving.command import serve
from app.serving.guest_book import people

if TYPE_CHECKING:
    from app.tables.hub import Hub


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=str(texts.CLI_HELP),
)
@click.version_option(__version__, prog_name="diceparlour")
@click.option("--no-animation", is_flag=True, help=str(texts.CLI_NO_ANIMATION))
@click.option("--ascii", "plain", is_flag=True, help=str(texts.CLI_ASCII))
@click.pass_context
def cli(context: click.Context, no_animation: bool, plain: bool) -> None:
    """Everything that the command can do; alone it opens the lobby."""
    if context.invoked_subcommand is None:
        context.exit(play(animation=not no_animation, plain=plain))


cli.add_command(backup)
cli.add_command(restore)
cli.add_command(serve)
cli.add_command(people)


def play(animation: bool, plain: bool) -> int:
    """Open the lobby in this terminal, and give the exit code once it is left."""
    if not has_terminal():
        fail(texts.CLI_NO_TERMINAL())

    from app.hang_up import end_with
    from app.main import make_app
    from app.views.look import needs_ascii

    if sys.stdin.isatty():
        end_with(sys.stdin.fileno())
    with ExitStack() as stack:

        def open_hub() -> Hub:
            from engine.registry import presets

            hub = stack.enter_context(the_hub()).listen()
            stack.callback(hub.close)
            presets()
            loaded()
            return hub

        app = make_app(
            open_hub,
            animation=animation,
            ascii=plain or needs_ascii(sys.stdout.encoding, os.environ),
            config=config_folder(),
        )
        loaded()
        app.run()
    return app.return_code or 0


def loaded() -> None:
    """Tell Python that all there is by now is there to stay.

    Looking through it for garbage takes long enough to be felt at the first picture or at a key;
    what comes later is looked through as a whole less often, for the same reason.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 100)


def has_terminal() -> bool:
    """Whether there is a screen to draw on and a keyboard: it takes all three streams for that."""
    if os.environ.get("TEXTUAL_DRIVER"):  # `textual-serve diceparlour`: a page draws
        return True
    streams = (sys.stdin, sys.stdout, sys.stderr)
    able = os.environ.get("TERM") not in ("dumb", "unknown")
    return able and all(stream is not None and stream.isatty() for stream in streams)


def config_folder() -> Path:
    """Where a person's own settings lie: beside the journal when that was given a place."""
    from platformdirs import user_config_path

    from app.tables.place import HOME_VARIABLE

    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen) if chosen else user_config_path("diceparlour", appauthor=False)


@contextmanager
def the_hub() -> Iterator[Hub]:
    """The tables of this user, closed again at the end."""
    from app.tables.home import open_store
    from app.tables.hub import Hub

    opened = open_store()
    try:
        yield Hub(opened.store, opened.notices)
    finally:
        opened.store.close()


@cli.command(help=str(texts.CLI_REFEREE))
@click.option("--keep", is_flag=True, help=str(texts.CLI_KEEP))
@click.option("--debug", is_flag=True, help=str(texts.CLI_DEBUG))
def referee(keep: bool, debug: bool) -> None:
    """The engine over stdin and stdout, for programs."""
    from app.referee import Referee, serve

    if sys.stdin is None or sys.stdout is None:
        fail(texts.CLI_NO_STREAMS())
    with the_hub() if keep else nullcontext() as hub:
        judge = Referee(hub, sys.stderr if debug else None)
        serve(judge, sys.stdin.buffer, sys.stdout.buffer)


@cli.command(help=str(texts.CLI_TABLES))
def tables() -> None:
    """The tables that are kept, one a line."""
    from app.tables.ids import spoken

    with the_hub() as hub:
        told(hub)
        lines = hub.tables()
    for line in lines:
        state = texts.CLI_OVER() if line.over else texts.CLI_TURN(names=", ".join(line.turn))
        played = "" if line.last_played is None else f"{line.last_played:%Y-%m-%d %H:%M} UTC"
        click.echo("\t".join((spoken(line.id), line.title, ", ".join(line.seats), state, played)))
        if line.notice:
            click.echo(line.notice, err=True)
    if not lines:
        click.echo(texts.CLI_NO_TABLES(), err=True)


@cli.command(help=str(texts.CLI_VERIFY))
@click.argument("table", metavar="TABLE")
@click.option("--evidence", is_flag=True, help=str(texts.CLI_EVIDENCE))
def verify(table: str, evidence: bool) -> None:
    """Recompute every roll and card of a table."""
    from app.tables import verify as proof
    from app.tables.errors import TableTrouble

    with the_hub() as hub:
        told(hub)
        try:
            found = hub.open(table)
            verdict = proof.verify(found)
            shown = json.dumps(proof.evidence(found)) if evidence else ""
        except TableTrouble as trouble:
            fail(trouble.message, code=1 if trouble.code == "unreadable" else 2)
    click.echo("\n".join(verdict.sentences), err=evidence)
    if evidence:
        click.echo(shown)
    if not verdict.ok:
        raise SystemExit(1)


@cli.command(help=str(texts.CLI_DICE))
@click.argument("table", metavar="[TABLE]", required=False)
@click.option("--json", "as_json", is_flag=True, help=str(texts.CLI_JSON))
def dice(table: str | None, as_json: bool) -> None:
    """Whether the dice are as fair as they should be."""
    from app import dice as shown

    with the_hub() as hub:
        told(hub)
        found = shown.gathered(hub, table)
    for sentence in found.sentences:
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps(shown.plain_all(found.players)))
    elif found.players:
        click.echo("\n".join(shown.told(found.players)))
        click.echo(texts.DICE_MEANING(), err=True)
    else:
        click.echo(texts.DICE_NONE(), err=True)


@cli.command(help=str(texts.CLI_REVIEW))
@click.argument("table", metavar="TABLE")
@click.option("--json", "as_json", is_flag=True, help=str(texts.CLI_JSON))
@click.option("--svg", "as_svg", is_flag=True, help=str(texts.CLI_SVG))
def review(table: str, as_json: bool, as_svg: bool) -> None:
    """A table looked at again."""
    from app import review as past

    if as_json and as_svg:
        fail(texts.REVIEW_ONE_FORM())
    with the_hub() as hub:
        told(hub)
        found = hub.open(table)
        with progress(texts.CLI_LOOKING(), found.entries) as done:
            seen = past.looked_at(found, lambda _step: done(1))
    if found.notice:
        click.echo(found.notice, err=True)
    if seen is None:
        fail(texts.REVIEW_NOTHING())
    if as_json:
        click.echo(json.dumps(past.plain_review(seen)))
    elif as_svg:
        click.echo(past.drawn(seen), nl=False)
    else:
        click.echo("\n".join(past.told(seen)))


@cli.command(help=str(texts.CLI_ARENA))
@click.argument("players", metavar="[PLAYERS]...", nargs=-1)
@click.option("--game", metavar="PRESET", help=str(texts.CLI_GAME))
@tournament
@click.option("--exact", is_flag=True, help=str(texts.CLI_EXACT))
@click.option("--json", "as_json", is_flag=True, help=str(texts.CLI_JSON))
def arena(
    players: tuple[str, ...], game: str | None, exact: bool, as_json: bool, **asked: Any
) -> None:
    """Players against each other, until it is known who is better."""
    from app.arena import desk
    from app.arena import texts as said

    if not players:
        click.echo("\n".join(desk.listed()))
        return
    if game is None:
        fail(said.WHICH_GAME())
    base, options = chosen_rules(game)
    how = Asked(**asked)
    with refusals():
        plan = desk.planned(base, options, players, how)
        for sentence in desk.remarks(plan):
            click.echo(sentence, err=True)
        found = desk.opened(plan, how.results)
        if trouble := desk.learn(plan, plan.games - len(found.games), progress):
            click.echo(trouble, err=True)
        with progress(said.PLAYING(), plan.games) as done:
            done(len(found.games))
            ended = desk.played(plan, found, done, how.workers or os.cpu_count() or 1, how.debug)
        comparison = desk.exact(plan) if exact and ended else None
    if as_json:
        click.echo(json.dumps(desk.plain(plan, found, comparison)))
    else:
        click.echo("\n".join(desk.told(plan, found)))
        click.echo(said.SIMULATED(), err=True)
    if not ended:
        fail(said.STOPPED(count=len(found.games)), code=INTERRUPTED)
    if exact:
        click.echo(desk.exactly_told(comparison), err=as_json)


@cli.command(help=str(texts.CLI_SCORE))
@click.argument("preset", metavar="PRESET")
@click.argument("faces", metavar="FACES...", nargs=-1, required=True, type=click.IntRange(1, 6))
@click.option("--json", "as_json", is_flag=True, help=str(texts.CLI_JSON))
def score(preset: str, faces: tuple[int, ...], as_json: bool) -> None:
    """What may be kept of real dice, and the odds of the next roll."""
    from app import score as real_dice

    base, options = chosen_rules(preset)
    with refusals():
        keeps = real_dice.judged(base, faces, options)
    click.echo(json.dumps(keeps) if as_json else "\n".join(real_dice.told(faces, keeps)))


@cli.group(help=str(texts.CLI_RULES))
def rules() -> None:
    """Rule sets that people write themselves."""


@rules.command("list", help=str(texts.CLI_RULES_LIST))
def rules_list() -> None:
    """Every preset and every house rule, one a line."""
    from app.tables.house_rules import shelf
    from engine.registry import preset, presets

    for name in presets():
        click.echo("\t".join((name, preset(name).title, preset(name).summary)))
    found = shelf(config_folder())
    for own in found.rules:
        click.echo("\t".join((own.path.stem, own.title, str(own.path))))
    for path, faults in found.broken:
        click.echo(texts.RULES_BROKEN(name=path.name, fault=faults[0]), err=True)


@rules.command("show", help=str(texts.CLI_RULES_SHOW))
@click.argument("preset", metavar="PRESET")
def rules_show(preset: str) -> None:
    """A preset as TOML."""
    from app.tables.house_rules import show

    with refusals():
        click.echo(show(preset), nl=False)


@rules.command("check", help=str(texts.CLI_RULES_CHECK))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def rules_check(file: Path) -> None:
    """What is wrong in a rule file, a line each."""
    from app.tables.house_rules import HouseRules, read

    found = read(file)
    if isinstance(found, HouseRules):
        click.echo(texts.RULES_FINE(path=file, title=found.title))
        return
    for fault in found:
        click.echo(texts.RULES_FAULT(path=file, fault=fault), err=True)
    raise SystemExit(1)


def chosen_rules(name: str) -> tuple[str, Mapping[str, Any]]:
    """The preset and the options behind the name of a preset or of a rule file in the house."""
    from app.tables.house_rules import shelf
    from engine.registry import presets

    if name not in presets():
        for own in shelf(config_folder()).rules:
            if own.path.stem == name:
                return own.base, own.options
    return name, {}


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal that grows by what it is told; nothing where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _more: None
        return
    with click.progressbar(length=length, label=label, width=0, file=sys.stderr) as bar:
        yield bar.update


@contextmanager
def refusals() -> Iterator[None]:
    """Let a refusal of the engine end the command with its sentence."""
    from engine.refusal import IllegalAction

    try:
        yield
    except IllegalAction as refused:
        fail(refused.message)


def told(hub: Hub) -> None:
    """What opening the journal had to say."""
    for notice in hub.notices:
        click.echo(notice, err=True)


def main() -> NoReturn:
    """Run the command."""
    run(cli)
