"""Panel beside the table with the public facts about a claim or a strike, or else our score.

For a claim, it lists the consequences of each answer. For a strike, it lists the seats that would be hit.
"""

from __future__ import annotations

from collections.abc import Callable

from client.games.ambition import faces
from client.games.ambition.decor import PLATE
from client.games.ambition.tooltips import score_now, unseen
from client.table.view_model import ViewModel
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import Widget
from core.games.ambition.cards import (
    NUCLEAR_ARMS,
    TECMED,
)
from core.games.ambition.state import Ambition, Statement
from core.games.ambition.strike import blast_seats, full_shield
from core.games.ambition.text.words import STATEMENT_TEXTS

HIGH = 168.0
Lines = list[str]
BAR = (84, 100, 130, 255)


class Evidence(Widget):
    """Panel above the log with the facts about the current claim or strike."""

    role = "evidence"

    def __init__(self, model: ViewModel, target: Callable[[], int]) -> None:
        super().__init__("Evidence")
        self.model, self.target = model, target

    @property
    def state(self) -> Ambition:
        """Displayed state of the match."""
        return self.model.table_of(Ambition)

    def paint(self, canvas: Canvas) -> None:
        """Draw a claim with its bars, or only lines of text."""
        if self.model.state is None:
            return
        r = self.rect
        canvas.box(PLATE, r)
        title, note, lines = self.told()
        canvas.label(title, Rect(r.x + 10, r.top - 25, 120, 20), "accent", 12.5, "bold", 0)
        canvas.label(note, Rect(r.x + 110, r.top - 25, r.w - 120, 20), "muted", 12, align=1)
        top = r.top - 28
        if self.state.claim is not None:
            self._draw_unseen_bars(canvas, Rect(r.x + 12, top - 74, r.w - 24, 72))
            top -= 76
        words = "\n".join(lines)
        room = Rect(r.x + 10, r.y + 5, r.w - 20, top - r.y - 7)
        richtext.paint(canvas, words, room, "text", richtext.fit_size(words, room.w, room.h, 12.5))

    def _draw_unseen_bars(self, canvas: Canvas, r: Rect) -> None:
        """Draw a bar for each value, for the number of unseen Elites of that value in the claimant's deck."""
        claim = self.state.claim
        assert claim is not None
        counts = unseen(self.state, claim.seat)
        wide = r.w / 6
        for value in range(1, 7):
            x = r.x + (value - 1) * wide
            lit = value == claim.value
            for i in range(5):
                cell = Rect(x + 5, r.y + 18 + i * 10.5, wide - 12, 8.5)
                ink = ("accent" if lit else BAR) if i < counts[value] else (18, 21, 27, 255)
                canvas.fill(cell, ink)
            canvas.label(str(value), Rect(x, r.y, wide - 2, 16), "accent" if lit else "text", 12.5, "bold")

    def told(self) -> tuple[str, str, Lines]:
        """Return the title, the note, and the lines of the panel as rich text."""
        state, names = self.state, self.model.names
        if state.claim is not None:
            return "THE CLAIM", f"{names.plain_name(state.claim.seat)}: one Elite of {state.claim.value}", self._claim()
        target = self.target() or (state.strike.target if state.strike is not None else 0)
        if target:
            return "THE STRIKE", f"at {names.plain_name(target)}", self._strike(target)
        if any(kind == "doubt" for _, kind, _ in state.asking):
            penalty = state.rules.numbers.challenge_penalty
            own = self.model.opened is None and self.model.own
            wrong = "If you are wrong, you lose" if own else "A challenger who is wrong loses"
            return "WHO LIES?", "", [
                f"A liar who is caught loses {penalty} and must still do what was asked.",
                *(["{good}The challengers get it.{/}"] if state.rules.numbers.doubt_reward else []),
                f"{{bad}}{wrong} {penalty}.{{/}}",
                *(f"{names.coloured_name(one.seat)}: {statement_words(one)}, {count_of(state, one.seat, one.what)}"
                  for one in state.statements),
            ]  # fmt: skip
        if state.over:
            return "THE END", "", [f"{names.coloured_name(seat)} {state.points[seat]}" for seat in state.seats]
        mine = self.model.opened is None and self.model.own
        return "IF IT ENDED NOW" if mine else "PURSES", "what you know" if mine else "", self._count()

    def _claim(self) -> Lines:
        """Return lines with the public facts about the claim, and with the three outcomes."""
        state, names = self.state, self.model.names
        own = 0 if self.model.opened is not None else self.model.own
        claim = state.claim
        assert claim is not None
        counts, who, value = unseen(state, claim.seat), names.coloured_name(claim.seat), claim.value
        lines = [f"{{accent}}{counts[value]} of {sum(counts)} unseen are worth {value}{{/}}",
                 f"Unchallenged: {who} {{good}}+{value}{{/}}"]  # fmt: skip
        if not own:
            return [*lines, f"Challenged and true: {who} {{good}}+{value}{{/}}, the challenger −{value}",
                    f"Challenged and false: {who} {{bad}}−{value}{{/}}, the challenger +{value}"]  # fmt: skip
        if claim.seat == own:
            return [*lines, f"Challenged and true: {{good}}you +{value}{{/}}",
                    f"Challenged and false: {{bad}}you −{value}{{/}}"]  # fmt: skip
        if state.purse[own] < value:
            return [*lines, f"{{muted}}You have {state.purse[own]}: you need {value} to challenge.{{/}}"]
        return [*lines, f"If you challenge and it is false: {{good}}you +{value}{{/}}, {who} −{value}",
                f"If you challenge and it is true: {{bad}}you −{value}{{/}}, {who} +{value}"]  # fmt: skip

    def _strike(self, target: int) -> Lines:
        """Return lines with the seats that a strike would hit, and with their losses."""
        state, names = self.state, self.model.names
        attacker = state.strike.attacker if state.strike is not None else self.model.own
        lines = []
        for seat in blast_seats(state, target):
            purse = state.purse[seat]
            how = full_shield(state, seat, attacker)
            if seat == attacker:
                words = "{warn}hand lost, Influence kept{/}"
            elif how:
                words = "{good}safe in a Bunker{/}"
            elif state.has_industry(seat, TECMED):
                words = f"{purse} → {max(0, purse - state.rules.numbers.half_blast)}, hand lost {{muted}}(Tecmed){{/}}"
            else:
                words = f"{purse} → {{bad}}{max(0, purse - state.rules.numbers.blast)}{{/}}, hand lost"
            lines.append(f"{names.coloured_name(seat)}: {words}")
        return [*lines, "{muted}Elites stay in hand. Any player can stop the strike.{/}"]

    def _count(self) -> Lines:
        """Return lines with our current score, and then the purses of all players."""
        state, model = self.state, self.model
        if not model.own or model.opened is not None:
            return [f"{model.names.coloured_name(seat)}: {state.purse[seat]} Influence" for seat in state.seats]
        held = [number for _, number in faces.held_by(model, model.own) if number > 0]
        elites = sum(state.rules.elites[faces.face_of(n)].value for n in held if faces.sort_of(n) == faces.ELITE)
        intrigue = [faces.face_of(n) for n in held if faces.sort_of(n) == faces.INTRIGUE]
        arms = intrigue.count(NUCLEAR_ARMS)
        lines = [f":chips: purse *{state.purse[model.own]}*", f":elite: Elites in hand *{elites}*",
                 f":eye: Intrigue *+{state.rules.numbers.intrigue_worth * (len(intrigue) - arms)}*"]  # fmt: skip
        if arms:
            lines.append(f":nu2: Nuclear Arms {{bad}}{state.rules.numbers.arms_worth * arms}{{/}}")
        richest = sorted((seat for seat in state.seats if seat != model.own), key=lambda seat: -state.purse[seat])
        others = ", ".join(f"{model.names.coloured_name(seat)} {state.purse[seat]}" for seat in richest)
        return [*lines, f"Total *{score_now(model, model.own)}*", f"{{muted}}Purses:{{/}} {others}"]

    def value_text(self) -> str:
        if self.model.state is None:
            return ""
        title, note, lines = self.told()
        return f"{title} {note}: {richtext.plain_text('; '.join(lines))}"


def statement_words(statement: Statement) -> str:
    """Return the statement of a seat, in words."""
    return escape(STATEMENT_TEXTS[statement.what] or (f"a {statement.value}" if statement.value else "none"))


def count_of(state: Ambition, seat: int, what: str) -> str:
    """Return the number of cards that a seat's claim concerns, in words."""
    sort = "elites" if what in ("value", "none") else "intrigue"
    return escape(f"{len(state.hand(seat, sort))} {'Elites' if sort == 'elites' else 'Intrigue cards'} in hand")
