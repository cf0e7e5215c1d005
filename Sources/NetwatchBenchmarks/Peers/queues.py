"""Durable queues of Python's: jobs of 200 bytes are put, and then all are taken and finished.

    queues.py [--jobs N] [--folder FOLDER] [--host HOST --port PORT] PEER ...

Prints a line a peer: {"peer": "huey", "jobs": 2000, "put": 3600, "finish": 4050}, the jobs a second
that were put, and that were taken, run and finished. Nothing counts before it is on the disk.

    huey        a queue over SQLite that syncs every commit
    floor       the least that SQLite can do for that: a job a commit, synced
    floor-100   the same with a hundred jobs a commit
    pgqueuer    a queue over PostgreSQL; HOST may be the folder of its socket, and the user and the
                database are both `postgres`
"""

import argparse
import asyncio
import functools
import json
import sqlite3
import sys
import tempfile
import time

PAYLOAD = "x" * 200
BATCH = 100


class Watch:
    """Tells how long each part took, one after the other."""

    def __init__(self):
        self.last = time.perf_counter()

    def lap(self):
        last, self.last = self.last, time.perf_counter()
        return self.last - last


def huey(options, folder):
    from huey import SqliteHuey

    queue = SqliteHuey(filename=f"{folder}/queue.db", fsync=True, results=False)
    run = []

    @queue.task()
    def job(payload):
        run.append(payload)

    watch = Watch()
    for _ in range(options.jobs):
        job(PAYLOAD)
    put = watch.lap()
    while len(run) < options.jobs:
        queue.execute(queue.dequeue())
    return put, watch.lap()


def floor(options, folder, batch):
    database = sqlite3.connect(f"{folder}/floor.db", isolation_level=None)
    database.executescript(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        CREATE TABLE job (id INTEGER PRIMARY KEY, state INTEGER, due INTEGER, payload TEXT);
        CREATE INDEX job_by_state ON job (state, due);
        """
    )

    def commit_batches(statement, rows):
        for first in range(0, len(rows), batch):
            database.execute("BEGIN IMMEDIATE")
            database.executemany(statement, rows[first : first + batch])
            database.execute("COMMIT")

    identifiers = [(number + 1,) for number in range(options.jobs)]
    watch = Watch()
    commit_batches(
        "INSERT INTO job (state, due, payload) VALUES (0, 0, ?)", [(PAYLOAD,)] * options.jobs
    )
    put = watch.lap()
    # Taken, and then finished.
    for state in (1, 2):
        commit_batches(f"UPDATE job SET state = {state} WHERE id = ?", identifiers)
    taken = watch.lap()
    if database.execute("SELECT count(*) FROM job WHERE state = 2").fetchone() != (options.jobs,):
        sys.exit("queues.py: the floor has lost jobs")
    return put, taken


async def pgqueuer(options):
    import asyncpg
    from pgqueuer import PgQueuer, Queries
    from pgqueuer.db import AsyncpgDriver
    from pgqueuer.types import QueueExecutionMode

    connection = await asyncpg.connect(
        host=options.host, port=options.port, user="postgres", database="postgres"
    )
    driver = AsyncpgDriver(connection)
    queries, queue = Queries(driver), PgQueuer(driver)
    await queries.install()
    run = 0

    @queue.entrypoint("job")
    async def job(_):
        nonlocal run
        run += 1

    try:
        watch = Watch()
        for _ in range(options.jobs):
            await queries.enqueue("job", PAYLOAD.encode())
        put = watch.lap()
        await queue.run(mode=QueueExecutionMode.drain, batch_size=BATCH)
        taken = watch.lap()
        if run != options.jobs:
            sys.exit(f"queues.py: pgqueuer ran {run} jobs of {options.jobs}")
        return put, taken
    finally:
        # The next round begins with nothing.
        await queries.uninstall()
        await connection.close()


PEERS = {
    "huey": huey,
    "floor": functools.partial(floor, batch=1),
    "floor-100": functools.partial(floor, batch=BATCH),
    "pgqueuer": lambda options, _: asyncio.run(pgqueuer(options)),
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.strip().splitlines()[2].strip())
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--folder")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int, default=5432)
    parser.add_argument("peers", nargs="+", choices=PEERS)
    options = parser.parse_args()
    for peer in options.peers:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            put, finish = PEERS[peer](options, folder)
        rates = {"put": round(options.jobs / put), "finish": round(options.jobs / finish)}
        print(json.dumps({"peer": peer, "jobs": options.jobs} | rates), flush=True)


if __name__ == "__main__":
    main()
