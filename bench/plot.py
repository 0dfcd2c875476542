# SPDX-License-Identifier: EUPL-1.2
"""Draws lines over logarithmic axes as SVG, each labelled at its end."""

import math
from html import escape
from typing import NamedTuple

COLOURS = ("#0b5cad", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490", "#be123c", "#4d7c0f", "#475569", "#a21caf")
WIDTH, HEIGHT = 330, 400  # Of the field of one panel.
LEFT, TOP, BOTTOM, LABELS = 64, 76, 48, 190  # Room around it.
LINE_HEIGHT = 15  # Of a label.
TICKS_MS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
STYLE = "text{font:12px system-ui,sans-serif;fill:#1f2937}.title{font-size:15px;font-weight:600}.panel{font-weight:600}.tick{fill:#6b7280}"


class Panel(NamedTuple):
    title: str
    lines: dict  # Maps a name to its values in ms, one for each size.


class Axis(NamedTuple):
    """Maps values between two ends, on a logarithmic scale, to places between two others."""
    low: float
    high: float
    first: float
    last: float

    def place(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.first + share * (self.last - self.first)


def draw(title, sizes, panels):
    values = [value for panel in panels for line in panel.lines.values() for value in line]
    step = LEFT + WIDTH + LABELS
    low = max((tick for tick in TICKS_MS if tick <= min(values)), default=TICKS_MS[0])
    high = min((tick for tick in TICKS_MS if tick >= max(values)), default=TICKS_MS[-1])
    upright = Axis(low, high, TOP + HEIGHT, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {step * len(panels)} {TOP + HEIGHT + BOTTOM}" role="img">',
             f"<title>{escape(title)}</title><style>{STYLE}</style>", '<rect width="100%" height="100%" fill="#fff"/>',
             text(LEFT, 28, title, "title")]
    for at, panel in enumerate(panels):
        across = Axis(min(sizes), max(sizes), at * step + LEFT, at * step + LEFT + WIDTH)
        parts += draw_frame(panel.title, sizes, across, upright) + draw_lines(panel.lines, sizes, across, upright)
    return "\n".join(parts) + "\n</svg>\n"


def text(x, y, content, kind="", anchor="start", colour=""):
    fill = f' style="fill:{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}"{fill}>{escape(content)}</text>'


def rule(x1, y1, x2, y2):
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="#e5e7eb" fill="none"/>'


def draw_frame(title, sizes, across, upright):
    parts = [text(across.first, upright.last - 14, title, "panel")]
    for tick in (tick for tick in TICKS_MS if upright.low <= tick <= upright.high):
        y = upright.place(tick)
        parts += [rule(across.first, y, across.last, y), text(across.first - 8, y + 4, f"{tick:g}", "tick", "end")]
    parts.append(text(across.first - 8, upright.last - 14, "ms", "tick", "end"))
    for size in sizes:
        x = across.place(size)
        parts += [rule(x, upright.first, x, upright.last), text(x, upright.first + 18, short(size), "tick", "middle")]
    parts.append(text((across.first + across.last) / 2, upright.first + 38, "entities", "tick", "middle"))
    return parts


def short(size):
    return f"{size / 1e6:g} M" if size >= 1_000_000 else f"{size / 1e3:g} k"


def draw_lines(lines, sizes, across, upright):
    parts = []
    ends = spread({name: upright.place(values[-1]) for name, values in lines.items()}, upright.last)
    for (name, values), colour in zip(lines.items(), COLOURS):
        points = [(across.place(size), upright.place(value)) for size, value in zip(sizes, values)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" stroke="{colour}" stroke-width="1.8" fill="none"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        parts.append(f'<path d="M{x + 4:.1f} {y:.1f}L{x + 14:.1f} {ends[name]:.1f}" stroke="{colour}" stroke-width="0.7" fill="none"/>')
        parts.append(text(x + 18, ends[name] + 4, name, colour=colour))
    return parts


def spread(places, top):
    """Moves overlapping labels apart, from the topmost down."""
    moved, free = {}, top
    for name in sorted(places, key=places.get):
        moved[name] = max(places[name], free)
        free = moved[name] + LINE_HEIGHT
    return moved
