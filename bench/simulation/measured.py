# SPDX-License-Identifier: EUPL-1.2
"""Reads bench/scale.json: what each thing costs, for the simulation, and the measured points."""

import json
import random
from pathlib import Path
from typing import NamedTuple

from .layers import Layers
from .nodes import Waking, split

FILE = Path(__file__).resolve().parent.parent / "scale.json"
MIX_NAMES = ("one common word", "two words", "rare word", "beginning of a word")
CONNECTIONS = 64  # Of a node that always has requests.
LEAST_SHARE = 0.3  # Of the mean of its class that a request takes: what is measured from outside is not exact.


class RequestCost(NamedTuple):
    send_us: float  # Of the client.
    service_us: float  # Of the node.
    read_us: float


class Costs(NamedTuple):
    """Of one node."""
    waking: Waking
    interrupting: tuple  # As Waking.at.
    batch_us: float
    change_us: float
    indexed_us: float  # For each record of a layer.
    base_us: float  # For each entity.


class Plan(NamedTuple):
    """Changes, and what they cost before nodes have them."""
    batch: int
    changes_a_second: float
    batch_us: float
    change_us: float


class Load:
    """Requests with costs that are drawn; rate 0 stands for connections that are never idle."""

    def __init__(self, classes, rate, connections=CONNECTIONS):
        self.rate, self.connections = rate, connections
        self._classes = [each for each, _ in classes]
        self._shares = [share for _, share in classes]

    def scaled(self, factor):
        """The same requests, of which each takes the node so many times as long."""
        self._classes = [each._replace(service_us=each.service_us * factor) for each in self._classes]
        return self

    def without_clients(self):
        """The same requests, from clients that are never busy."""
        self._classes = [each._replace(send_us=0.0, read_us=0.0) for each in self._classes]
        return self

    def draw(self, dice):
        (each,) = dice.choices(self._classes, self._shares)
        return RequestCost(each.send_us, each.service_us * dice.choice(each.shape), each.read_us)


class RequestClass(NamedTuple):
    send_us: float
    service_us: float
    read_us: float
    shape: tuple  # Service of equally likely requests, as shares of the mean.


