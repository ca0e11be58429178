"""The match screen of Midnight: a war room, the dossiers of the nations, the own hand, and what is asked."""

from __future__ import annotations

from typing import Any

from client.kit.layout import Column
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.screen import Acts
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.midnight.hand import Hand
from client.midnight.hints import what_now
from client.midnight.inquiry import STOP, Inquiry, Pick
from client.midnight.log import Story
from client.midnight.orders import Orders, orders_form
from client.midnight.panel import ChoicePanel
from client.midnight.ranks import Ranks
from client.midnight.scene import Scene
from client.midnight.war_room import Border, Plate, Thing
from client.midnight.words import offers_to
from client.source import GoesOn
from client.table.ending import Ending
from client.table.playing import Playing
from core.kernel.game import Decision
from core.kernel.holding import Held
from core.midnight import pacts
from core.midnight.action import ACT
from core.midnight.cards import FIRST_MINUTE
from core.midnight.decisions import Act
from core.midnight.game import GAME
from core.midnight.state import Midnight
from core.midnight.upgrades import UPGRADES

ROUNDS = 1 + FIRST_MINUTE
"""One for each minute, and Midnight."""


class MidnightScreen(Scene, Playing):
    """A match of Midnight, from the first choice to the standing at the end."""

    game = GAME
    rounds = ROUNDS
    inquiry: Inquiry | None = None
    hand: Hand
    panel: ChoicePanel

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui = self.ui
        self.orders = Orders()
        self.build_scene(self._pick_thing, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = Hand(self.window, self.sight, self.why_not_card, self.choose_card)
        self.panel = ChoicePanel(self.names, self.answer, self.confirm, self.take_back)
        self.standing_orders = Button(
            "Standing orders", self.open_orders, "envelope", size="small", does="target order"
        )
        self.end_turn = Button("End the turn", lambda: self.answer(STOP), "done", size="small", does="done")
        self.own = Label("", size="small", markup=True, wrap=True, grow=1, name="Own nation")
        own = Panel(Column(self.own, self.end_turn, self.standing_orders, gap=6), "Your nation", 9, region="own",
                    tab_each=True)  # fmt: skip
        ui.put(self.hand, (280, 0, 738, 172), "stretch")
        ui.put(own, (6, 6, 268, 162))
        ui.put(self.panel, (1024, 6, 250, 330), "high")
        story = Story(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link), self.tip)
        self.build_log(story, 342)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    def begun(self, state: Midnight) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.turn)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.refresh_fairness()
        if self.sight.state is not None:
            self.own.text = self._own_words(self.sight.state)

    def refresh_all(self) -> None:
        """The table and the hand have changed."""
        self.hand.refresh()
        self.refresh()

    def _own_words(self, state: Midnight) -> str:
        own = self.sight.own
        if state.eliminated[own]:
            return "{bad}Eliminated{/}: you look on."
        stock = [self.sight.secrets.faces.get(entry, 0) if entry > 0 else -entry for entry in state.stock[own]] if (
            self.sight.secrets is not None) else []  # fmt: skip
        lines = []
        if state.current == own and state.turn:
            left = max(0, state.actions_left(own))
            lines.append(f"*{left}* action{'' if left == 1 else 's'} left")
        lines.append(f":stockpile: {len(stock)} in the stockpile")
        orders = "upgrades by your orders" if self.orders.dials else "you are asked for upgrades"
        ruin = "{bad}In Ruin{/}: discard pairs, back at 6 Worth"
        lines.append(ruin if state.ruined[own] else f"{{muted}}{orders}{{/}}")
        return "\n".join(lines)

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
        self.panel.ask(None)
        self.panel.title = "Your action"
        self.room.light(lambda _thing: False)

    def _ask(self) -> None:
        """Show what can be picked now."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        self.panel.title = inquiry.title
        self.panel.ask(inquiry)
        targets = set(inquiry.targets)
        self.room.light(lambda thing: self._pick_of(thing) in targets)
        picked = [what for kind, what in inquiry.picked if kind == "card"]
        self.hand.chosen = next((i for i, held in enumerate(self.hand.cards) if held[0] in picked), -1)
        cards = any(kind == "card" for kind, _ in targets)
        what = ("a card, or:" if self.panel.buttons else "a card.") if cards else "one of these:"
        nothing = f"{{muted}}Choose {what}{{/}}"
        plan = self._plan(inquiry) or nothing
        offers = offers_to(inquiry.state, self.sight.own, self.names) if inquiry.asked is ACT else []
        if offers:
            key = self.window.keys.shown("target order")
            offers.append(f"{{muted}}Answer in your standing orders ({key}).{{/}}")
        self.panel.plan.text = "\n".join([plan, *offers])
        complete = inquiry.decision is not None
        self._set_buttons("That is all" if complete and targets else "Commit", complete)
        besides = (("take back", "back"),) if inquiry.picked else ()
        if complete and not targets:
            self.prompt.say(f"{inquiry.title}: commit, or take the last choice back.", "you", *besides)
        else:
            self.prompt.say(escape(self.names.plain(inquiry.sentence())), "you", *besides)
        self._focus()
        self.hand.touch()
        self.refresh()

    def _plan(self, inquiry: Inquiry) -> str:
        """What has been picked, in words."""
        words = (escape(self.names.plain(inquiry.name_of(pick))) for pick in self._named(inquiry))
        return ", ".join(f"*{word}*" for word in words)

    def _named(self, inquiry: Inquiry) -> list[Pick]:
        """What has been picked, as far as it can still be told."""
        return inquiry.picked if inquiry.asked is not UPGRADES else []

    def _focus(self) -> None:
        inquiry = self.inquiry
        goal: Widget = self.panel.commit
        if inquiry is not None and inquiry.targets:
            first = inquiry.targets[0][0]
            cards = any(kind == "card" for kind, _ in inquiry.targets)
            goal = self.hand if cards or first == "card" else next(iter(self.panel.buttons.values()), goal)
        self.ui.focus_on(goal, quiet=True)

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        back = self.panel.back
        may = self.inquiry is not None and self.inquiry_open and STOP in self.inquiry.targets
        self.end_turn.enabled = may
        self.end_turn.reason = "" if may else "Take the card back first." if back.enabled else "It is not your turn."

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
        self.panel.plan.text = self._plan(self.inquiry) or "{muted}Your choice is locked in.{/}"
        self.room.light(lambda _thing: False)

    def drop(self) -> bool:
        """Esc: the last pick is taken back."""
        if self.inquiry is None or not self.inquiry_open or not self.inquiry.begun:
            return False
        self.take_back()
        return True

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

    def _pick_of(self, thing: Thing) -> Pick | None:
        """What a press on something on the table picks now."""
        inquiry = self.inquiry
        if inquiry is None or self.sight.locked:
            return None
        own, targets = self.sight.own, inquiry.targets
        if isinstance(thing, Border):
            if thing.seat != own:
                return ("look", thing.seat) if thing.other == own and ("look", thing.seat) in targets else None
            entries = [("entry", entry) for entry in thing.entries if ("entry", entry) in targets]
            return entries[-1] if entries else ("border", thing.other)
        if isinstance(thing, Plate):
            return next((pick for pick in (("border", thing.seat), ("look", thing.seat)) if pick in targets), None)
        return None

    def _pick_thing(self, thing: Thing) -> None:
        if self._reveal is not None and self.reveal.busy:
            self.reveal.skip_all()
            return
        pick = self._pick_of(thing)
        if pick is not None:
            self.answer(pick)
        elif self.inquiry is not None:
            self.ui.announcer.say("Nothing can be done with that now.")
            self.sound("refuse")

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
        ways = list(self.panel.buttons.values())
        if ways:
            at = ways.index(self.ui.focus) if self.ui.focus in ways else -1 if by > 0 else 0
            self.ui.focus_on(ways[(at + by) % len(ways)], ring=True)
