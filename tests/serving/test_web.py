"""The door for browsers: textual-serve's wire form, and manners that it has not."""

from __future__ import annotations

import asyncio
import http.cookies
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import aiohttp
import pytest

from app.serving import page as pages
from app.serving.gate import Rules
from app.serving.limits import Limits, ShutOut
from app.serving.origin import origin_of
from app.serving.web import LONGEST_FRAME, Malformed, read_frame
from tests.serving.parlour import LOBBY, PATIENCE, Page, Parlour, parlour, seen, until

CALM = {"calm": "1"}


@asynccontextmanager
async def browser(house: Parlour, **cookies: str) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(house.url, cookies=CALM | cookies, cookie_jar=jar) as client:
        yield client


@asynccontextmanager
async def page(
    client: aiohttp.ClientSession, size: str = "?width=80&height=24", **headers: str
) -> AsyncIterator[Page]:
    async with client.ws_connect("/ws" + size, headers=headers) as socket:
        shown = Page(socket)
        try:
            yield shown
        finally:
            await socket.close()
            shown.reading.cancel()


async def closed(shown: Page) -> int | None:
    async with asyncio.timeout(PATIENCE):
        await shown.reading
    return shown.socket.close_code


async def test_a_visit_by_the_wire_form_of_the_page(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house, browser(house) as client:
        async with client.get("/") as answer:
            html = await answer.text()
        assert (answer.status, "data-session-websocket-url" in html) == (200, True)
        async with page(client) as shown:
            await shown.send("resize", {"width": 100, "height": 30})  # at once, as the page does
            shown.screen.resize(100, 30)
            await shown.send("ping", "1234")
            await shown.send("focus")
            await seen(shown.screen, LOBBY)
            (visit,) = house.house.sessions
            await until(lambda: visit._runs is not None and visit._runs.app is not None)  # type: ignore[attr-defined]
            await until(lambda: tuple(visit._runs.app.size) == (100, 30))  # type: ignore[union-attr]
            assert shown.texts == [["pong", "1234"]]
            await shown.send("blur")
            await shown.send("stdin", "n")
            await seen(shown.screen, "Players")
            await shown.send("stdin", "\x1b")
            await seen(shown.screen, "Quit")
            await shown.send("stdin", "q")
            assert await closed(shown) == 1000
            assert "Goodbye" in shown.screen
        (entry,) = house.logged("left")
        assert (entry["why"], entry["guest"]) == ("left", False)


async def test_a_cookie_is_the_person_and_a_forged_one_is_nobody(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        cookies: list[str] = []
        for _ in range(2):
            async with browser(house) as client, client.get("/") as answer:
                morsel = http.cookies.SimpleCookie(answer.headers["Set-Cookie"])["diceparlour"]
                cookies.append(morsel.value)
            assert morsel["httponly"]
            assert (morsel["samesite"], morsel["secure"]) == ("Lax", "")
        hers, his = cookies
        forged = f"{hers.partition('.')[0]}.{his.partition('.')[2]}"
        for cookie in (hers, hers, his, forged, "ann", ""):
            async with browser(house, diceparlour=cookie) as client, page(client) as shown:
                await seen(shown.screen, LOBBY)
        came = house.logged("came")
        ids = [entry["person"] for entry in came]
        assert ids[0] == ids[1]
        assert len(set(ids)) == 5
        assert [entry["guest"] for entry in came] == [False] * 3 + [True] * 3
        assert len(house.people.list_people()) == 2
        async with browser(house, diceparlour=hers) as client, client.get("/") as answer:
            kept = http.cookies.SimpleCookie(answer.headers["Set-Cookie"])
            assert kept["diceparlour"].value == hers
        headers = {"X-Forwarded-Proto": "https"}
        async with browser(house) as client, client.get("/", headers=headers) as answer:
            assert "; Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("origin", "host", "welcome"),
    [
        (None, "127.0.0.1", True),
        ("http://127.0.0.1:{port}", "127.0.0.1:{port}", True),
        ("https://dice.example.org", "dice.example.org", True),
        ("https://friend.example", "127.0.0.1:{port}", True),
        ("http://friend.example", "127.0.0.1:{port}", False),
        ("https://evil.example", "127.0.0.1:{port}", False),
        ("http://127.0.0.1:1", "127.0.0.1:{port}", False),
        ("null", "127.0.0.1:{port}", False),
        ("https://dice.example.org.evil.example", "dice.example.org", False),
        ("", "", False),
    ],
)
async def test_only_our_own_pages_open_the_socket(
    origin: str | None, host: str, welcome: bool, tmp_path: Path
) -> None:
    origins = frozenset({"https://friend.example"})
    async with parlour(tmp_path, origins=origins) as house, browser(house) as client:
        headers = {"Host": host.format(port=house.web.port)}
        if origin is not None:
            headers["Origin"] = origin.format(port=house.web.port)
        if welcome:
            async with page(client, **headers) as shown:
                await seen(shown.screen, LOBBY)
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                async with page(client, **headers):
                    pass
            assert refused.value.status == 403
            assert house.number("refusals_total", door="web", why="origin") == 1


async def test_frames_that_no_page_sends_close_that_one_socket(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house, browser(house) as client, page(client) as fine:
        await seen(fine.screen, LOBBY)
        for data in (b"\x00\x01", "{", '["stdin"]', "[" * 5000, "x" * (LONGEST_FRAME + 1)):
            async with page(client) as shown:
                if isinstance(data, bytes):
                    await shown.socket.send_bytes(data)
                else:
                    await shown.socket.send_str(data)
                assert await closed(shown) in (1003, 1009)
            # Who did that does not come again at once; whoever is in stays.
            async with page(client) as shown:
                assert await closed(shown) == 1000
                assert "Too much came from your address" in shown.screen
            house.house.shut_out = ShutOut(monotonic)
        await fine.send("stdin", "n")
        await seen(fine.screen, "Players")
        await until(lambda: len(house.house.sessions) == 1)


@pytest.mark.parametrize(
    "data",
    [
        "", "null", "[]", "{}", '"stdin"', '["stdin"]', '["stdin", 3]', '["stdin", "a", "b"]',
        '["resize", {"width": "80", "height": 24}]', '["resize", {"width": 80}]',
        '["resize", {"width": 1e3, "height": 24}]', '["ping", 1]', '["exec", "id"]',
        '["ping", "' + "1" * 65 + '"]', '["blur", 1]', '["deliver_file_start", "key"]',
        '["open_url", {"url": "x"}]', '["resize", {"width": NaN, "height": 1}]',
        '["resize", {"width": ' + "9" * 5000 + ', "height": 1}]',
    ],
)  # fmt: skip
def test_a_frame_is_one_of_five_or_none(data: str) -> None:
    with pytest.raises(Malformed):
        read_frame(data)


@pytest.mark.parametrize("size", ["?width=0&height=0", "?width=5000&height=-1", "?width=x", ""])
async def test_a_page_of_any_size_is_drawn(size: str, tmp_path: Path) -> None:
    async with parlour(tmp_path) as house, browser(house) as client, page(client, size) as shown:
        for width, height in ((0, 0), (5000, 5000), (-1, 10**9), (80, 24)):
            await shown.send("resize", {"width": width, "height": height})
        await seen(shown.screen, LOBBY)


async def test_a_page_that_reads_nothing_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.serving.driver.BACKLOG", 20_000)
    monkeypatch.setattr("app.serving.limits.SEND_BUFFER", 8192)
    async with (
        parlour(tmp_path, limits=Limits(stall_seconds=0.3)) as house,
        browser(house) as client,
        page(client) as fine,
    ):
        await seen(fine.screen, LOBBY)
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", house.web.port))
        _, writer = await asyncio.open_connection(sock=sock, limit=1024)
        writer.write(
            b"GET /ws?width=200&height=100 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await until(lambda: len(house.house.sessions) == 2)
        frame = json.dumps(["stdin", "\x14"]).encode()
        masked = bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame
        for _ in range(2000):
            if house.logged("left"):
                break
            writer.write(masked)
            await asyncio.sleep(0.02)
        assert [entry["why"] for entry in house.logged("left")] == ["slow"]
        writer.transport.abort()
        await fine.send("stdin", "n")
        await seen(fine.screen, "Players")


async def test_a_house_that_is_full_says_so(tmp_path: Path) -> None:
    limits = Limits(sessions=5, per_address=1)
    async with parlour(tmp_path, limits=limits) as house, browser(house) as client:
        async with page(client) as first:
            await seen(first.screen, LOBBY)
            async with page(client) as second:
                await closed(second)
                assert "too many visitors from your address" in second.screen
            # Behind a proxy of this machine they are at another address each.
            async with page(client, **{"X-Forwarded-For": "203.0.113.7"}) as third:
                await seen(third.screen, LOBBY)
        await until(lambda: house.house.places.count == 0)
        assert {entry["address"] for entry in house.logged("came")} == {"127.0.0.1", "203.0.113.7"}


async def test_a_gate_stands_before_the_web_door_too(tmp_path: Path) -> None:
    async with (
        parlour(tmp_path, rules=Rules("sesame")) as house,
        browser(house) as client,
        page(client) as shown,
    ):
        await seen(shown.screen, "The password of this house")
        await shown.send("stdin", "sesame\r")
        await seen(shown.screen, LOBBY)


async def test_the_page_is_the_houses_own(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house, browser(house) as client:
        async with client.get("/", headers={"Host": "dice.example.org"}) as answer:
            html = await answer.text()
        assert "https://" not in html
        assert "googleapis" not in html
        assert "dice.example.org" not in html
        assert str(house.web.port) not in html
        assert "diceparlour serve" not in html
        links = re.findall(r"(?:href|src)=\"([^\"]+)\"", html)
        assert links.pop(0) == "data:,", "no picture for its tab is asked for"
        assert links == ["static/css/xterm.css", "static/js/textual.js"], "relative: any sub-path"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "aiohttp" not in answer.headers["Server"]
        fonts = re.findall(r"url\(\"?(static/fonts/[^\")]+)", html)
        for link in (*links, *fonts):
            async with client.get(f"/{link}") as answer:
                assert answer.status == 200, link
        for path in ("/static/", "/static/../page.py", "/download/key", "/nothing", "/ws"):
            async with client.get(path) as answer:
                assert answer.status in (403, 404, 426), path
                assert "Traceback" not in await answer.text()
        async with client.get("/?fontsize=999") as answer:
            assert 'data-font-size="40"' in await answer.text()
    assert len(fonts) == 2


async def test_what_a_host_asks_the_house(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house, browser(house) as client:
        async with page(client) as shown:
            await seen(shown.screen, LOBBY)
            async with client.get("/healthz") as answer:
                assert (answer.status, await answer.json()) == (200, {"ok": True, "sessions": 1})
            async with client.get("/metrics") as answer:
                text = await answer.text()
            assert 'diceparlour_sessions{door="web"} 1.0' in text
            assert 'diceparlour_starts_total{door="web"} 1.0' in text
            assert "diceparlour_first_paint_seconds_count 1.0" in text
        headers = {"X-Forwarded-For": "203.0.113.7"}
        async with client.get("/metrics", headers=headers) as answer:
            assert answer.status == 404, "visitors of a proxy are no hosts"
        await house.house.close()
        async with client.get("/healthz") as answer:
            assert (answer.status, (await answer.json())["ok"]) == (503, False)


def test_a_page_that_changed_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert version("textual-serve").startswith("1.1.")
    pages.page.cache_clear()
    monkeypatch.setattr(pages, "FOREIGN_FONT", re.compile("not there"))
    with pytest.raises(pages.PageChanged):
        pages.page()
    pages.page.cache_clear()


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://Example.org", "https://example.org"),
        ("https://example.org:443/", "https://example.org"),
        ("http://example.org:8080", "http://example.org:8080"),
        ("http://[::1]:80", "http://[::1]"),
        ("example.org", None),
        ("ftp://example.org", None),
        ("https://example.org/path", None),
        ("https://example.org:port", None),
        ("https://ann@example.org", None),
        ("*", None),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text: str, origin: str | None) -> None:
    assert origin_of(text) == origin
