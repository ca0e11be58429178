"""Forecast of the planned battles and sieges, computed exactly by `core.games.bridgefront.odds`.

The computation runs between frames, so that a battle of large armies does not block the window.
"""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

from client.games.bridgefront.names import card_name, place
from client.games.bridgefront.plan import ActionPlan
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.targets import Target
from client.games.bridgefront.view_model import BridgefrontViewModel
from client.table.pick.script import ENOUGH
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.theme import theme
from client.ui.widget import UNLIMITED, Widget
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.foresight import UpcomingBattle, count_upcoming_odds, upcoming_battles
from core.games.bridgefront.odds import Interruptible, Odds
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.sources import hits_on_parts

FRAME_SECONDS = 0.006
"""Seconds of a frame that are spent on the computation; one more part may begin just before they end."""
MIN_SHOWN_ERROR = Fraction(1, 200)
"""Minimum error of the odds that is displayed."""
MAX_CACHED_FORECASTS = 60
PREVIEW_LIMITS = (
    "This counts the units on the board and your plan. It does not know what the others choose in this step: "
    "reinforcements, moves, cards in hand."
)
"""Text that explains the limits of a forecast."""


def finished_action(inquiry: BridgefrontPrompt, then: Target = None) -> Action | None:
    """Return the planned action if it could be committed now, or after only `then` is added; else None."""
    plan = inquiry.plan
    if plan is None or not plan.answers:
        return None
    if plan.action is not None:
        return plan.action
    if plan.question is None or (then is None and not plan.question.enough):
        return None
    ahead = ActionPlan(plan.state, plan.seat, plan.secrets)
    ahead.powers, ahead.order = list(plan.powers), plan.order
    for value in plan.answers if then is None else (*plan.answers, then):
        ahead.answer(value)
    while ahead.question is not None and ahead.question.enough:
        ahead.answer(ENOUGH)
    return ahead.action


class BattleForecast(NamedTuple):
    """Forecast of one battle: the battle to come and its odds, which are None until they are computed."""

    ahead: UpcomingBattle
    odds: Odds | None


def percent(p: Fraction) -> str:
    """Return a chance as a readable percentage.

    >>> percent(Fraction(1, 2)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000)), percent(Fraction(0))
    ('50 %', '<1 %', '>99 %', '0 %')
    """
    whole = round(p * 100)
    if p > 0 and not whole:
        return "<1 %"
    return ">99 %" if p < 1 and whole == 100 else f"{whole} %"


