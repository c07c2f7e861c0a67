"""The report of ``officina report``: one page that needs nothing else, in both languages, its plots as SVG.

A plot is a list of lines: a name, a bar that shows the 95 % interval with a mark at the figure, and the figure with its n.
Only the bars are drawn; names and figures are text, so that they can be read on a phone as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from officina.arena import tournament
from officina.arena.rows import Plan
from officina.arena.study import Estimate, Group, Study
from officina.core.game import Game
from officina.core.text import LANGUAGES, Message, render
from officina.games import GAMES

STYLE: Final = Path(__file__).parent / "report.css"
WIDE: Final = 1000
HIGH: Final = 24
MOST_BARS: Final = 60
MOST_FINDINGS: Final = 8

Line = tuple[str, Estimate, str]
"""Name, figure, and the class of its paint."""
Form = Callable[[float], str]


def percent(value: float) -> str:
    """A share."""
    return f"{100 * value:.1f} %"


def number(value: float) -> str:
    """A figure of any size."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 100 else f"{value:.2f}"


class Page:
    """The report in one language."""

    def __init__(self, study: Study, language: str) -> None:
        self.study = study
        self.language = language
        self.game: Game = GAMES[study.game]
        self.findings: list[tuple[float, str]] = []

    def say(self, key: str, **args: Any) -> str:
        """A sentence."""
        return render(Message(f"cli.{key}", **args), self.language)

    def tell(self, message: Message) -> str:
        """Any sentence."""
        return render(message, self.language)

    def body(self) -> Markup:
        """The whole page but for its frame."""
        sections = list(self.sections())
        title = self.say("report.title", game=self.tell(self.game.title()))
        head = Markup("<header><h1>{}</h1><p>{}</p>{}</header>").format(
            title, self.say("report.games", n=self.study.games), self.plans()
        )
        return head + self.standing_out() + Markup("").join(sections) + self.footer()

    def plans(self) -> Markup:
        """What was played, as commands."""
        lines = Markup("").join(Markup("<li><code>{}</code></li>").format(command(plan)) for plan in self.study.plans)
        return Markup("<details><summary>{}</summary><ul>{}</ul></details>").format(self.say("report.played"), lines)

    def standing_out(self) -> Markup:
        """What chance alone hardly explains, the clearest first."""
        title = self.say("report.findings")
        if not self.findings:
            return section(title, self.say("report.no_findings"), Markup(""))
        found = sorted(self.findings, key=lambda finding: -finding[0])[:MOST_FINDINGS]
        items = Markup("").join(Markup("<li>{}</li>").format(text) for _, text in found)
        return section(title, self.say("report.findings_about"), Markup("<ul>{}</ul>").format(items))

    def footer(self) -> Markup:
        """How to read it."""
        falls = [
            self.say("simulate.fell", bot=bot, n=n, why=self.say(f"simulate.why.{why}"), what="")
            for (bot, why), n in sorted(self.study.falls.items())
        ]
        return Markup("<footer><p>{}</p>{}</footer>").format(
            self.say("report.how"), Markup("").join(Markup("<p>{}</p>").format(line) for line in falls)
        )

    def sections(self) -> Iterable[Markup]:
        """Everything that there is something to say about."""
        for players, group in sorted(self.study.groups.items()):
            yield from self.about_players(players, group)
        for (option, players), groups in self.study.options.items():
            yield from self.by_option(option, players, groups)
        if self.study.played:
            yield self.ratings()
            yield self.matches()

    def about_players(self, players: int, group: Group) -> Iterable[Markup]:
        """Seats, places, bots, parts, length and decisions of the games of so many."""
        at = self.say("report.of_players", n=players)
        seats = [(self.seat(seat), share.estimate(), f"p{seat}") for seat, share in enumerate(group.seats)]
        for name, found, _ in seats:
            self.find(found, group.fair, "report.finding.share", name=name, at=at)
        yield section(self.say("report.seats", at=at), self.say("report.seats_about"), plot(seats, percent, group.fair))
        yield section(self.say("report.places", at=at), self.say("report.places_about"), self.places(group))
        if len(group.bots) > 1:
            bots = [(bot, share.estimate(), "p0") for bot, share in sorted(group.bots.items())]
            yield section(self.say("report.bots", at=at), self.say("report.bots_about"), plot(bots, percent, group.fair))
        if group.winners_parts:
            yield section(self.say("report.parts", at=at), self.say("report.parts_about"), self.parts(group))
        yield section(self.say("report.length", at=at), self.say("report.length_about"), self.length(group))
        if group.torn:
            yield section(self.say("report.choices", at=at), self.say("report.choices_about"), self.choices(group))

    def seat(self, seat: int) -> str:
        """A seat's name."""
        return self.say("report.seat", n=seat + 1)

    def places(self, group: Group) -> Markup:
        """The mean place of each seat, and how often it came in where."""
        means = [(self.seat(seat), mean.estimate(), f"p{seat}") for seat, mean in enumerate(group.places)]
        stacks = Markup("").join(
            Markup('<div class="row"><span class="name">{}</span>{}<span class="figure"><small>{}</small></span></div>').format(
                self.seat(seat),
                stack(counts, group.players),
                " · ".join(percent(counts[place] / group.games) for place in range(1, group.players + 1)),
            )
            for seat, counts in enumerate(group.place_counts)
        )
        caption = Markup('<p class="caption">{}</p>').format(self.say("report.stacks"))
        return plot(means, number, group.mean_place) + caption + Markup('<div class="plot">{}</div>').format(stacks)

    def parts(self, group: Group) -> Markup:
        """Each part of the score, of winners and of the others."""
        lines: list[Line] = []
        for name, mean in group.winners_parts.items():
            label = self.tell(Message(f"{self.game.name}.breakdown.{name}"))
            mine = mean.estimate()
            lines.append((self.say("report.of_winners", part=label), mine, "p0"))
            if name in group.others_parts:
                theirs = group.others_parts[name].estimate()
                lines.append((self.say("report.of_others", part=label), theirs, "p1"))
        return plot(lines, number)

    def length(self, group: Group) -> Markup:
        """Turns and decisions, and how the turns are spread."""
        lines: list[Line] = [
            (self.say("report.turns"), group.turns.estimate(), "p0"),
            (self.say("report.decisions"), group.decisions.estimate(), "p1"),
            (self.say("report.best"), group.best.estimate(), "p2"),
            (self.say("report.lead"), group.lead.estimate(), "p3"),
        ]
        rows = Markup("").join(line_of(line, number, None, None) for line in lines)
        caption = Markup('<p class="caption">{}</p>').format(self.say("report.histogram"))
        return Markup('<div class="plot">{}</div>{}{}').format(rows, caption, histogram(group.lengths))

    def choices(self, group: Group) -> Markup:
        """How open each kind of decision is, and how undecided a sensible player."""
        lines: list[Line] = []
        for kind in sorted(group.free, key=lambda kind: -group.free[kind].times):
            lines.append((self.say("report.free", kind=kind), group.free[kind].estimate(), "p1"))
            lines.append((self.say("report.torn", kind=kind), group.torn[kind].estimate(), "p0"))
        return plot(lines, number, None, 0.0)

    def by_option(self, option: str, players: int, groups: dict[Any, Group]) -> Iterable[Markup]:
        """What the values of an option change: who wins, how long it takes, how high and how clearly one wins."""
        at = self.say("report.of_players", n=players)
        name = self.say("report.sets") if not option else self.tell(Message(f"{self.game.name}.option_name.{option}"))
        words = {value: self.value(option, value) for value in groups}
        rows: list[Line] = []
        for value, group in groups.items():
            for seat, share in enumerate(group.seats):
                label = self.say("report.seat_with", value=words[value], n=seat + 1)
                rows.append((label, share.estimate(), f"p{seat}"))
                self.find(share.estimate(), group.fair, "report.finding.share", name=label, at=f"{name}, {at}")
        yield section(
            self.say("report.option_seats", option=name, at=at),
            self.say("report.option_seats_about"),
            plot(rows, percent, 1.0 / players),
        )
        first = next(iter(groups.values()))
        for key, mean in (("turns", "turns"), ("best", "best"), ("lead", "lead")):
            lines = [(words[value], getattr(group, mean).estimate(), "p0") for value, group in groups.items()]
            for label, found, _ in lines[1:]:
                base = getattr(first, mean).estimate()
                if found.least > base.most or found.most < base.least:
                    sides = {"value": number(found.value), "base": number(base.value), "what": self.say(f"report.{key}")}
                    text = self.say("report.finding.mean", name=label, other=lines[0][0], n=found.n, at=name, **sides)
                    self.findings.append((surprise(found, base.value), text))
            title = self.say("report.option_mean", what=self.say(f"report.{key}"), option=name, at=at)
            yield section(title, "", plot(lines, number))

    def value(self, option: str, value: Any) -> str:
        """A value of an option in words; of the option "", a named set."""
        if not option:
            known = value in ("", "printed")
            return self.say("report.printed") if known else self.tell(Message(f"{self.game.name}.set_name.{value}"))
        words = self.game.value_words(option, value)
        return str(value) if words is None else self.tell(words)

    def ratings(self) -> Markup:
        """Bots against bots."""
        found = tournament.ratings(self.study.played)
        n = len(self.study.played)
        lines: list[Line] = [(r.bot, Estimate(r.rating, r.least, r.most, n), "p0") for r in found]
        return section(self.say("report.ratings"), self.say("report.ratings_about"), plot(lines, lambda x: f"{x:+.0f}", 0.0))

    def matches(self) -> Markup:
        """Shares of the matches, in fair shares."""
        lines: list[Line] = []
        for cell in tournament.cells(self.study.played):
            label = self.say("report.match", one=cell.match.one, other=cell.match.other, n=cell.match.players)
            fair = cell.fair
            least, most = (cell.share - cell.margin) / fair, (cell.share + cell.margin) / fair
            lines.append((label, Estimate(cell.share / fair, least, most, cell.games), "p0"))
        return section(self.say("report.matches"), self.say("report.matches_about"), plot(lines, number, 1.0))

    def find(self, found: Estimate, expected: float, key: str, **args: Any) -> None:
        """Note what chance alone hardly explains."""
        if found.apart_from(expected):
            ends = {"least": percent(found.least), "most": percent(found.most), "n": found.n}
            text = self.say(key, value=percent(found.value), fair=percent(expected), **ends, **args)
            self.findings.append((surprise(found, expected), text))


