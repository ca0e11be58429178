"""Display of the striking clock: each nation's loss, its dial step, and the five steps of a sunset."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from client.games.midnight.art.strike import LOSS, UPGRADE, DialStepButton, StrikePicture
from client.games.midnight.prompts import MidnightPrompt
from client.games.midnight.text.names import loss_words
from client.table.pick.script import Pick
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.controls.basic import Button
from client.ui.widget import relayout
from core.games.midnight.cards import DIAL_NAMES
from core.games.midnight.state import Midnight


class Strike(StrikePicture):
    """Complete display of a strike, over the window below the top bar; Tab shows the table meanwhile."""

    role = "moment"
    focusable = True

    on_pick: Callable[[Pick], object]
    """Callback for the dial that the player chooses, if a choice is asked for."""

    def __init__(self, model: ViewModel, names: Names) -> None:
        super().__init__("The clock strikes", region="moment", visible=False)
        self.model, self.names = model, names
        self.before: list[int] = []
        self.lost: dict[int, int] = {}
        self.why = ""
        self.options: dict[Pick, DialStepButton] = {}
        self.taking = Button("", look="primary", action="confirm", name="Take the step", visible=False)
        self.add(self.taking)

    def begin(self, state: Midnight, why: str) -> None:
        """Prepare the display before the clock strikes."""
        self.before, self.lost, self.why, self.step, self.peeking = list(state.worth), {}, why, LOSS, False
        self.hand = float(state.clock)

    def end(self) -> None:
        """Close the display."""
        self.before, self.visible = [], False
        self.show_question(None)

    def show_question(self, inquiry: MidnightPrompt | None) -> None:
        """Offer our dial step on this display while the sunset lasts."""
        steps = inquiry is not None and inquiry.asked_of.kind == "upgrade" and self.on
        for option in self.options.values():
            self.remove(option)
        self.options = {}
        self.taking.visible = bool(steps)
        if inquiry is None or not steps:
            return
        self.visible, self.step = True, UPGRADE
        picked = [dial for _, dial in inquiry.answers]
        for dial, values in enumerate(inquiry.state.rules.dials):
            now = inquiry.state.dials[inquiry.seat][dial] + picked.count(dial)
            pick = ("dial", dial)
            if pick in inquiry.targets or dial in picked or pick in inquiry.alternatives:
                to = values[min(now + (dial not in picked), len(values) - 1)]
                start = values[inquiry.state.dials[inquiry.seat][dial]] if dial in picked else values[now]
                option = DialStepButton(dial, start, to, partial(self.on_pick, pick))
                option.is_chosen = dial in picked
                self.options[pick] = option
        self.add(*self.options.values())
        names = ", ".join(DIAL_NAMES[dial] for dial in picked)
        self.taking.text, self.taking.enabled = f"Take {names or 'a step'}", inquiry.decision is not None
        self.taking.reason = "Choose a dial first."
        relayout(self)

    def value_text(self) -> str:
        """Return the losses in words."""
        state = self.model.state_of(Midnight)
        if state is None or not self.on:
            return ""
        return loss_words(state, self.names, self.before, self.lost)
