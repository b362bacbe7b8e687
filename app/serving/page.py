"""The page of the web door: textual-serve's own page and script, with what is ours around them.

Its template and its static files are read from the installed package. What the house changes is
looked for first, so that another version of the page cannot quietly bring back what was taken out.
"""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from app.serving import texts
from app.texts import APP

FOREIGN_FONT: Final = re.compile(r"<link\s+rel=\"stylesheet\"\s+href=\"https://fonts[^>]*>")
WAY_BACK: Final = 'return url.pathname + "?" + params.toString();'

STYLE: Final = """
@font-face { font-family: "Roboto Mono"; font-weight: 100 700;
  src: url("static/fonts/RobotoMono-VariableFont_wght.ttf"); }
@font-face { font-family: "Roboto Mono"; font-weight: 100 700; font-style: italic;
  src: url("static/fonts/RobotoMono-Italic-VariableFont_wght.ttf"); }
body { background: #12181b; }
.shade { background: #12181b; background-image: none; }
.intro { background: #1a2226; }
body Button { background: #2b5246; }
Button:hover { background: #3b6b5c; }
/* The last words of the house stay in sight. */
.closed-dialog { pointer-events: none; align-items: flex-end; }
.closed-dialog .shade { display: none; }
.closed-dialog .intro { pointer-events: auto; height: auto; }
"""

SCRIPT: Final = """
"use strict";
// The page may lie anywhere below a site: the socket is beside the page.
{
  const socket = new URL("ws", document.baseURI);
  socket.protocol = socket.protocol === "https:" ? "wss:" : "ws:";
  const terminal = document.getElementById("terminal");
  const path = new URL(".", document.baseURI).pathname;
  const tell = (name, seconds) => {
    document.cookie = name + "=1; SameSite=Lax; max-age=" + seconds + "; path=" + path;
  };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  terminal.dataset.sessionWebsocketUrl = socket.href;
  // The terminal tells of its focus at once, so it gets it no sooner than the line is open.
  const shown = () => document.body.classList.contains("-first-byte");
  // Once the session is over, Enter comes in again.
  const over = () => document.body.classList.contains("-closed");
  const wanted = () => over() ? document.querySelector(".closed-dialog button")
    : shown() ? terminal.querySelector("textarea") : null;
  const focus = () => wanted()?.focus();
  new MutationObserver(focus).observe(document.body, { attributeFilter: ["class"] });
  window.addEventListener("focus", focus);
  if (still) {
    document.cookie = "calm=1; SameSite=Lax; path=" + path;
  }
  // A line that tears is no end: the page says so, and comes back once the house can be reached.
  const comeBack = async () => {
    document.querySelector(".closed-dialog .message").textContent = LOST;
    for (let wait = 250; ; wait = Math.min(2 * wait, 5000)) {
      await new Promise((done) => setTimeout(done, wait));
      try {
        if ((await fetch("healthz", { cache: "no-store" })).ok) break;
      } catch {
        continue;
      }
    }
    tell(BACK, BACK_SECONDS);
    window.location.reload();
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      let opened = false;
      this.addEventListener("open", () => {
        opened = true;
        tell(BACK, 0);
      });
      this.addEventListener("close", (event) => {
        if (opened && event.code !== ENDED) comeBack();
      });
    }
  };
}
"""

BACK: Final = "diceparlour_back"
"""The cookie by which a page says that it comes back from a line that was torn."""

BACK_SECONDS: Final = 60
"""So long a browser remembers that: until the page has connected."""

ENDED: Final = 1000
"""How a socket is closed whose session has ended in order."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self' data:; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Server": "Dice Parlour",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class PageChanged(RuntimeError):
    """The installed page is not the one that the house was made for."""


def static_folder() -> Path:
    """The folder of the page's script, styles and fonts."""
    with as_file(files("textual_serve") / "static") as folder:
        return folder


@lru_cache(maxsize=4)
def page(font_size: int = 16) -> str:
    """The page.

    Raises:
        PageChanged: what the house takes out of it is not there.
    """
    from jinja2 import Environment

    template = (files("textual_serve") / "templates" / "app_index.html").read_text("utf-8")
    for wanted in ("config.static.url", "app_websocket_url", "font_size", "application.name"):
        if wanted not in template:
            raise PageChanged(wanted)
    template = _without(FOREIGN_FONT, template)
    shown = (
        Environment(autoescape=True)
        .from_string(template)
        .render(
            config={"static": {"url": "static/"}},
            app_websocket_url="ws",
            font_size=font_size,
            application={"name": str(APP)},
            ping_url="",
        )
    )
    for old, new in (
        ("</head>", f"<style>{STYLE}</style></head>"),
        ("<head>", f"<head><title>{APP}</title>{_META}"),
        ("</body>", f"<script>{_script()}</script></body>"),
        ("Session ended.", html.escape(texts.PAGE_ENDED())),
        (">Restart<", f">{html.escape(texts.PAGE_AGAIN())}<"),
        (">Start<", f">{html.escape(texts.PAGE_START())}<"),
        ("<html>", '<html lang="en">'),
    ):
        if old not in shown:
            raise PageChanged(old)
        shown = shown.replace(old, new, 1)
    if "https://" in shown or "http://www.w3.org" in shown.replace(
        "http://www.w3.org/2000/svg", ""
    ):
        raise PageChanged("https://")
    return shown


def _script() -> str:
    """The script with what the house has to tell it."""
    told = {
        "LOST": texts.PAGE_LOST(), "BACK": BACK, "BACK_SECONDS": BACK_SECONDS, "ENDED": ENDED
    }  # fmt: skip
    constants = "".join(f"  const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return SCRIPT.replace("{\n", "{\n" + constants, 1)


_META: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="icon" href="data:,">'
)


def _without(pattern: re.Pattern[str], text: str) -> str:
    shorter, count = pattern.subn("", text)
    if count != 1:
        raise PageChanged(pattern.pattern)
    return shorter


def pong(data: object) -> str:
    """The answer to a page's ping."""
    return json.dumps(["pong", data])