class Measured:
    def __init__(self, path=FILE):
        found = json.loads(Path(path).read_text())
        self.about = {name: found[name] for name in ("commit", "date", "entities", "processors", "system")}
        self.constants, self.points = found["constants"], found["points"]
        self.entities = found["entities"]
        self.classes = self._read_classes()
        self.pauses = self.constants["pauses"]

    def _read_classes(self):
        look_up = self.constants["classes"]["look-up"]
        # What one request after another takes besides its service: the same for each class.
        beside = middle(look_up["alone_ms"]) * 1000 - look_up["busy"]["cpu_us"]
        classes = {}
        for name, each in self.constants["classes"].items():
            busy = each["busy"]
            services = [quantile * 1000 - beside for quantile in each["alone_ms"][:-1]]  # The last one is what disturbs the machine.
            floor = LEAST_SHARE * busy["cpu_us"]
            services = [max(floor, service) for service in services]
            mean = sum(services) / len(services)
            classes[name] = RequestClass(busy["send_us"], busy["cpu_us"], busy["read_us"], tuple(service / mean for service in services))
        return classes

    def at_work_us(self, point):
        """What a request of such a point takes of a node that always has some. The classes of the mix, one by one, take less: they find more in the caches."""
        alike = [each["measured"]["cpu_us"] for each in self.points.values() if is_at_work(each) and all(each.get(key) == point.get(key) for key in ("requests", "nodes", "database"))]
        return sum(alike) / len(alike)

    def load_of(self, point):
        load = self.load(point["requests"], point["rate"], point.get("connections", CONNECTIONS))
        return load if point["requests"] in self.classes else load.scaled(self.at_work_us(point) / self.mean_us(point["requests"]))

    def load(self, name, rate, connections=CONNECTIONS):
        """Of a class, or of the mix."""
        if name != "mix":
            return Load([(self.classes[name], 1.0)], rate, connections)
        groups = {"names": MIX_NAMES, "rest": [each for each in self.classes if each not in (*MIX_NAMES, "look-up", "sub-entities of one")]}
        weighted = []
        for group, share in self.constants["shares"]:
            members = groups.get(group, (group,))
            weighted += [(self.classes[member], share / len(members)) for member in members]
        return Load(weighted, rate, connections)

    def mean_us(self, name):
        """Of a request to a node that is at work."""
        dice, load = random.Random(1), self.load(name, 1)
        return sum(load.draw(dice).service_us for _ in range(20_000)) / 20_000

    def _above_look_up(self, figures):
        """(latency, processor) in µs above those of a look-up to a node that is at work. To wake it takes its client longer, too."""
        each = self.classes["look-up"]
        return figures["p50_ms"] * 1000 - each.send_us - each.read_us - each.service_us, figures["cpu_us"] - each.service_us

    def waking(self):
        rows = []
        for each in self.constants["idle"]:
            latency, cpu = self._above_look_up(each)
            rows.append({"idle_us": 1e6 / each["rate"] - each["cpu_us"], "latency_us": max(0.0, latency), "cpu_us": max(0.0, cpu)})
        return Waking(sorted(rows, key=lambda row: row["idle_us"]))

    def indexing_us(self):
        """(for each batch, for each record of a layer), from batches of two sizes that cause different numbers of both."""
        rows = [(each["batches"], indexed(self.entities, each["batch"], each["batches"]), each["servers_s"] * 1e6) for each in self.constants["changes"].values()]
        return solve(rows)

    def following_us(self, count=1):
        """(for each batch, for each change) of one of so many nodes, with the batch's indexing but without records of layers."""
        _, record = self.indexing_us()
        rows = []
        for each in self.constants["node changes"].values():
            if each["nodes"] == count:
                layers = indexed(self.entities, each["batch"], each["batches"]) * record
                rows.append((each["batches"], each["batches"] * each["batch"], each["servers_s"] * 1e6 / count - layers))
        return solve(rows)

    def writing_us(self):
        """(for each batch, for each change) of `orgreg apply` on a folder."""
        return solve([(each["batches"], each["batches"] * each["batch"], each["writer_s"] * 1e6) for each in self.constants["changes"].values()])

    def database_us(self, count):
        """(for each batch, for each change) of the database, and of `orgreg apply` that writes to it, with so many nodes that follow."""
        found = {}
        for nodes in (1, 3):
            rows = [each for each in self.constants["node changes"].values() if each["nodes"] == nodes]
            found[nodes] = [solve([(each["batches"], each["batches"] * each["batch"], each[name] * 1e6) for each in rows]) for name in ("database_s", "writer_s")]
        share = (count - 1) / 2
        return [tuple(one + share * (three - one) for one, three in zip(*parts)) for parts in zip(found[1], found[3])]

    def costs(self, is_node):
        batch, record = self.indexing_us()
        change = 0.0
        if is_node:
            batch, change = self.following_us()
        latency, cpu = self._above_look_up(self.constants["interrupting"])
        base = self.constants["base"]
        return Costs(self.waking(), split(max(0.0, latency), max(0.0, cpu)), batch, change, record, base["cpu_s"] * 1e6 / base["entities"])

    def plan(self, point):
        if "changes_a_second" not in point:
            return None
        if point.get("database"):
            database, writer = self.database_us(point["nodes"])
            costs = tuple(one + other for one, other in zip(database, writer))
        else:
            costs = self.writing_us()
        return Plan(point["batch"], point["changes_a_second"], *costs)


def is_at_work(point):
    """A point that a constant was taken from."""
    return point.get("rate") == 0 and point["requests"] == "mix"


def middle(values):
    return sorted(values)[len(values) // 2]


def indexed(entities, batch, batches):
    """The records of all layers that so many batches cause, while no base is built."""
    layers, records = Layers(entities), 0
    for _ in range(batches):
        records += layers.add(batch)
        while (merge := layers.begin_merge()) and not merge[1]:
            records += merge[0]
            layers.end_merge()
    return records


def solve(rows):
    """Returns (a, b) with a·x + b·y = z for two rows (x, y, z), neither below 0."""
    (x1, y1, z1), (x2, y2, z2) = rows
    divisor = x1 * y2 - x2 * y1
    first, second = (z1 * y2 - z2 * y1) / divisor, (x1 * z2 - x2 * z1) / divisor
    if first < 0:
        return 0.0, (z1 + z2) / (y1 + y2)
    if second < 0:
        return (z1 + z2) / (x1 + x2), 0.0
    return first, second
