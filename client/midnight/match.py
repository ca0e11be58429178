"""The match screen of Midnight: a war room, the dossiers of the nations, the own hand, and what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.kit.layout import Column
from client.kit.panel import Panel
from client.kit.richtext import escape, plain
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.midnight.hand import Hand
from client.midnight.inquiry import STOP, Inquiry, Pick
from client.midnight.log import Story
from client.midnight.orders import Orders, orders_form
from client.midnight.panel import ChoicePanel
from client.midnight.ranks import Ranks
from client.midnight.scene import Scene
from client.midnight.war_room import Border, Plate, Thing
from client.midnight.words import offers_to
from client.source import Source
from client.table.ending import Ending
from client.table.hearing import Hearing
from client.table.names import Names
from core.kernel.game import Standing
from core.kernel.holding import Held
from core.midnight import clients
from core.midnight.cards import FIRST_MINUTE
from core.midnight.decisions import Act
from core.midnight.game import GAME
from core.midnight.state import Midnight

ROUNDS = 1 + FIRST_MINUTE
"""One for each minute, and Midnight."""


class MidnightScreen(Scene, Hearing):
    """A match of Midnight, from the first choice to the standing at the end."""

    game = GAME
    rounds = ROUNDS
    inquiry: Inquiry | None = None
    refusal = ""
    won = ""
    """By what the match was won, in a sentence."""

    def __init__(
        self,
        source: Source,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        effects: str = "full",
        on_end: Callable[[Any, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        Hearing.__init__(self, source, Names(own), speed, reduced)
        self.begin_scene(own, palette, reduced, effects)
        self.on_end, self.on_leave = on_end, on_leave
        self.orders = Orders()

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui = self.ui
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

    # Frames -----------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Hear the source."""
        for told in self.source.drain():
            self.hear(told)
        if self.explained is not None:
            self.explained.follow()
        self.live_on(dt)

    # What is asked ----------------------------------------------------------------------------------------------------

    def _begin(self, heard: Any) -> None:
        """The own seat must decide."""
        sight = self.sight
        sight.state, sight.secrets = heard.state, heard.own
        sight.asked, sight.locked = True, False
        self.orders.give(heard.own, heard.state.option("pacts") == "on")
        self.inquiry = Inquiry(heard.state, sight.own, heard.own, heard.report.ask)
        self.hand.refresh()
        self.sound("your turn")
        self._ask()

    def _rest(self) -> None:
        """Nothing is asked any more."""
        self.inquiry = None
        self.sight.asked = self.sight.locked = False
        self.panel.ask(None)
        self.panel.title = "Your action"
        self.room.light(lambda _thing: False)
        self.hand.chosen = -1
        self.panel.plan.text = "{muted}Nothing is asked of you now.{/}"
        busy = self._reveal is not None and self.reveal.busy
        self._set_buttons("Skip to now" if busy else "Wait", busy, "skip all" if busy else "")

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
        offers = offers_to(inquiry.state, self.sight.own, self.names) if inquiry.kind == "act" else []
        if offers:
            key = self.window.keys.shown("target order")
            offers.append(f"{{muted}}Answer in your standing orders ({key}).{{/}}")
        self.panel.plan.text = "\n".join([plan, *offers])
        complete = inquiry.decision is not None
        self._set_buttons("That is all" if complete and targets else "Commit", complete)
        besides = (("take back", "back"),) if inquiry.picked else ()
        if complete and not targets:
            self.prompt.say(f"{inquiry.title}: commit it, or take the last choice back.", "you", *besides)
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
        return inquiry.picked if inquiry.kind != "upgrade" else []

    def _focus(self) -> None:
        inquiry = self.inquiry
        goal: Widget = self.panel.commit
        if inquiry is not None and inquiry.targets:
            first = inquiry.targets[0][0]
            cards = any(kind == "card" for kind, _ in inquiry.targets)
            goal = self.hand if cards or first == "card" else next(iter(self.panel.buttons.values()), goal)
        self.ui.focus_on(goal, quiet=True)

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        commit, back, inquiry = self.panel.commit, self.panel.back, self.inquiry
        commit.text, commit.does, commit.enabled = text, does, on
        commit.reason = "" if on else "There is still something to choose." if inquiry else "It is not your turn."
        commit.look = "primary" if text == "Commit" else "button"
        back.visible = not self.sight.locked
        back.enabled = inquiry is not None and bool(inquiry.picked) and not self.sight.locked
        back.reason = "" if back.enabled else "Nothing is chosen yet."
        may = inquiry is not None and not self.sight.locked and STOP in inquiry.targets
        self.end_turn.enabled = may
        self.end_turn.reason = "" if may else "Take the card back first." if back.enabled else "It is not your turn."

    # What the player does ---------------------------------------------------------------------------------------------

    def answer(self, pick: Pick) -> None:
        """Picks something; what is not possible is said and changes nothing."""
        inquiry = self.inquiry
        if self._reveal is not None and self.reveal.busy:
            self.reveal.skip_all()
            return
        if inquiry is None or self.sight.locked:
            return
        try:
            inquiry.pick(pick)
        except ValueError as refusal:
            self.ui.announcer.say(str(refusal))
            self.sound("refuse")
            return
        if pick == STOP:
            self.commit()
        else:
            self._ask()

    def confirm(self) -> bool:
        """Enter: commits what is decided, or skips what is being shown."""
        inquiry = self.inquiry
        if self._reveal is not None and self.reveal.busy:
            self.reveal.skip_all()
        elif inquiry is not None and self.sight.locked:
            self.take_back()
        elif inquiry is not None and inquiry.decision is not None:
            self.commit()
        else:
            return False
        return True

    def commit(self) -> None:
        """Locks the decision in."""
        inquiry = self.inquiry
        decision = inquiry.decision if inquiry is not None else None
        if inquiry is None or decision is None:
            return
        with_pacts = inquiry.state.option("pacts") == "on"
        self.orders.give(inquiry.secrets, with_pacts)
        if with_pacts and isinstance(decision, Act):
            decision = decision._replace(offers=clients.standing_offers(inquiry.state, self.sight.own, inquiry.secrets))
        self.sight.locked = True
        self.sound("locked")
        self.panel.ask(None)
        self.panel.plan.text = self._plan(inquiry) or "{muted}Your choice is locked in.{/}"
        self.room.light(lambda _thing: False)
        self._set_buttons("Take back", True, "take back")
        self._say_waiting()
        self.ui.focus_on(self.panel.commit, quiet=True)
        self.source.decide(decision, inquiry.secrets)
        self.refresh()

    def take_back(self) -> None:
        """Backspace: the lock, else the last pick."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        if self.sight.locked:
            self.sight.locked = False
            self.sound("taken back")
            self.source.take_back()
            if inquiry.picked == [STOP]:
                inquiry.undo()
            self._ask()
        elif inquiry.undo():
            self._ask()

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

    # What the prompt says meanwhile -----------------------------------------------------------------------------------

    def _say_showing(self) -> None:
        super()._say_showing()
        if self.reveal.busy:
            self._set_buttons("Skip to now", True, "skip all")

    def _finish(self) -> None:
        if not self._ended:
            self._ended = True
            self._rest()
            self.panel.title, self.panel.plan.text = "The end", "{muted}The match is over.{/}"
            self._set_buttons("Match over", False, "")
            winners = " and ".join(self.names.coloured(seat) for seat in self.sight.state.winners)
            self.won = self._reveal.won if self._reveal is not None else ""
            self.prompt.say(f"The match is over. Victory: {winners}", "show", ("back", "menu"))
            self.refresh()
            if self.on_end is not None:
                self.on_end(self, self.standing)

    def ending(self) -> Ending:
        """How the match was won, and how everybody stands."""
        return Ending(self.won, Ranks(self.sight, self.standing), f"after {self.sight.state.turn} turns")

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_orders(self) -> None:
        """The standing orders."""
        self.open_dialog("Standing orders", orders_form(self.sight, self.orders, self.refresh))

    def open_help(self) -> None:
        """What can I do now?"""
        lines = [self.prompt.text]
        if self.inquiry is not None and not self.sight.locked:
            lines += [f":tick: {escape(self.names.plain(self.inquiry.name_of(p)))}" for p in self.inquiry.targets[:12]]
            keys = self.window.keys.shown
            lines.append(f"{{muted}}{keys('confirm')} commits, {keys('take back')} takes back, Tab goes through.{{/}}")
        text = "\n".join(lines)
        self.open_words("What can I do?", text)
        self.ui.announcer.say(plain(text))

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """A key that no widget wanted."""
        if action == "confirm":
            return self.confirm()
        if action == "back":
            if self.inquiry is not None and self.inquiry.picked and not self.sight.locked:
                self.take_back()
            else:
                self.open_menu()
            return True
        done = self._acts().get(action)
        if done is not None:
            done()
            return True
        if action.startswith("card ") and action[5:].isdigit():
            index = int(action[5:]) - 1
            if index < len(self.hand.cards):
                self.hand.point_at(index)
                self.hand.play(index)
            return True
        return False

    def _acts(self) -> dict[str, Callable[[], object]]:
        return {
            **self.views(),
            "take back": self.take_back,
            "done": self.end_turn.press_it,
            "skip": self._skip_one,
            "skip all": self._skip_all,
            "speed": self.next_speed,
            "fairness": self.open_fairness,
            "card before": lambda: self._step_hand(-1),
            "card after": lambda: self._step_hand(1),
            "target before": lambda: self._step_way(-1),
            "target after": lambda: self._step_way(1),
            "target order": self.open_orders,
            "log": lambda: self._show_tab("Log"),
            "chat": lambda: self._show_tab("Chat"),
            "help": self.open_help,
        }

    def _step_hand(self, by: int) -> None:
        if self.hand.cards:
            self.ui.focus_on(self.hand, quiet=True, ring=True)
            self.hand.point_at((self.hand.raised + by) % len(self.hand.cards))

    def _step_way(self, by: int) -> None:
        ways = list(self.panel.buttons.values())
        if ways:
            at = ways.index(self.ui.focus) if self.ui.focus in ways else -1 if by > 0 else 0
            self.ui.focus_on(ways[(at + by) % len(ways)], ring=True)
