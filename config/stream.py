"""Open boards are told the moment a table moves: server-sent events, served apart from pages and API.

`GET /stream/matches/<id>/` answers with one `board` event for every change of that match: which table, at which
sequence, in which state. No figures and no names: the page then asks for its part as it always does. So whoever may
not see something does not see it here, and no database is asked. Run by `python -m config.stream`.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from config import environment
from config.logs import JsonFormatter
from config.stream_boards import Boards, Watcher

SLOW_SECONDS = 10.0
"""Who has not taken what was sent by then is let go."""
RETRY = b"retry: 3000\n\n"
BEAT = b": still here\n\n"

PATH = re.compile(r"/stream/matches/([1-9][0-9]{0,17})/", re.ASCII)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Options:
    """What the environment says of the stream."""

    redis_url: str
    channel: str
    clients: int
    """How many pages one process serves at once."""
    beat: int
    """Seconds without an event after which a comment is sent: fewer than any proxy waits for."""

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Options":
        """Read them; ImproperlyConfigured names what is missing or no number."""
        return cls(
            redis_url=environment.redis_url(environ),
            channel=environment.board_channel(environ),
            clients=environment.whole_number(environ, "BULLSEYE_STREAM_CLIENTS", 500),
            beat=environment.whole_number(environ, "BULLSEYE_STREAM_BEAT", 15),
        )


class Stream:
    """The ASGI application."""

    def __init__(self, boards: Boards, beat: float, slow: float = SLOW_SECONDS) -> None:
        self.boards, self._beat, self._slow = boards, beat, slow
        self._listening: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or live through the server's life span."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._listening = asyncio.create_task(self.boards.listen())
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                if self._listening is not None:
                    self._listening.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await self._listening
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        asked = PATH.fullmatch(scope["path"])
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if asked is None:
            await _refuse(send, 404, "No such stream.")
        elif scope["method"] != "GET":
            await _refuse(send, 405, "A stream is only read.", [(b"allow", b"GET")])
        elif not same_host(headers.get(b"origin"), headers.get(b"host", "")):
            await _refuse(send, 403, "The stream is for the pages of its own host.")
        elif (watcher := self.boards.join(match := int(asked[1]))) is None:
            # Too many, or Redis is away: the page goes on looking by itself either way.
            await _refuse(send, 503, "No more can be served now.", [(b"retry-after", b"30"), *allowed(headers)])
        else:
            gone = asyncio.create_task(_let_go_when_gone(receive, watcher))
            try:
                await self._tell(watcher, allowed(headers), send)
            finally:
                gone.cancel()
                self.boards.leave(match, watcher)

    async def _tell(self, watcher: Watcher, more: Headers, send: Send) -> None:
        kind = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": [*kind, *COMMON, *more]})
            await self._send(send, RETRY)
            while (events := await watcher.next(self._beat)) is not None:
                await self._send(send, events or BEAT)
            await self._send(send, b"", more=False)
        except (TimeoutError, OSError):
            log.warning("a watcher that does not read is let go")

    async def _send(self, send: Send, body: bytes, *, more: bool = True) -> None:
        async with asyncio.timeout(self._slow):
            await send({"type": "http.response.body", "body": body, "more_body": more})


COMMON: Headers = [
    (b"cache-control", b"no-store"),
    (b"connection", b"close"),
    (b"vary", b"Origin"),
    (b"x-content-type-options", b"nosniff"),
]


def same_host(origin: str | None, host: str) -> bool:
    """Say whether a request comes from a page of the host that it goes to, on whichever port, or from no page."""
    if origin is None:
        return True
    try:
        theirs, ours = urlsplit(origin), urlsplit(f"//{host}")
        return theirs.scheme in {"http", "https"} and bool(ours.hostname) and theirs.hostname == ours.hostname
    except ValueError:
        return False


def allowed(headers: Mapping[bytes, str]) -> Headers:
    """Return the header that lets the asking page read the answer; `same_host` has said that it may."""
    origin = headers.get(b"origin")
    return [] if origin is None else [(b"access-control-allow-origin", origin.encode("latin-1"))]


async def _refuse(send: Send, status: int, words: str, more: Sequence[tuple[bytes, bytes]] = ()) -> None:
    body = f"{words}\n".encode()
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*kind, *COMMON, *more]})
    await send({"type": "http.response.body", "body": body})


async def _let_go_when_gone(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


class Server(uvicorn.Server):
    """uvicorn, letting all watchers go before it waits for them to end."""

    def __init__(self, config: uvicorn.Config, boards: Boards) -> None:
        super().__init__(config)
        self._boards = boards

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop without waiting for pages that would watch for ever."""
        self._boards.close()
        await super().shutdown(sockets)


def start_logs(level: str, form: str) -> None:
    """Write the log to standard error, as lines of text or of JSON."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if form == "json" else text)
    logging.basicConfig(level=level.upper(), handlers=[handler])


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python -m config.stream", description="Tells open boards of changes.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    chosen = parser.parse_args()
    options = Options.of(os.environ)
    level = os.environ.get("BULLSEYE_LOG_LEVEL", "warning").lower()
    start_logs(level, os.environ.get("BULLSEYE_LOG_FORMAT", "text"))
    boards = Boards(options.redis_url, options.channel, options.clients)
    config = uvicorn.Config(
        Stream(boards, options.beat),
        host=chosen.host,
        port=chosen.port,
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level=level,
        access_log=bool(os.environ.get("BULLSEYE_ACCESS_LOG")),
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=16 * 1024,
        # Connections, also those that never ask: some more than pages, as each that is turned away needs one too.
        limit_concurrency=options.clients + 100,
        timeout_graceful_shutdown=5,
    )
    # Once it has stopped, uvicorn sends itself again the signal that it caught; by then that is an end like any other.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    with contextlib.suppress(KeyboardInterrupt):
        Server(config, boards).run()


if __name__ == "__main__":
    main()
