"""The match screen of Midnight: the table, the own hand, and what is asked, chosen on the table itself."""

from __future__ import annotations

from typing import Any

from client.kit.richtext import escape
from client.kit.screen import Acts
from client.kit.widget import Widget
from client.midnight.board import Aim
from client.midnight.chooser import Chooser
from client.midnight.hand import Hand
from client.midnight.hints import what_now
from client.midnight.inquiry import STOP, Inquiry, Pick
from client.midnight.log import Story
from client.midnight.orders import Orders, orders_form
from client.midnight.places import Place
from client.midnight.ranks import Ranks
from client.midnight.reckon import fee
from client.midnight.scene import Scene
from client.midnight.sidebar import ActionPanel
from client.midnight.words import offers_to
from client.source import GoesOn
from client.table.ending import Ending
from client.table.playing import Playing
from core.kernel.game import Decision
from core.kernel.holding import Held
from core.kernel.telling.words import count
from core.midnight import pacts
from core.midnight.action import ACT
from core.midnight.cards import DIAL_NAMES, FIRST_MINUTE
from core.midnight.decisions import Act
from core.midnight.game import GAME
from core.midnight.state import Midnight
from core.midnight.turn import TRIM, hand_limit

ROUNDS = 1 + FIRST_MINUTE
"""One for each minute, and Midnight."""
ACTION = 326.0
"""The height of the own action."""
LIFT = "{muted}Choose a card of your hand: it lifts, and every place that it may go to lights up.{/}"
CONFIRM = {"nation": "Lead it", "upgrade": "Turn it up", "downgrade": "Turn it down", "trim": "Discard",
           "deploy": "Lay them", "capture": "Take it"}  # fmt: skip
"""What the large button says, by the kind of question."""
SAYS = {"border": "Lay it", "capital": "Play it", "store": "Put away", "discard": "Discard it", "set": "Discard them",
        "pair": "Discard them", "look": "Look", "entry": "Turn it", "stop": "End the turn"}  # fmt: skip
"""What it says for an action, by what was picked."""


