"""A Redis Cluster of processes on this machine."""

import contextlib
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from clients import PATIENCE, Failure, cut_subscriptions_of_redis, free_port, run, wait_for

SHARDS = 3
# The slots that `reshard` moves.
SLOTS = 1000


class Member:
    """A server of the cluster. It keeps its data on disk, as sessions need."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        # The standard one is 10000 more, where the system takes ports for clients.
        self.bus = free_port()
        self.folder = folder / str(self.port)
        self.folder.mkdir()
        self.start()

    def start(self) -> None:
        log = self.folder / "log"
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [
                    "redis-server",
                    "--port",
                    str(self.port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--dir",
                    str(self.folder),
                ]
                + [
                    "--appendonly",
                    "yes",
                    "--maxmemory-policy",
                    "noeviction",
                    "--cluster-enabled",
                    "yes",
                    "--cluster-port",
                    str(self.bus),
                ]
                + ["--cluster-node-timeout", "1000", "--repl-diskless-sync-delay", "0"],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        wait_for("redis-server", self.port, self.process, log)

    def ask(self, *words: str) -> str:
        return run(["redis-cli", "-p", str(self.port), *words]).strip()

    def wait_for(self, pattern: str, *words: str) -> None:
        """Waits until the reply to a command matches a regular expression."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.ask(*words)):
            if time.monotonic() > deadline:
                raise Failure(f"redis-cli -p {self.port} {' '.join(words)} never shows {pattern}")
            time.sleep(0.05)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


class Cluster:
    """Three shards, each with a replica. The first members are the primaries, as long as none has failed."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members
        addresses = [f"127.0.0.1:{member.port}" for member in members]
        run(["redis-cli", "--cluster", "create", *addresses, "--cluster-replicas", "1", "--cluster-yes"])
        for member in members:
            member.wait_for("cluster_state:ok", "CLUSTER", "INFO")
            member.wait_for(f"cluster_known_nodes:{len(members)}", "CLUSTER", "INFO")
        # redis-cli makes the first servers the primaries.
        for member in members[:SHARDS]:
            member.wait_for("state=online,offset=[1-9]", "INFO", "replication")

    @property
    def url(self) -> str:
        return "redis://" + ",".join(f"127.0.0.1:{member.port}" for member in self.members[:2])

    def cut_subscriptions(self) -> None:
        """Closes the connections on which servers are told of changes. The servers connect again."""
        for member in self.members:
            cut_subscriptions_of_redis(member.port)

    def reshard(self) -> int:
        """Moves slots from the first shard to the second one.

        Returns: Their number.
        """
        first, second = (member.ask("CLUSTER", "MYID") for member in self.members[:2])
        run(
            ["redis-cli", "--cluster", "reshard", f"127.0.0.1:{self.members[0].port}", "--cluster-from", first]
            + ["--cluster-to", second, "--cluster-slots", str(SLOTS), "--cluster-yes"]
        )
        nodes = self.members[0].ask("CLUSTER", "NODES")
        line = next(line for line in nodes.splitlines() if line.startswith(first))
        slots = re.findall(r" (\d+)(?:-(\d+))?(?= |$)", line[line.index("connected") :])
        left = sum(int(end or start) - int(start) + 1 for start, end in slots)
        return 16384 // SHARDS - left

    def kill(self) -> None:
        """Kills the primary of the third shard, and starts it again when its replica has taken over."""
        killed = self.members[SHARDS - 1]
        name = killed.ask("CLUSTER", "MYID")
        nodes = killed.ask("CLUSTER", "NODES")
        replica = next(line for line in nodes.splitlines() if f" {name} " in line and "slave" in line).split(":")[1]
        killed.process.send_signal(signal.SIGKILL)
        killed.process.wait()
        successor = next(member for member in self.members if str(member.port) == replica.split("@")[0])
        successor.wait_for("role:master", "INFO", "replication")
        killed.start()


@contextlib.contextmanager
def new_cluster(folder: Path) -> Iterator[Cluster]:
    with contextlib.ExitStack() as stack:
        yield Cluster([stack.enter_context(Member(folder)) for _ in range(SHARDS * 2)])