def surprise(found: Estimate, expected: float) -> float:
    """How many intervals a figure is away from what was expected."""
    return abs(found.value - expected) / max(1e-9, found.most - found.least)


def command(plan: Plan) -> str:
    """The command of a plan, but for the number of its games."""
    parts = [
        "officina simulate",
        plan.game,
        f"-p {plan.players}",
        f"-b {','.join(dict.fromkeys(plan.bots))}",
        f"-s {plan.seed}",
    ]
    game = GAMES[plan.game]
    changed = [name for name, value in plan.options.items() if game.options[name].default != value]
    parts += [f"-o {name}={plan.options[name]}" for name in changed]
    named = [variant.set for variant in plan.variants if variant.set]
    varied: dict[str, dict[Any, None]] = {}
    for variant in plan.variants:
        for name, value in variant.changed.items():
            varied.setdefault(name, {})[value] = None
    parts += ["--vary sets"] if named else [f"--vary {name}={'/'.join(map(str, values))}" for name, values in varied.items()]
    return " ".join(parts)


def section(title: str, about: str, content: Markup) -> Markup:
    """A part of the page under its heading."""
    return Markup("<section><h2>{}</h2>{}{}</section>").format(
        title, Markup('<p class="about">{}</p>').format(about) if about else "", content
    )


