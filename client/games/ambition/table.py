"""Table of Ambition: its board, its words, and the buttons and standing orders of our seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from client.games.ambition import faces
from client.games.ambition.animation import AmbitionAnimation, AmbitionFlights
from client.games.ambition.board import Board
from client.games.ambition.evidence import HIGH
from client.games.ambition.extras import AmbitionExtras
from client.games.ambition.hand import Faces, HandFaces
from client.games.ambition.log import LOG
from client.games.ambition.orders import Orders, orders_form
from client.games.ambition.places import Seat
from client.games.ambition.prompts import DECLINING_PICKS, IMMEDIATE_KINDS, AmbitionPrompt
from client.games.ambition.sidebar import SIDEBAR
from client.games.ambition.standings import ranks
from client.games.ambition.tooltips import PHASE_OF_QUESTION, PHASES, pact_words, phase_word
from client.session.source import MatchResumed
from client.table.match.inquiry import OpenQuestion
from client.table.pick.prompts import PickPrompts, PromptWords, SeatControls
from client.table.pick.replay import Marks
from client.table.pick.script import CARD, Pick
from client.table.pick.spec import PickSpec, pick_table
from client.table.prompt import hints
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import Decision, IllegalDecision, any_game
from core.engine.text.words import format_count
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn
from core.games.ambition import events as e
from core.games.ambition.game import GAME
from core.games.ambition.options import NEAREST, SHARE
from core.games.ambition.state import Ambition

CHALLENGER_HELP = {
    SHARE: "Several challengers share what is gained or lost.",
    NEAREST: "Only the first challenger clockwise counts.",
}
"""Effect of several challenges of one claim, by the value of the option."""


class AmbitionWords(PromptWords[AmbitionPrompt]):
    """Words for Ambition's questions."""

    def confirm_label(self, inquiry: AmbitionPrompt) -> str:
        """Return the label of the large button."""
        asked, answers = inquiry.asked_of, inquiry.answers
        if asked is turn.DIPLOMACY:
            claimed = inquiry.picked_numbers("value")
            if claimed:
                return f"Claim {claimed[0]}"
            return "Propose it" if inquiry.picked_numbers("seat") else "Do it"
        if asked is turn.LAUNCH:
            return "Launch" if answers and answers[0][0] == CARD else "Roll"
        if asked is statements.DISARM:
            return "Discard them" if inquiry.picked_numbers(CARD) else "I have none"
        words = {industry.INDUSTRY: "Use it", intrigue.PLAY: "Play it", schemes.AIM: "Aim it", schemes.DUEL: "Open it",
                 strike.COUNTER: "Stop it", strike.SHELTER: "Use it",
                 claims.CHALLENGE: "Answer", alliances.ACCEPT: "Answer", statements.DECLARE: "Declare it",
                 challenges.DOUBT: "Challenge"}  # fmt: skip
        return words.get(asked, "Do it")

    def describe_picks(self, inquiry: AmbitionPrompt) -> str:
        """Return the picks that the player has made so far, in words."""
        names = [inquiry.pick_name(pick) for pick in inquiry.answers]
        if inquiry.asked_of is turn.DIPLOMACY and inquiry.picked_numbers("pact"):
            partner, pact, *extra, how = names if len(inquiry.answers) > 2 else (*names, "")
            on = {"third": "third player", "type": "on"}.get(inquiry.answers[2][0], "") if extra else ""
            return ", ".join(filter(None, (f"{pact} with {partner}", " ".join([on, *extra]).strip(), how.lower())))
        return ", ".join(names)

    def instruction(self, inquiry: AmbitionPrompt, places: int = 0) -> str:
        """Return the instruction for the next pick."""
        state, names = inquiry.state, self.names
        if inquiry.asked_of is claims.CHALLENGE:
            seat, value = inquiry.detail
            return f"{names.coloured_name(seat)} claims {value}. Do you challenge?"
        if inquiry.asked_of is alliances.ACCEPT:
            return f"{self._proposal_text(inquiry)} Do you accept?"
        if inquiry.asked_of is strike.COUNTER:
            attacker, target = inquiry.detail
            return f"{names.coloured_name(attacker)} strikes {names.coloured_name(target, True)}. Do you stop it?"
        if inquiry.asked_of is turn.DIPLOMACY and not inquiry.answers:
            if turn.DRAW in inquiry.detail[0]:
                return f"You rolled {state.die}: draw an Elite, or put one face down and claim Influence."
            claim = ", or an Elite to claim with it" if turn.CLAIM in inquiry.detail[0] else ""
            return f"Press a player to propose an alliance{claim}."
        if inquiry.targets and inquiry.decision is None:
            return escape(names.to_plain_text(inquiry.sentence()))
        return super().instruction(inquiry, places)

    def _proposal_text(self, inquiry: AmbitionPrompt) -> str:
        """Return the proposed alliance in words, including the terms of a sealed paper."""
        seat, pact, extra, number = inquiry.detail
        kind = "an open alliance"
        if pact == alliances.SECRET:
            paper = alliances.SECRETS.paper(inquiry.state, number)
            terms = alliances.SECRETS.terms(paper, inquiry.secrets) if paper is not None else None
            kind, (pact, extra) = "a secret one", terms if terms is not None else (0, 0)
        told = escape(pact_words(self.names, pact, extra))
        return f"{self.names.coloured_name(seat)} proposes {kind} to you: *{told}*."

    def help_text(self, inquiry: AmbitionPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is claims.CHALLENGE:
            told = CHALLENGER_HELP[inquiry.state.option("challengers")]
            return f"{{muted}}All answers are revealed together. {told}{{/}}"
        if inquiry.asked_of is alliances.ACCEPT:
            gain = inquiry.state.rules.numbers.alliance_gain
            return f"{self._proposal_text(inquiry)}\n{{muted}}Each gains {gain}, then sets its stake aside.{{/}}"
        if inquiry.asked_of is turn.DIPLOMACY:
            return self._help_of_diplomacy(inquiry)
        return super().help_text(inquiry)

    def _help_of_diplomacy(self, inquiry: AmbitionPrompt) -> str:
        """Explain claims and alliances, or the terms of the picked alliance."""
        pacts = inquiry.picked_numbers("pact")
        if pacts:
            gain = inquiry.state.rules.numbers.alliance_gain
            pact = inquiry.state.rules.pacts[pacts[0]]
            return (f"{escape(pact.text)}\n{{muted}}If accepted, each gains {gain} and sets {pact.stake} aside. When "
                    f"completed, each gets {2 * pact.stake}. Unfinished at the end, all is lost.{{/}}")  # fmt: skip
        if inquiry.answers:
            return super().help_text(inquiry)
        if turn.DRAW in inquiry.detail[0]:
            return ("Press your deck to draw, or an Elite in your hand to claim. You may declare any value: you gain "
                    "it unless you are caught in a lie.")  # fmt: skip
        return ("Both set a stake aside, and each gets twice that if the alliance is completed. A refusal ends it."
                if turn.CLAIM in inquiry.detail[0] else "The card lets you propose one alliance.")  # fmt: skip

    def possible_actions(self, inquiry: AmbitionPrompt, confirm: str, key: hints.Key) -> Iterator[str]:
        """Yield hints on the possible actions and the purpose of standing orders."""
        yield from super().possible_actions(inquiry, confirm, key)
        yield f"*{key('target order')}*: standing orders, and secret alliances to open."


class AmbitionControls(SeatControls):
    """Button that declines a question, and the standing orders."""

    def __init__(self, prompts: PickPrompts) -> None:
        super().__init__(prompts)
        self.orders = Orders()
        self.nothing = Button("Skip", self._nothing, "done", size="small", action="done", grow=3, height=27)
        self.standing_orders = Button("Orders", self.open_orders, size="small", action="target order",
                                      name="Standing orders", grow=2, height=27)  # fmt: skip
        self.buttons = self.nothing, self.standing_orders

    @property
    def board(self) -> Board:
        """The board."""
        assert isinstance(self.table.board, Board)
        return self.table.board

    def restore_settings(self, told: MatchResumed) -> None:
        """Remind the player that standing orders are not saved.

        The reminder appears if the match began in an earlier run of the program, because orders end with the program.
        """
        self.table.story.add_remark("{muted}Standing orders are not saved: set them again.{/}")
        self.table.refresh()

    def make_prompt(self, asked: OpenQuestion) -> None:
        """Ask a question under the current standing orders."""
        self.orders.give(asked.own)

    def show_picks(self, inquiry: AmbitionPrompt | None) -> None:
        """Make room for the row of choices, and tick the picked cards."""
        if self.board.around:
            self.board.make_room(self.prompts.chooser.visible)
        self.table.hand.ticked = tuple(inquiry.picked_numbers(CARD)) if inquiry is not None else ()

    def show_idle(self) -> None:
        """Remove the preview of a strike."""
        self.board.target = 0

    def aim(self, inquiry: AmbitionPrompt, pick: Pick | None) -> None:
        """Show the seats that an aimed strike would hit."""
        extras = self.table.extras
        assert isinstance(extras, AmbitionExtras)
        launching = inquiry.asked_of is turn.LAUNCH and bool(inquiry.picked_numbers(CARD))
        self.board.target = pick[1] if launching and pick is not None and pick[0] == "seat" else 0
        extras.evidence.touch()
        self.board.touch(tree=True)

    def prompt_keys(self, inquiry: AmbitionPrompt) -> tuple[tuple[str, str], ...]:
        """Return the key that takes picks back, or the key that declines the question."""
        out = self._out(inquiry)
        if out is not None and not inquiry.answers and out not in self.prompts.chooser.options:
            return (("done", self.table.names.to_plain_text(inquiry.pick_name(out)).lower()),)
        return super().prompt_keys(inquiry)

    def set_buttons(self, inquiry: AmbitionPrompt | None) -> None:
        """Set the button that declines the question, and hide the large one where a pick is enough."""
        out = self._out(inquiry)
        self.nothing.text = (
            self.table.names.to_plain_text(inquiry.pick_name(out)) if inquiry is not None and out else "Skip"
        )
        self.nothing.enabled, self.nothing.reason = bool(out), "" if out else "You cannot skip this."
        self.nothing.visible = out not in self.prompts.chooser.options  # the row offers it
        if inquiry is not None and inquiry.decision is None and inquiry.targets:
            self.prompts.panel.lock_in.visible = any(kind not in IMMEDIATE_KINDS for kind, _ in inquiry.targets)

    def _out(self, inquiry: AmbitionPrompt | None) -> Pick | None:
        """Return the pick that declines the question, or None if there is none."""
        targets = inquiry.targets if inquiry is not None else ()
        return next((pick for pick in targets if pick in DECLINING_PICKS), None)

    def final_decision(self, inquiry: AmbitionPrompt) -> Decision:
        """Return the decision, together with the requested openings of alliances that are legal with it."""
        assert inquiry.decision is not None
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
        inquiry = self.prompts.inquiry
        assert inquiry is None or isinstance(inquiry, AmbitionPrompt)
        out = self._out(inquiry)
        if out is not None:
            self.prompts.prompts.answer(out)

    def open_orders(self) -> None:
        """Open the dialog for the standing orders."""
        self.table.dialogs.open("Standing orders", orders_form(self.model, self.orders, self.table.refresh))


def order(state: Ambition) -> list[int]:
    """Return the seats in the order of play."""
    return state.clockwise(state.current) if state.turn and not state.over else []


TABLE = pick_table(
    PickSpec(
        any_game(GAME),
        heading=("Ambition", "Round"),
        phases=PHASES,
        asked_in=PHASE_OF_QUESTION,
        phase=phase_word,
        when=lambda state: f"Round {state.round}" if state.round else "Set-up",
        order=order,
        board=Board,
        flights=AmbitionFlights,
        narrator=AmbitionAnimation,
        faces=HandFaces,
        open_faces=Faces,
        log=LOG,
        card_tip=lambda state, copy: faces.tooltip(faces.code_of_copy(state, copy), state.rules),
        question=AmbitionPrompt,
        sidebar=SIDEBAR,
        replay=Marks(
            e.TurnBegan,
            "turn",
            "strike",
            "score",
            {e.Struck: "strike", e.Deflected: "strike", e.ClaimCaught: "challenge"},
        ),
        plate=Seat,
        ranks=ranks,
        length=lambda state: format_count(state.round, "round"),
        banner_at=(216, 360, 800, 74),
        prompt_at=(216, 645, 796, 30),
        action_height=316.0,
        below=HIGH,
        extras=AmbitionExtras,
        words=AmbitionWords,
        controls=AmbitionControls,
    )
)
"""Table of Ambition, for matches, replays and lessons."""
