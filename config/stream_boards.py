"""Who watches which match, and the one subscription that tells them all.

One process has one subscription, however many phones it serves. What the ledger announced while Redis was away is
lost to us and to nobody else: every watcher is let go then, looks at its page by itself, and looks again when it is
back. Nothing here knows a match from another: an identifier that no match has is simply never told of anything.
"""

import asyncio
import contextlib
import json
import logging
from collections import defaultdict, deque

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Unconnected
from redis.exceptions import RedisError

WAITING = 32
"""Events that one watcher may leave unread; who leaves more is let go."""
IDLE_SECONDS = 10.0
"""After this long without a word Redis is asked whether it is still there, and has as long again to say so."""
SETTLE_SECONDS = 6.0
"""Redis is back, but a server that found it gone may leave it alone for five seconds more and announce nothing."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between two tries to reach Redis; the last one goes on."""
LONGEST_STATE = 40

log = logging.getLogger(__name__)


def board_event(announced: bytes) -> tuple[int, bytes] | None:
    """Return the match that an announcement is about and the event as it goes to its watchers.

    None for what is no announcement: only an object of three whole numbers and a short word passes, and only those
    four are passed on.
    """
    try:
        found = json.loads(announced)
        match, table, sequence, state = (found[name] for name in ("match", "table", "sequence", "state"))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if any(type(number) is not int or number < 0 for number in (match, table, sequence)):
        return None
    if not isinstance(state, str) or len(state) > LONGEST_STATE:
        return None
    data = json.dumps({"match": match, "table": table, "sequence": sequence, "state": state})
    return match, f"event: board\nid: {table}-{sequence}\ndata: {data}\n\n".encode()


class Watcher:
    """One open page: what it has not been sent yet."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._woken = asyncio.Event()
        self.closed = False

    def tell(self, event: bytes) -> None:
        """Put an event behind those that wait; one too many and the watcher is let go."""
        if len(self._waiting) >= WAITING:
            log.warning("a watcher that does not read is let go")
            self.close()
            return
        self._waiting.append(event)
        self._woken.set()

    def close(self) -> None:
        """Let the watcher go: nothing more is sent."""
        self.closed = True
        self._waiting.clear()
        self._woken.set()

    async def next(self, seconds: float) -> bytes | None:
        """Return what is to be sent, empty after so many seconds of silence, or None once let go."""
        if not self._waiting and not self.closed:
            self._woken.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
        if self.closed:
            return None
        events = b"".join(self._waiting)
        self._waiting.clear()
        return events


class Boards:
    """The watchers of this process and its subscription."""

    def __init__(self, redis_url: str, channel: str, most: int, settle: float = SETTLE_SECONDS) -> None:
        self._url, self._channel, self._most, self._settle = redis_url, channel, most, settle
        self._watchers: defaultdict[int, set[Watcher]] = defaultdict(set)
        self.count = 0
        self.up = False
        """Whether announcements reach us at this moment."""

    def join(self, match: int) -> Watcher | None:
        """Let somebody watch a match; None when there are enough, or nothing could be told."""
        if not self.up or self.count >= self._most:
            return None
        watcher = Watcher()
        self._watchers[match].add(watcher)
        self.count += 1
        return watcher

    def leave(self, match: int, watcher: Watcher) -> None:
        """Forget a watcher that `join` returned, once."""
        self._watchers[match].discard(watcher)
        if not self._watchers[match]:
            del self._watchers[match]
        self.count -= 1

    def close(self) -> None:
        """Let everybody go, and nobody in until the subscription stands again."""
        self.up = False
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()

    async def listen(self) -> None:
        """Keep the subscription for as long as the process lives, and pass on what it brings."""
        failed, lost = 0, False
        while True:
            # Without retries of its own: it would subscribe anew silently, and we would not know that we missed some.
            client = Redis.from_url(
                self._url, socket_connect_timeout=2, socket_timeout=5, retry=Retry(NoBackoff(), 0), protocol=2
            )
            try:
                async with client.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    await self._pass_on(subscription, self._settle if lost else 0)
            except (RedisError, OSError) as fault:
                failed = 0 if self.up else failed + 1
                log.warning("boards cannot be told, and pages look by themselves: %s", fault)
            finally:
                lost = True
                self.close()
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])

    async def _pass_on(self, subscription: PubSub, settle: float) -> None:
        asked = False
        while True:
            message = await subscription.get_message(timeout=IDLE_SECONDS)
            if message is None:
                if asked:
                    raise Unconnected("Redis does not answer")
                await subscription.ping()
                asked = True
                continue
            asked = False
            if message["type"] == "subscribe":
                await asyncio.sleep(settle)
                self.up = True
            elif message["type"] == "message":
                self._tell(message["data"])

    def _tell(self, announced: bytes) -> None:
        event = board_event(announced)
        if event is None:
            log.warning("not an announcement: %.100r", announced)
            return
        # A copy of the set: a watcher that is let go may leave while the others are told.
        for watcher in tuple(self._watchers.get(event[0], ())):
            watcher.tell(event[1])