def plot(lines: Sequence[Line], form: Form, mark: float | None = None, least: float | None = None) -> Markup:
    """Lines on one scale; ``mark``: where they would be if nothing mattered."""
    marks = [] if mark is None else [mark]
    low = min([line[1].least for line in lines] + marks) if least is None else least
    high = max([line[1].most for line in lines] + marks)
    room = 0.06 * (high - low) or abs(high) * 0.1 or 1.0
    ends = (low - room if least is None else low, high + room)
    rows = Markup("").join(line_of(line, form, ends, mark) for line in lines)
    axis = Markup(
        '<div class="row axis"><span class="name"></span><span class="ends"><span>{}</span>{}<span>{}</span></span></div>'
    )
    middle = Markup("") if mark is None else Markup("<span>┆ {}</span>").format(form(mark))
    return Markup('<div class="plot">{}{}</div>').format(rows, axis.format(form(ends[0]), middle, form(ends[1])))


def line_of(line: Line, form: Form, ends: tuple[float, float] | None, mark: float | None) -> Markup:
    """One line: name, bar (unless there is no common scale) and figure."""
    name, found, paint = line
    figure = Markup('<span class="figure">{} <small>{} … {} · n {}</small></span>').format(
        form(found.value), form(found.least), form(found.most), found.n
    )
    drawn = Markup('<span class="bar"></span>') if ends is None else bar(found, ends, mark, paint)
    return Markup('<div class="row"><span class="name">{}</span>{}{}</div>').format(name, drawn, figure)


