"""Users of an app, and what their requests find at the servers."""

import functools
import heapq
import random
from collections import Counter
from dataclasses import dataclass

# How long an idle session stays in a server's memory if that is scarce, in seconds (docs/reference/guarantees.md).
MEMORY_S = 30


@dataclass(frozen=True)
class Behaviour:
    """How users use an app. Times are means of exponential distributions, in seconds."""

    between_taps_s: float
    visit_s: float
    returning: float  # the share of visits by users who have a stored session


@dataclass(frozen=True)
class Found:
    """Events per second of a user who is there."""

    current: float  # taps whose session is in the server's memory, as it is stored
    outdated: float  # taps whose session is in memory, but another server has changed it
    missing: float  # taps whose session is only stored
    new: float  # visits that begin a session
    told: float  # reports of taps to another server that has the session
    in_memory: float  # sessions in the memory of servers, one at two servers counts twice

    @property
    def taps(self) -> float:
        return self.current + self.outdated + self.missing


# Beyond so many servers, a request at any server practically never finds its session there.
SERVERS_WITHOUT_HITS = 64


def simulate(behaviour: Behaviour, servers: int, sticky: bool) -> Found:
    """Lets users tap for some minutes.

    sticky: Whether the load balancer sends a session to the same server each time. Otherwise each request goes to any server.
    """
    # Users do not meet at a server of their own, so that one server stands for all.
    return simulated(behaviour, 1 if sticky else min(servers, SERVERS_WITHOUT_HITS))


@functools.cache
def simulated(behaviour: Behaviour, servers: int, sample: int = 1000, seconds: float = 600) -> Found:
    """Lets a sample of users tap, and counts after some warming up. Each request goes to any of the servers."""
    chance = random.Random(1)
    warm_s = 2.0 * MEMORY_S
    counts: Counter[str] = Counter()
    held: dict[tuple[int, int], tuple[float, int]] = {}  # by session and server: last use, version
    version: Counter[int] = Counter()
    last_server: dict[int, int] = {}
    next_session = sample
    resident = 0.0

    def tap_time(now: float) -> float:
        return now + chance.expovariate(1 / behaviour.between_taps_s)

    def end_time(now: float) -> float:
        return now + chance.expovariate(1 / behaviour.visit_s)

    events = [(tap_time(0), session, end_time(0)) for session in range(sample)]
    heapq.heapify(events)
    while events[0][0] < warm_s + seconds:
        now, session, end = heapq.heappop(events)
        counted = now >= warm_s
        if now >= end:  # Another user comes for one who has left.
            session, next_session = next_session, next_session + 1
            end = end_time(now)
            if chance.random() >= behaviour.returning:
                counts["new"] += counted
                held[session, chance.randrange(servers)] = (now, 0)
                resident += counted * MEMORY_S
        server = chance.randrange(servers)
        last, known = held.get((session, server), (-MEMORY_S, -1))
        if now - last >= MEMORY_S:
            counts["missing"] += counted
        elif known != version[session]:
            counts["outdated"] += counted
        else:
            counts["current"] += counted
        # A server that stores a session is the only one that then has it as it is stored.
        counts["told"] += counted and last_server.get(session, server) != server
        last_server[session] = server
        version[session] += 1
        held[session, server] = (now, version[session])
        # Time that the session is in memory because of this use.
        resident += counted * (min(MEMORY_S, now - last))
        heapq.heappush(events, (tap_time(now), session, end))
    rates = {name: count / seconds / sample for name, count in counts.items()}
    return Found(
        rates.get("current", 0),
        rates.get("outdated", 0),
        rates.get("missing", 0),
        rates.get("new", 0),
        rates.get("told", 0),
        resident / seconds / sample,
    )