class Preview(Widget):
    """Panel in a corner of the board, with the odds of the planned battle."""

    role = "battle preview"
    solid = True

    def __init__(self, shown: BridgefrontViewModel) -> None:
        super().__init__("Battle preview", visible=False, tip=self.explain)
        self.shown = shown
        self.foreseen: list[BattleForecast] = []
        self.corner = (218.0, 188.0)
        """Position of the lower left corner of the panel, in design pixels."""
        self._work: Interruptible[Odds] | None = None
        self._action: Action | None = None
        self._known: dict[tuple[int, Action], list[BattleForecast]] = {}
        self._t = -1

    # Counting ---------------------------------------------------------------------------------------------------------

    def show(self, inquiry: BridgefrontPrompt, then: Target = None) -> None:
        """Forecast the current plan, or the plan with one more answer."""
        action = finished_action(inquiry, then)
        self._keep()
        self._work, self._action, self._t = None, action, inquiry.state.t
        self.foreseen = []
        if action is not None:
            key = (inquiry.state.t, action)
            known = self._known.get(key)
            self.foreseen = known or [
                BattleForecast(a, None) for a in upcoming_battles(inquiry.state, inquiry.seat, action)
            ]
        self.visible = bool(self.foreseen)
        self.think()
        self.touch()

    def _keep(self) -> None:
        if self._action is not None and all(f.odds is not None for f in self.foreseen):
            if len(self._known) > MAX_CACHED_FORECASTS:
                self._known.clear()
            self._known[self._t, self._action] = self.foreseen

    def think(self) -> None:
        """Continue the computation for a short time; the screen calls this method in every frame."""
        until = perf_counter() + FRAME_SECONDS
        while perf_counter() < until:
            at = next((i for i, f in enumerate(self.foreseen) if f.odds is None), -1)
            if at < 0 or not self.visible:
                return
            if self._work is None:
                self._work = count_upcoming_odds(self.foreseen[at].ahead)
            try:
                next(self._work)
            except StopIteration as done:
                self._work = None
                self.foreseen[at] = self.foreseen[at]._replace(odds=done.value)
                self.touch()
                if at + 1 == len(self.foreseen) and self.ui is not None:
                    self.ui.announcer.announce(f"{self._title(self.foreseen[0].ahead)}: {self.value_text()}")

    @property
    def odds(self) -> Odds | None:
        """Odds of the first battle, or None until they are computed."""
        return self.foreseen[0].odds if self.foreseen else None

    # Words ------------------------------------------------------------------------------------------------------------

    def line(self) -> str:
        """Return the chances of the first battle in one line, as rich text; "" without a battle."""
        if not self.visible or not self.foreseen:
            return ""
        (ahead, odds), own = self.foreseen[0], self.shown.own
        if odds is None:
            return ":battle: {muted}Calculating the odds...{/}"
        other = ahead.defender if ahead.attacker == own else ahead.attacker
        return (f":battle: {{good}}win {percent(odds.win_chance(own))}{{/}}, {{bad}}lose "
                f"{percent(odds.win_chance(other))}{{/}}, "
                f"both gone {percent(odds.annihilation_chance())}")  # fmt: skip

    def explain(self) -> str:
        """Return every number of losses with its chance, and the limits of the forecast."""
        lines = [line for f in self.foreseen for line in self._about(f)]
        return "\n".join([*lines, f"{{muted}}{PREVIEW_LIMITS}{{/}}"])

    def _about(self, foreseen: BattleForecast) -> list[str]:
        ahead, odds = foreseen
        names, own = self.shown.names, self.shown.own
        other = ahead.defender if ahead.attacker == own else ahead.attacker
        title = f"*{self._title(ahead)}*: {escape(place(ahead.state, ahead.hex, names))}"
        if odds is None:
            return [title, "{muted}Calculating the odds...{/}"]
        lines = [title, f"you attack, {names.coloured_name(other)} defends" if ahead.attacker == own
                 else f"{names.coloured_name(other)} attacks, you defend"]  # fmt: skip
        if ahead.chance < 1:
            lines.append(f"{{warn}}The chance that this battle happens is {percent(ahead.chance)}.{{/}}")
        for seat in (own, other):
            losses = "  ".join(f"*{n}*: {percent(p)}" for n, p in odds.loss_distribution(seat).items() if p)
            lines.append(f"{names.coloured_name(seat)} {'lose' if seat == own else 'loses'}: {losses}")
        hits = hits_on_parts(ahead.state, ahead.hex, ahead.attacker, ahead.defender, ahead.siege)
        for seat in (own, other):
            if ahead.state.forces[seat].get(ahead.hex):
                top, why = hits[seat]
                on = "1" if top == 1 else f"1-{top}"
                first = f": {escape(why)}, first combat round" if why else ""
                whose = "Your Cohorts" if seat == own else f"{{/}}{names.coloured_name(seat)}'s{{muted}} Cohorts"
                lines.append(f"{{muted}}{whose} hit on {on}{first}{{/}}")
        for champion in ahead.state.champions_at(ahead.hex, own) + ahead.state.champions_at(ahead.hex, other):
            name = escape(card_name(ahead.state, champion.copy))
            lines.append(f":champion: {name} falls: {percent(odds.death_chance(champion.copy))}")
        if odds.simulated_count:
            lines.append(f"{{muted}}Too many outcomes to count: simulated {odds.simulated_count:,} times, so a "
                         f"chance may be "
                         f"off by {percent(odds.error_bound())}.{{/}}")  # fmt: skip
        elif odds.error_bound() > MIN_SHOWN_ERROR:
            lines.append(
                "{muted}The least likely outcomes were left out: a chance may be off by "
                f"{percent(odds.error_bound())}.{{/}}"
            )
        if ahead.siege:
            lines.append("{muted}A siege is fought after the Action Phase, with the units there by then. The owner of "
                         "the Capital defends.{/}")  # fmt: skip
        return lines

    def _title(self, ahead: UpcomingBattle) -> str:
        return "Siege preview" if ahead.siege else "Battle preview"

    def value_text(self) -> str:
        words = []
        for ahead, odds in self.foreseen:
            if odds is not None:
                own = self.shown.own
                other = ahead.defender if ahead.attacker == own else ahead.attacker
                chances = (
                    percent(p) for p in (odds.win_chance(own), odds.win_chance(other), odds.annihilation_chance())
                )
                words.append("win {}, lose {}, both gone {}".format(*chances))
                words.append(f"you lose {_mean(odds, own)} of {_start(odds, own)}")
                words.append(f"they lose {_mean(odds, other)} of {_start(odds, other)}")
        return ", ".join(words)

    # Drawing ----------------------------------------------------------------------------------------------------------

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the size for one battle, plus one line for each additional battle."""
        k = theme().text_scale
        return 236.0 * k, (118.0 + 20.0 * max(0, len(self.foreseen) - 1)) * k

    def panel_rect(self) -> Rect:
        """Return the place of the panel in the design, at the lower left corner of the board."""
        return Rect(*self.corner, *self.measure())

    def paint(self, canvas: Canvas) -> None:
        """Draw the opponents, the chances and the losses."""
        if not self.foreseen or self.shown.state is None:
            return
        r, names, own = self.rect, self.shown.names, self.shown.own
        ahead, odds = self.foreseen[0]
        state: Bridgefront = ahead.state
        other = ahead.defender if ahead.attacker == own else ahead.attacker
        canvas.box("dialog", r)
        x, w, k = r.x + 11, r.w - 22, theme().text_scale
        canvas.icon("battle", Rect(x, r.top - 25 * k, 16 * k, 16 * k), "bad")
        canvas.label(
            self._title(ahead), Rect(x + 23 * k, r.top - 27 * k, w - 23 * k, 20 * k), "bad", "small", "bold", 0
        )
        where = f"{names.plain_name(other)}, {place(state, ahead.hex, names)}"
        canvas.label(where, Rect(x, r.top - 46 * k, w, 18 * k), f"seat_{other}", "small", "bold", 0)
        if odds is None:
            canvas.label("Calculating the odds...", Rect(x, r.top - 76 * k, w, 20 * k), "muted", "small", align=0)
        else:
            self._paint_odds(canvas, Rect(x, r.top - 112 * k, w, 64 * k), odds, other)
        for i, (more, counted) in enumerate(self.foreseen[1:]):
            chance = "..." if counted is None else percent(counted.win_chance(own))
            words = f"{place(more.state, more.hex, names)}: win {chance}"
            canvas.label(words, Rect(x, r.top - (134 + 20 * i) * k, w, 18 * k), "text", "small", align=0)

    def _paint_odds(self, canvas: Canvas, r: Rect, odds: Odds, other: int) -> None:
        own, k = self.shown.own, theme().text_scale
        wins, loses, nobody = odds.win_chance(own), odds.win_chance(other), odds.annihilation_chance()
        at = r.x
        for p, ink in ((wins, "good"), (nobody, "muted"), (loses, "bad")):
            wide = float(p) * r.w
            if wide >= 1:
                canvas.fill(Rect(at, r.top - 8 * k, wide, 6 * k), ink)
            at += wide
        third = r.w / 3
        for i, (word, p, ink) in enumerate(
            (("win", wins, "good"), ("both gone", nobody, "muted"), ("lose", loses, "bad"))
        ):
            canvas.label(
                f"{percent(p)}", Rect(r.x + i * third, r.top - 28 * k, third, 18 * k), ink, "body", "bold", i / 2
            )
            canvas.label(word, Rect(r.x + i * third, r.top - 43 * k, third, 15 * k), "muted", "tiny", align=i / 2)
        words = (f"you lose {_mean(odds, own)} of {_start(odds, own)}", f"they lose {_mean(odds, other)} of "
                 f"{_start(odds, other)}")  # fmt: skip
        canvas.label(words[0], Rect(r.x, r.y, r.w / 2, 17 * k), "text", "small", align=0)
        canvas.label(words[1], Rect(r.x + r.w / 2, r.y, r.w / 2, 17 * k), "text", "small", align=1)


def _mean(odds: Odds, seat: int) -> str:
    return f"{float(odds.expected_losses(seat)):.1f}"


def _start(odds: Odds, seat: int) -> int:
    return odds.before[0 if seat == odds.attacker else 1].unit_count
