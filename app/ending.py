"""How a command ends: with a sentence and an exit code, whatever stops it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from app import texts

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells know it."""

UNREAD = 141
"""The exit code when nobody reads on, as shells know it."""


def fail(sentence: str, code: int = 2) -> NoReturn:
    """End with one sentence and an exit code."""
    click.echo(sentence, err=True)
    raise SystemExit(code)


def run(command: click.Command) -> NoReturn:
    """Run a command; whatever stops it ends it with one sentence, an interrupt with none."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from app.tables.errors import Trouble

    heard = sys.stdout
    code: str | int | None
    try:
        code = command.main(prog_name="diceparlour", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.Abort:
        code = INTERRUPTED
    except Trouble as trouble:
        fail(trouble.message)
    except BrokenPipeError:
        code = _unheard(UNREAD)
    except OSError as error:
        click.echo(texts.CLI_NOT_TOLD(reason=error.strerror or error), err=True)
        code = _unheard(2)
    except SystemExit as ended:
        # When nobody reads on, click puts something else in the place of the stream.
        code = ended.code if sys.stdout is heard else UNREAD
    sys.exit(code)


def _unheard(code: int) -> int:
    """The same code; what is left to tell goes nowhere, lest Python complain at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