class MidnightScreen(Scene, Playing):
    """A match of Midnight, from the first choice to the standing at the end."""

    game = GAME
    rounds = ROUNDS
    inquiry: Inquiry | None = None
    hand: Hand
    panel: ActionPanel
    lit: list[Aim] = []  # noqa: RUF012 - replaced, never changed
    """The lit places, in the order of their keys."""

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui = self.ui
        self.orders = Orders()
        self.build_scene(self._pick_place, self._aim, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = Hand(self.window, self.sight, self.why_not_card, self.choose_card)
        self.panel = ActionPanel(self.names, self.answer, self.confirm, self.take_back, lambda: self.answer(STOP),
                                 self.open_orders)  # fmt: skip
        self.end_turn, self.standing_orders = self.panel.end, self.panel.orders
        self.chooser = Chooser(self.names, self.answer)
        ui.put(self.panel, (1024, 6, 250, ACTION), "high")
        story = Story(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link), self.tip)
        self.build_log(story, ACTION + 12)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand; over it what is to be chosen and lies nowhere on the table."""
        return self.hand, self.chooser

    def begun(self, state: Midnight) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.turn)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.refresh_fairness()
        state, own = self.sight.state, self.sight.own
        if state is not None:
            mine = state.current == own and state.turn and not state.over
            left = max(0, state.actions_left(own)) if mine else 0
            asks = self.inquiry is None or self.inquiry.asked_of is ACT
            self.panel.note = f"{count(left, 'action')} left" if mine and asks else ""

    def refresh_all(self) -> None:
        """The table and the hand have changed."""
        self.hand.refresh()
        self.refresh()

    def _go_on(self, told: GoesOn) -> None:
        """The match was begun on another day; orders that are still in force are known again."""
        super()._go_on(told)
        self.orders.recall(told.state, self.sight.own, told.own)
        stand = " Pacts that you offer stand." if told.state.option("pacts") == "on" else ""
        self.story.remark(f"{{muted}}Standing orders for upgrades are not kept: give them anew.{stand}{{/}}")
        self.refresh()

    # What is asked ----------------------------------------------------------------------------------------------------

    def inquire(self, heard: Any) -> Inquiry:
        """What is asked, by the standing orders that hold."""
        self.orders.give(heard.own, heard.state.option("pacts") == "on")
        return Inquiry(heard.state, self.sight.own, heard.own, heard.report.ask)

    def _rest(self) -> None:
        """Nothing is asked any more."""
        super()._rest()
        self.lit = self.board.ask(None)
        self.chooser.ask(None)
        self.strike.ask(None)
        self.panel.ask(None)
        self.panel.title = "Your action"
        self.panel.preview.show(None, None, "{muted}Nothing is asked of you now.{/}")

    def _ask(self) -> None:
        """Show what can be picked now."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        self.panel.title = inquiry.title
        self.lit = self.board.ask(inquiry)
        self.chooser.ask(inquiry)
        self.strike.ask(inquiry)
        self.panel.ask(None if self.strike.visible else inquiry, self.lit)
        picked = [what for kind, what in inquiry.picked if kind == "card"]
        self.hand.chosen = next((i for i, held in enumerate(self.hand.cards) if held[0] in picked), -1)
        self.panel.plan.text = self._plan(inquiry)
        targets, complete = inquiry.targets, inquiry.decision is not None
        self._set_buttons(self._confirms(inquiry), complete)
        besides = (("back", "put it back"),) if inquiry.picked else ()
        words = escape(self.names.plain(inquiry.sentence()))
        if inquiry.asked_of is ACT and not inquiry.picked:
            words = "Choose a card of your hand, turn one on a border, or end your turn."
        keys = [int(aim.key or "0") or 10 for aim in self.lit]
        if complete and not targets:
            words = (
                f"{escape(self.names.plain(self._named(inquiry)))}: {self.panel.commit.text.lower()}, or put it back."
            )
        elif inquiry.picked and inquiry.picked[-1][0] in ("card", "entry") and len(keys) > 1:
            name = escape(self.names.plain(inquiry.name_of(inquiry.picked[-1])))
            words = f"{name}: choose a lit place, 1 to {max(keys)}."
        self.prompt.say(words, "you", *besides)
        self._show_preview()
        self._focus()
        self.hand.touch()
        self.refresh()

    def _confirms(self, inquiry: Inquiry) -> str:
        """What the large button says."""
        if inquiry.asked_of is not ACT:
            return CONFIRM.get(inquiry.asked_of.kind, "Commit")
        moved = any(kind == "entry" for kind, _ in inquiry.picked)
        deed = next((kind for kind, _ in inquiry.picked if kind not in ("card", "entry")), "")
        return "Turn it" if moved else SAYS.get(deed, "Lay it")

    def _named(self, inquiry: Inquiry) -> str:
        """What has been picked, in words."""
        named = [inquiry.name_of(pick) for pick in inquiry.picked] if inquiry.asked_of.kind != "upgrade" else [
            DIAL_NAMES[dial] for _, dial in inquiry.picked]  # fmt: skip
        return ", ".join(words.partition(":")[0] for words in named).replace(", Towards", " towards")

    def _plan(self, inquiry: Inquiry) -> str:
        """What has been picked, in words, and the Pacts that others offer."""
        offers = offers_to(inquiry.state, self.sight.own, self.names) if inquiry.asked_of is ACT else []
        if offers:
            key = self.window.keys.shown("target order")
            offers.append(f"{{muted}}Answer in your standing orders ({key}).{{/}}")
        told = escape(self.names.plain(self._named(inquiry)))
        return "\n".join([*([f"*{told}*"] if told else []), *offers])

    def _show_preview(self, place: Place | None = None) -> None:
        """What stands in the own action: what is chosen or aimed at, else what to do."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        aimed = place.pick if place is not None and place.pick is not None else None
        last = inquiry.picked[-1] if inquiry.picked and inquiry.picked[-1][0] not in ("card", "entry") else None
        offers = offers_to(inquiry.state, self.sight.own, self.names) if inquiry.asked_of is ACT else []
        orders = self.window.keys.shown("target order")
        told = [LIFT if inquiry.asked_of is ACT else escape(self.names.plain(inquiry.sentence())), *offers]
        if inquiry.asked_of is TRIM and not inquiry.state.ruined[inquiry.seat]:
            told.append(
                f"Each card over the limit of {hand_limit(inquiry.state)} costs {{bad}}{fee(inquiry.state)} Worth{{/}}."
            )
        told += [f"{{muted}}Answer in your standing orders ({orders}).{{/}}"] if offers else []
        self.panel.preview.show(inquiry, aimed or last, "\n".join(told))

    def _aim(self, place: Place | None) -> None:
        """The pointer or the keys are on a place, or leave it."""
        if self.inquiry is not None and not self.sight.locked:
            self._show_preview(place)

    def _focus(self) -> None:
        inquiry = self.inquiry
        goal: Widget = self.panel.commit
        if self.strike.visible:
            self.ui.focus_on(self.strike, quiet=True)
            return
        if inquiry is not None and inquiry.targets and inquiry.decision is None:
            cards = any(kind == "card" for kind, _ in inquiry.targets)
            goal = (
                self.hand
                if cards
                else self.lit[0].place
                if self.lit
                else next(iter(self.chooser.options.values()), goal)
            )
        self.ui.focus_on(goal, quiet=True)

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        back = self.panel.back
        self.panel.commit.look = "primary" if on and does == "confirm" else "button"
        may = self.inquiry is not None and self.inquiry_open and STOP in self.inquiry.targets
        self.end_turn.enabled = may
        self.end_turn.reason = "" if may else "Put the card back first." if back.enabled else "It is not your turn."

    # What the player does ---------------------------------------------------------------------------------------------

    @property
    def at_once(self) -> bool:
        """The end of a turn needs no other confirmation."""
        return self.inquiry is not None and self.inquiry.picked == [STOP]

    def decided(self) -> Decision:
        """With an action go the offers of the standing orders."""
        inquiry = self.inquiry
        assert inquiry is not None
        decision, with_pacts = inquiry.decision, inquiry.state.option("pacts") == "on"
        self.orders.give(inquiry.secrets, with_pacts)
        if with_pacts and isinstance(decision, Act):
            return decision._replace(offers=pacts.standing_offers(inquiry.state, self.sight.own, inquiry.secrets))
        return decision

    def show_locked(self) -> None:
        """What is decided can no longer be changed, only taken back."""
        assert self.inquiry is not None
        self.panel.ask(None)
        self.chooser.ask(None)
        self.strike.ask(None)
        told = escape(self.names.plain(self._named(self.inquiry)))
        self.panel.preview.show(None, None, f"*{told}*\n{{muted}}Locked in.{{/}}" if told else "{muted}Locked in.{/}")
        self.lit = self.board.ask(None)

    def drop(self) -> bool:
        """Esc: the last pick is taken back."""
        if self.inquiry is None or not self.inquiry_open or not self.inquiry.begun:
            return False
        self.take_back()
        return True

    def answer(self, value: Any) -> None:
        """Picks it; another place than the one that was chosen takes its place."""
        inquiry = self.inquiry
        if inquiry is not None and not self.sight.locked and not self._telling and value in inquiry.instead:
            inquiry.undo()
        super().answer(value)

    def choose_card(self, held: Held) -> None:
        """A card of the hand was chosen."""
        self.answer(("card", held[0]))

    def why_not_card(self, held: Held) -> str:
        """Why a card of the hand cannot be chosen now, or ""."""
        inquiry = self.inquiry
        if inquiry is None or self.sight.locked:
            return ""
        pick = ("card", held[0])
        if pick in inquiry.targets or pick in inquiry.picked:
            return ""
        return inquiry.why_not(pick)

    def pick(self, pick: Pick) -> None:
        """A step was picked while the clock strikes."""
        self.answer(pick)

    def take(self) -> None:
        """It is taken."""
        self.confirm()

    def _pick_place(self, place: Place) -> None:
        """A place of the table was pressed."""
        if self._reveal is not None and self.reveal.busy:
            self.reveal.skip_all()
        elif place.pick is not None and place.chosen:
            self.confirm()
        elif place.pick is not None:
            self.answer(place.pick)
        elif self.inquiry is not None:
            self.ui.announcer.say(place.closed or "Nothing can be done with that now.")
            self.sound("refuse")

    def _choose_by_number(self, index: int) -> None:
        """A number key: that lit place while something is lifted, else that card of the hand."""
        number = str((index + 1) % 10)
        keyed = {aim.key: aim.pick for aim in self.lit if aim.key}
        if keyed and self.inquiry is not None and not self.sight.locked:
            if number in keyed:
                self.answer(keyed[number])
            return
        super()._choose_by_number(index)

    # The end ----------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """How the match was won, and how everybody stands."""
        won = self._reveal.won if self._reveal is not None else ""
        return Ending(won, Ranks(self.sight, self.standing), f"after {self.sight.state.turn} turns")

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_orders(self) -> None:
        """The standing orders."""
        self.open_dialog("Standing orders", orders_form(self.sight, self.orders, self.refresh))

    def open_help(self) -> None:
        """What can I do now?"""
        self.open_hints(what_now(self.sight, self.inquiry, self.hand.cards, self.prompt.text, self.window.keys.shown))

    # Keys -------------------------------------------------------------------------------------------------------------

    def acts(self) -> Acts:
        """The orders and the end of a turn as well."""
        return {**super().acts(), "done": self.end_turn.press_it, "target order": self.open_orders}

    def _step_target(self, by: int) -> None:
        ways: list[Widget] = [aim.place for aim in self.lit] or list(self.chooser.options.values())
        if ways:
            at = ways.index(self.ui.focus) if self.ui.focus in ways else -1 if by > 0 else 0
            self.ui.focus_on(ways[(at + by) % len(ways)], ring=True)
