"""Prepared match of the lesson: three nations two minutes before midnight, and scripted opponents.

The clock and the Worth are set before the deal, and two Upgrades are put into Capitals. After that, only decisions
change the state, all through the engine. With this seed, the dice show the results that the coach mentions.
"""

from __future__ import annotations

from client.table.lesson.setup import Actor
from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision
from core.engine.hidden.hand import held_cards
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.midnight.action import ACT, BORDER, STOP, STORE
from core.games.midnight.cards import CANNON, INFLUENCE, RESEARCH, SHIELD, UPGRADE, deck_copies, kind_of
from core.games.midnight.decisions import Act, Nation
from core.games.midnight.game import GAME
from core.games.midnight.pacts import order_offers
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import order_upgrades

SEED = "lesson 33925"
OWN, VERA, TOMAS = 1, 2, 3
NAMES = {OWN: "You", VERA: "Vera", TOMAS: "Tomas"}
MINUTES = 2
"""Minutes on the clock at the beginning."""
WORTH = {OWN: 20, VERA: 20, TOMAS: 2}
"""Worth of each seat at the beginning; the player and Vera have equal Worth after the last war."""
OPTIONS = {"pacts": "on"}
STORED = 1
"""Number of cards that Vera puts into her stockpile."""


def held_kind(state: Midnight, seat: int, secrets: Secrets, wanted: int) -> int:
    """Return the first copy of this kind in the seat's hand, or 0 if there is none."""
    return next((copy for copy, _ in held_cards(state, seat, secrets) if kind_of(copy) == wanted), 0)


class ScriptedOpponent(Actor):
    """Scripted opponent of the lesson: Vera or Tomas.

    Vera puts a Cannon on the border with the player, stores a Shield, and plays it in the last war. Tomas waits.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(HeuristicBot(SEED, seat))

    def scripted_decision(self, state: Midnight, seat: int, secrets: Secrets) -> Decision | None:
        """Return the scripted decision, or None if the bot decides."""
        if GAME.pending_question(state, seat)[0] is not ACT:
            return None
        if seat == VERA and (not state.clock or not state.actions):
            return self._lay(state, seat, secrets, SHIELD if not state.clock else CANNON)
        if seat == VERA and len(state.stock[seat]) < STORED:
            return Act(STORE, entries=(self._entry(state, seat, secrets, SHIELD),))
        return Act(STOP)

    def _lay(self, state: Midnight, seat: int, secrets: Secrets, what: int) -> Act:
        entry = self._entry(state, seat, secrets, what)
        return Act(BORDER, entries=(entry,), to=OWN) if entry else Act(STOP)

    def _entry(self, state: Midnight, seat: int, secrets: Secrets, what: int) -> int:
        """Return the entry that names a card of this kind in a decision, or 0 if the hand has none."""
        return next((slot or -copy for copy, slot in held_cards(state, seat, secrets) if kind_of(copy) == what), 0)


def prepared_match(seed: str = SEED) -> LocalMatch[Midnight]:
    """Return the match at the lesson's beginning, when the player's seat is asked for its first action."""
    table = LocalMatch(GAME, {seat: ScriptedOpponent(seat) for seat in NAMES}, seed, OPTIONS, sealed=True)
    state, secrets = table.state, table.secrets
    _arrange(state)
    for seat in (VERA, TOMAS):
        order_upgrades(secrets[seat], (INFLUENCE, RESEARCH))
    order_offers(secrets[VERA], [(OWN, OWN)])
    while not state.turn:
        decisions = {}
        for seat in GAME.pending_asks(state):
            automatic = GAME.automatic_decision(state, seat, secrets[seat])
            decisions[seat] = automatic if automatic is not None else Nation(seat - 1)
        GAME.step(state, decisions, table.beacon())
    return table


def _arrange(state: Midnight) -> None:
    """Set the clock and the Worth as if after many turns; two Upgrades are ready for a third one."""
    state.clock = MINUTES
    for seat, worth in WORTH.items():
        state.worth[seat] = worth
    for seat in (VERA, TOMAS):
        copy = next(copy for copy in deck_copies(seat) if kind_of(copy) == UPGRADE)
        state.piles.mix[seat] = tuple(each for each in state.piles.mix[seat] if each != copy)
        state.capital[seat] = (copy,)
