"""Match screen of Ambition: the table, our hand, and questions that are answered on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from client.games.ambition.board import Board
from client.games.ambition.hand import Hand
from client.games.ambition.log import Story
from client.games.ambition.orders import Orders, orders_form
from client.games.ambition.prompts import DECLINING_PICKS, IMMEDIATE_KINDS, AmbitionPrompt
from client.games.ambition.scene import Scene
from client.games.ambition.sidebar import SIDEBAR
from client.games.ambition.standings import ranks
from client.session.source import MatchResumed
from client.table import hints
from client.table.ending import Ending
from client.table.match.inquiry import OpenQuestion
from client.table.pick.screen import PickScreen
from client.table.pick.script import CARD, Pick
from client.table.question import PickQuestion
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import Decision, IllegalDecision, any_game
from core.engine.text.words import count
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn
from core.games.ambition.cards import PACTS
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition


class AmbitionScreen(Scene, PickScreen[AmbitionPrompt]):
    """Screen for a match of Ambition, from the first roll to the end of the world."""

    game = any_game(GAME)
    action_height = 316.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, AmbitionPrompt
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    def build(self) -> None:
        """Create the standing orders, then build the screen."""
        self.orders = Orders()
        super().build()

    def buttons(self) -> tuple[Button, ...]:
        """Return the button that declines a question and the button that opens the standing orders."""
        self.nothing = Button("Skip", self._nothing, "done", size="small", does="done", grow=3, height=27)
        self.standing_orders = Button("Orders", self.open_orders, size="small", does="target order",
                                      name="Standing orders", grow=2, height=27)  # fmt: skip
        return self.nothing, self.standing_orders

    def _go_on(self, told: MatchResumed) -> None:
        """Remind the player that standing orders are not saved.

        The reminder appears if the match began in an earlier run of the program, because orders end with the program.
        """
        super()._go_on(told)
        self.story.remark("{muted}Standing orders are not saved: set them again.{/}")
        self.refresh()

    # Questions --------------------------------------------------------------------------------------------------------

    def inquire(self, asked: OpenQuestion) -> PickQuestion:
        """Ask a question under the current standing orders."""
        self.orders.give(asked.own)
        return super().inquire(asked)

    def confirms(self, inquiry: AmbitionPrompt) -> str:
        """Return the label of the large button."""
        asked, answers = inquiry.asked_of, inquiry.answers
        if asked is turn.DIPLOMACY:
            claimed = inquiry.picked_of("value")
            if claimed:
                return f"Claim {claimed[0]}"
            return "Propose it" if inquiry.picked_of("seat") else "Do it"
        if asked is turn.LAUNCH:
            return "Launch" if answers and answers[0][0] == CARD else "Roll"
        if asked is statements.DISARM:
            return "Discard them" if inquiry.picked_of(CARD) else "I have none"
        words = {industry.INDUSTRY: "Use it", intrigue.PLAY: "Play it", schemes.AIM: "Aim it", schemes.DUEL: "Open it",
                 strike.COUNTER: "Stop it", strike.SHELTER: "Use it",
                 claims.CHALLENGE: "Answer", alliances.ACCEPT: "Answer", statements.DECLARE: "Declare it",
                 challenges.DOUBT: "Challenge"}  # fmt: skip
        return words.get(asked, "Do it")

    def named(self, inquiry: AmbitionPrompt) -> str:
        """Return the picks that the player has made so far, in words."""
        names = [inquiry.name_of(pick) for pick in inquiry.answers]
        if inquiry.asked_of is turn.DIPLOMACY and inquiry.picked_of("pact"):
            partner, pact, *extra, how = names if len(inquiry.answers) > 2 else (*names, "")
            on = {"third": "third player", "type": "on"}.get(inquiry.answers[2][0], "") if extra else ""
            return ", ".join(filter(None, (f"{pact} with {partner}", " ".join([on, *extra]).strip(), how.lower())))
        return ", ".join(names)

    def told(self, inquiry: AmbitionPrompt) -> str:
        """Return the instruction for the next pick."""
        state, names = inquiry.state, self.names
        if inquiry.asked_of is claims.CHALLENGE:
            seat, value = inquiry.detail
            return f"{names.coloured(seat)} claims {value}. Do you challenge?"
        if inquiry.asked_of is alliances.ACCEPT:
            return f"{self._proposal_text(inquiry)} Do you accept?"
        if inquiry.asked_of is strike.COUNTER:
            attacker, target = inquiry.detail
            return f"{names.coloured(attacker)} strikes {names.coloured(target, True)}. Do you stop it?"
        if inquiry.asked_of is turn.DIPLOMACY and not inquiry.answers:
            if turn.DRAW in inquiry.detail[0]:
                return f"You rolled {state.die}: draw an Elite, or put one face down and claim Influence."
            claim = ", or an Elite to claim with it" if turn.CLAIM in inquiry.detail[0] else ""
            return f"Press a player to propose an alliance{claim}."
        if inquiry.targets and inquiry.decision is None:
            return escape(names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def _proposal_text(self, inquiry: AmbitionPrompt) -> str:
        """Return the proposed alliance in words, including the terms of a sealed paper."""
        from client.games.ambition.tooltips import pact_words

        seat, pact, extra, number = inquiry.detail
        kind = "an open alliance"
        if pact == alliances.SECRET:
            paper = alliances.SECRETS.paper(inquiry.state, number)
            terms = alliances.SECRETS.terms(paper, inquiry.secrets) if paper is not None else None
            kind, (pact, extra) = "a secret one", terms if terms is not None else (0, 0)
        told = escape(pact_words(self.names, pact, extra))
        return f"{self.names.coloured(seat)} proposes {kind} to you: *{told}*."

    def help_of(self, inquiry: AmbitionPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is claims.CHALLENGE:
            return "{muted}All answers are revealed together. Only the first challenger clockwise counts.{/}"
        if inquiry.asked_of is alliances.ACCEPT:
            return f"{self._proposal_text(inquiry)}\n{{muted}}Each gains 1, then sets its stake aside.{{/}}"
        if inquiry.asked_of is turn.DIPLOMACY:
            return self._help_of_diplomacy(inquiry)
        return super().help_of(inquiry)

    def _help_of_diplomacy(self, inquiry: AmbitionPrompt) -> str:
        """Explain claims and alliances, or the terms of the picked alliance."""
        pacts = inquiry.picked_of("pact")
        if pacts:
            pact = PACTS[pacts[0]]
            return (f"{escape(pact.text)}\n{{muted}}If accepted, each gains 1 and sets {pact.stake} aside. When "
                    f"completed, each gets {2 * pact.stake}. Unfinished at the end, all is lost.{{/}}")  # fmt: skip
        if inquiry.answers:
            return super().help_of(inquiry)
        if turn.DRAW in inquiry.detail[0]:
            return ("Press your deck to draw, or an Elite in your hand to claim. You may declare any value: you gain "
                    "it unless you are caught in a lie.")  # fmt: skip
        return ("Both set a stake aside, and each gets twice that if the alliance is completed. A refusal ends it."
                if turn.CLAIM in inquiry.detail[0] else "The card lets you propose one alliance.")  # fmt: skip

    def show_aim(self, inquiry: AmbitionPrompt, pick: Pick | None) -> None:
        """Show the seats that an aimed strike would hit."""
        launching = inquiry.asked_of is turn.LAUNCH and bool(inquiry.picked_of(CARD))
        self.board.target = pick[1] if launching and pick is not None and pick[0] == "seat" else 0
        self.evidence.touch()
        self.board.touch_tree()
        super().show_aim(inquiry, pick)

    def _ask(self) -> None:
        """Show the possible picks, and the key that declines the question."""
        super()._ask()
        inquiry = self.inquiry
        out = self._out(inquiry)
        if inquiry is not None and out is not None and not inquiry.answers and out not in self.chooser.options:
            self.prompt.say(self.told(inquiry), "you", ("done", self.names.plain(inquiry.name_of(out)).lower()))

    def _offer(self, inquiry: AmbitionPrompt | None) -> None:
        super()._offer(inquiry)
        if self.board.around:
            self.board.make_room(self.chooser.visible)
        self.hand.picked = tuple(inquiry.picked_of(CARD)) if inquiry is not None else ()

    def _rest(self) -> None:
        self.board.target = 0
        super()._rest()

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        inquiry = self.inquiry if self.inquiry_open else None
        out = self._out(inquiry)
        self.nothing.text = self.names.plain(inquiry.name_of(out)) if inquiry is not None and out else "Skip"
        self.nothing.enabled, self.nothing.reason = bool(out), "" if out else "You cannot skip this."
        self.nothing.visible = out not in self.chooser.options  # the row offers it
        if inquiry is not None and inquiry.decision is None and inquiry.targets:
            self.panel.lock_in.visible = any(kind not in IMMEDIATE_KINDS for kind, _ in inquiry.targets)

    def _out(self, inquiry: AmbitionPrompt | None) -> Pick | None:
        """Return the pick that declines the question, or None if there is none."""
        targets = inquiry.targets if inquiry is not None else ()
        return next((pick for pick in targets if pick in DECLINING_PICKS), None)

    def can(self, inquiry: AmbitionPrompt, key: hints.Key) -> Iterator[str]:
        """Yield hints on the possible actions and the purpose of standing orders."""
        yield from super().can(inquiry, key)
        yield f"*{key('target order')}*: standing orders, and secret alliances to open."

    # Player actions ---------------------------------------------------------------------------------------------------

    @property
    def at_once(self) -> bool:
        """True if the pick needs no confirmation: a yes or no, a deed, a deck."""
        return self.inquiry is not None and self.inquiry.quick

    def decided(self) -> Decision:
        """Return the decision, together with the requested openings of alliances that are legal with it."""
        inquiry = self.inquiry
        assert inquiry is not None and inquiry.decision is not None
        decision: Decision = inquiry.decision
        fields: Any = decision  # a NamedTuple, whose `_replace` takes any field
        self.orders.give(inquiry.secrets)
        if self.orders.open_next and getattr(decision, "opens", None) == ():
            opening: Decision = fields._replace(opens=self.orders.openings(self.model, inquiry.secrets))
            try:
                GAME.check(self.model.table_of(Ambition), self.model.own, opening)
            except IllegalDecision:
                return decision
            self.orders.open_next.clear()
            return opening
        return decision

    def _nothing(self) -> None:
        """Decline the question."""
        out = self._out(self.inquiry)
        if out is not None:
            self.answer(out)

    def open_orders(self) -> None:
        """Open the dialog for the standing orders."""
        self.open_dialog("Standing orders", orders_form(self.model, self.orders, self.refresh))

    # End --------------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """Return the ending of the match: how the world ended, and the standings."""
        return Ending(
            self.ended, ranks(self.model, self.standing), f"after {count(self.model.table_of(Ambition).round, 'round')}"
        )