def bar(found: Estimate, ends: tuple[float, float], mark: float | None, paint: str) -> Markup:
    """The interval as a block, the figure as a stroke, what was to be expected as a dashed line."""

    def at(value: float) -> float:
        return round((value - ends[0]) / (ends[1] - ends[0]) * WIDE, 1)

    left = max(0.0, at(found.least))
    block = Markup('<rect class="{}" x="{}" y="5" width="{}" height="14"/>').format(
        paint, left, max(3.0, round(min(float(WIDE), at(found.most)) - left, 1))
    )
    dashed = Markup("") if mark is None else stroke("fair", at(mark), 0, HIGH)
    return picture("bar", dashed + block + stroke("mark", at(found.value), 2, HIGH - 2))


def stroke(kind: str, x: float, top: float, bottom: float) -> Markup:
    """An upright line."""
    return Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(kind, x, x, top, bottom)


def picture(kind: str, content: Markup, high: int = HIGH) -> Markup:
    """A drawing that takes the width there is; what it shows is said in the text beside it."""
    head = '<svg class="{}" viewBox="0 0 {} {}" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    return Markup(head).format(kind, WIDE, high, content)


def stack(counts: Any, players: int) -> Markup:
    """How often a seat came in first, second, ..., side by side."""
    total = sum(counts.values())
    found, x = Markup(""), 0.0
    for place in range(1, players + 1):
        width = round(WIDE * counts[place] / total, 1)
        found += Markup('<rect class="place{}" x="{}" y="3" width="{}" height="18"/>').format(min(place, 5), round(x, 1), width)
        x += width
    return picture("bar", found)


def histogram(counts: Any) -> Markup:
    """How the lengths are spread, several to a bar where there are many."""
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // MOST_BARS))
    bars = [sum(counts[x] for x in range(start, start + step)) for start in range(least, most + 1, step)]
    highest, width = max(bars), WIDE / len(bars)
    found = Markup("").join(
        Markup('<rect class="p0" x="{}" y="{}" width="{}" height="{}"/>').format(
            round(place * width + width * 0.06, 1),
            round(100 - 96 * count / highest, 1),
            round(width * 0.88, 1),
            round(96 * count / highest, 1),
        )
        for place, count in enumerate(bars)
    )
    axis = Markup('<div class="ends"><span>{}</span><span>{}</span></div>').format(least, most)
    return picture("histogram", found, 100) + axis


def page_of(study: Study, language: str) -> str:
    """The whole file; it opens in ``language``, and both can be switched without a script."""
    title = render(Message("cli.report.title", game=GAMES[study.game].title()), language)
    switches, parts = Markup(""), Markup("")
    for code in LANGUAGES:
        checked = Markup(" checked") if code == language else ""
        switches += Markup('<input type="radio" name="language" id="{}"{}>').format(code, checked)
        switches += Markup('<label for="{}">{}</label>').format(code, render(Message("cli.report.language"), code))
        parts += Markup('<main class="{}" lang="{}">{}</main>').format(code, code, Page(study, code).body())
    style = Markup(STYLE.read_text(encoding="utf-8"))
    head = '<!doctype html>\n<html lang="{}">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    tail = "<title>{}</title><style>{}</style></head>\n<body>{}{}</body>\n</html>\n"
    return str(Markup(head + tail).format(language, title, style, switches, parts))
