# SPDX-License-Identifier: EUPL-1.2
"""What is done to a cluster. A row has a name, how many seconds batches may wait (docs/nodes.md promises them), and what is done."""

import signal
from contextlib import contextmanager

from cluster import PORTS
from machines import NAMES
from node_faults import cut_power, damage, fall_behind, fill_disk, restart_node, set_clocks, stop_holder
from other_build import other_build
from removal import remove

CUT_S, STOP_S, DATABASE_CUT_S = 35, 35, 15
LOST_S = 1  # How long a primary goes on whose standbys get nothing any more.
GHOSTS, GHOST_S = 12, 0.25
NOTICED_S = 5  # By Patroni.


def kill_primary(trial):
    primary = trial.cluster.primary()
    trial.send([trial.cluster.postmaster(primary)], signal.SIGKILL)
    trial.await_that("another database is the primary", lambda: trial.cluster.primary() not in (None, primary))


def kill_standby(trial):
    trial.send([trial.cluster.postmaster(trial.standby())], signal.SIGKILL)
    trial.run_for(NOTICED_S)


def cut_primary(trial):
    with trial.cut(trial.cluster.primary()):
        trial.run_for(CUT_S)


def cut_standby(trial):
    with trial.cut(trial.standby()):
        trial.run_for(CUT_S)


def stop_primary(trial):
    with trial.stopped(trial.processes(trial.cluster.primary())):
        trial.run_for(STOP_S)


def stop_two(trial):
    """The primary and its standby at once: the third database lacks what was acknowledged last, and must not take over."""
    both = [trial.cluster.primary(), trial.standby()]
    pids = [pid for machine in both for words in ("postgres", "patroni") for pid in trial.processes(machine, words)]
    with trial.stopped(pids):
        trial.run_for(STOP_S)
        primary = trial.cluster.primary()
        trial.report.check(primary is None or primary in both, f"{primary} took over without what its synchronous standby had")


def deaf_primary(trial):
    """What the others send to the primary's machine does not arrive, and what it sends does."""
    with trial.deaf(trial.cluster.primary()):
        trial.run_for(CUT_S)


def cut_database(trial):
    """Only the port of the primary's database cannot be reached from other machines: Patroni and etcd see nothing of it."""
    with trial.port_cut(trial.cluster.primary(), PORTS["database"]):
        trial.run_for(DATABASE_CUT_S)


def stop_etcd(trial):
    """Two of three: nobody can be chosen, and the primary stops writing."""
    with trial.stopped([trial.cluster.processes[f"etcd{number}"].pid for number in (1, 2)]):
        trial.run_for(CUT_S)


def kill_each(kind):
    """One after the other, all that are of a kind."""
    def kill(trial):
        for process in [found for found in trial.cluster.processes.values() if found.kind == kind]:
            trial.send([process.pid], signal.SIGKILL)
            trial.run_for(NOTICED_S)
    return kill


def cut_node(trial):
    """A machine that has neither the primary nor its standby, as far as there is one."""
    third = next(name for name in NAMES if name not in (trial.cluster.primary(), trial.standby()))
    with trial.cut(third):
        trial.run_for(10)


def stop_node(trial):
    with trial.stopped([trial.cluster.processes["node1"].pid]):
        trial.run_for(10)


def upgrade(trial):
    """Each node becomes another build, then the database gets the tables of nodes, then each node goes back. Nothing waits for an end."""
    cluster = trial.cluster
    cluster.sql("register", "DROP TABLE addition, node, lease, shared_text, audit_anchor, usage_part, usage_change, timeline, set_back")
    other = cluster.folder / "other-build"
    other.mkdir(exist_ok=True)
    roll(trial, other_build(cluster.program, other / "orgreg"))
    done = cluster.orgreg("store", "upgrade", cluster.store)
    trial.report.check(done.returncode == 0, f"store upgrade next to writers: {done.stdout}{done.stderr}")
    trial.watch_leases()
    trial.run_for(NOTICED_S)
    builds = set(cluster.sql("register", "SELECT build FROM node").split("\n"))
    roll(trial, cluster.program)
    trial.run_for(NOTICED_S)
    back = set(cluster.sql("register", "SELECT build FROM node").split("\n"))
    trial.report.check(len(builds) == len(back) == 1 and builds != back, f"all nodes became another build and went back: {builds} {back}")


def roll(trial, program):
    """Each node stops in good order, one after the other, and starts as that program."""
    for name in NAMES:
        restart_node(trial, name, program)


def ghost(trial):
    """Commits that no standby gets, and whose wait is cancelled, so that the primary shows them; their writers send them again, and find
    them there. Then the primary is lost."""
    with losing_primary(trial) as primary:
        for number in range(GHOSTS):
            trial.run_for(GHOST_S)
            function = ("pg_cancel_backend", "pg_terminate_backend")[number % 2]
            trial.cluster.sql("register", f"SELECT {function}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", primary)
        trial.run_for(LOST_S)


def lose_primary(trial):
    """The primary is lost while its standbys do not get what it does: a breach where nothing waits for them."""
    with losing_primary(trial):
        trial.run_for(LOST_S)


@contextmanager
def losing_primary(trial):
    """The primary sends nothing to its standbys meanwhile, and is killed then."""
    primary = trial.cluster.primary()
    senders = trial.processes(primary, "walsender")
    trial.send(senders, signal.SIGSTOP)
    yield primary
    trial.send([trial.cluster.postmaster(primary), *senders], signal.SIGKILL)
    trial.await_that("another database is the primary", lambda: trial.cluster.primary() not in (None, primary))


FAULTS = {
    "kill-primary": (7, kill_primary),
    "kill-standby": (7, kill_standby),
    "cut-primary": (27, cut_primary),
    "deaf-primary": (CUT_S + 10, deaf_primary),
    "cut-database": (DATABASE_CUT_S + 10, cut_database),
    "cut-standby": (10, cut_standby),
    "stop-primary": (30, stop_primary),
    "stop-two": (STOP_S + 20, stop_two),
    "stop-etcd": (CUT_S + 20, stop_etcd),
    "kill-nodes": (3, kill_each("node")),
    "kill-patroni": (10, kill_each("patroni")),
    "kill-etcd": (10, kill_each("etcd")),
    "kill-balancer": (3, kill_each("balancer")),
    "cut-node": (10, cut_node),
    "stop-node": (12, stop_node),
    "full-disk": (3, fill_disk),
    "power-cut": (3, cut_power),
    "damage": (3, damage),
    "behind": (12, fall_behind),
    "clocks": (3, set_clocks),
    "stop-holder": (12, stop_holder),
    "removal": (3, remove),
    "ghost": (15, ghost),
    "upgrade": (3, upgrade),
}
