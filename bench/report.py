"""What was measured as text, as JSON, and as the table of docs/performance.md."""

import json
from dataclasses import dataclass

from measure import Sample

UNITS = {"s": 1, "MB": 1e6, "": 1}


@dataclass
class Row:
    """One line: ours, perhaps the other's, their ratio, and what it should be."""

    figure: str             # planning, compile, …
    title: str
    ours: Sample = None
    unit: str = "s"         # s, bytes, count or ratio
    against: str = ""       # what the other is
    other: Sample = None
    ratio: Sample = None    # ours : other, or as the title says
    aim: str = ""           # in words
    met: bool = None        # None where there is no aim, or nothing was measured
    note: str = ""

    def as_json(self):
        samples = {name: value.as_json() for name, value in
                   (("ours", self.ours), ("other", self.other), ("ratio", self.ratio)) if value}
        return {"figure": self.figure, "title": self.title, "unit": self.unit, "against": self.against, **samples,
                "aim": self.aim, "met": self.met, "note": self.note}


def number(value):
    if value == 0:
        return "0"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f}"


def one(value, unit):
    if unit == "s":
        if value < 0.001:
            return f"{number(value * 1e6)} µs"
        return f"{number(value * 1000)} ms" if value < 1 else f"{number(value)} s"
    if unit == "bytes":
        return f"{number(value / 1e6)} MB"
    return f"{number(value)}" if unit == "ratio" else f"{value:,.0f}"


def shown(sample, unit):
    if sample is None:
        return ""
    text = one(sample.median, unit)
    if len(sample.values) > 1:
        text += f" ({one(min(sample.values), unit)} to {one(max(sample.values), unit)})"
    return text


def ratio_text(sample):
    return "" if sample is None else f"× {shown(sample, 'ratio')}"


def verdict(row):
    return {True: "yes", False: "no", None: ""}[row.met]


def as_text(row):
    lines = [f"{row.figure}: {row.title}"]
    if row.ours:
        lines.append(f"    pschema   {shown(row.ours, row.unit)}")
    if row.against:
        lines.append(f"    {row.against}   {shown(row.other, row.unit) or 'not measured'}")
    if row.ratio:
        lines.append(f"    ratio     {ratio_text(row.ratio)}")
    if row.aim:
        lines.append(f"    aim       {row.aim}: {verdict(row) or 'not measured'}")
    if row.note:
        lines.append(f"    {row.note}")
    return "\n".join(lines)


def as_table(rows):
    """Markdown."""
    lines = ["| figure | pschema | against | ratio | aim | met |", "|---|---|---|---|---|---|"]
    for row in rows:
        other = row.against + (f": {shown(row.other, row.unit)}" if row.other else "")
        lines.append(f"| {row.title} | {shown(row.ours, row.unit)} | {other} | {ratio_text(row.ratio)} | {row.aim} | {verdict(row)} |")
    return "\n".join(lines) + "\n"


def as_json(rows, surroundings):
    return json.dumps({"surroundings": surroundings, "rows": [row.as_json() for row in rows]}, indent=2, ensure_ascii=False) + "\n"
