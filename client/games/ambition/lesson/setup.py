"""Prepared match of the lesson: four rivals, three of them armed, in a world that is about to end.

Hands, purses and the next cards of the deck are set once; after that only decisions change the state. No roll of the
die matters: the scripted rivals play their parts after any roll.
"""

from __future__ import annotations

from client.table.lesson.setup import Actor
from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.engine.question import AnyQuestion
from core.games.ambition import alliances, challenges, claims, intrigue, schemes, statements, strike, turn
from core.games.ambition import decisions as d
from core.games.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    CENSUS,
    DEATH,
    EARLY_WARNING,
    ELITES,
    GRIDWORKS,
    INTRIGUE_DECK,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    TRADE_FAIR,
    WAR_TAX,
)
from core.games.ambition.game import GAME
from core.games.ambition.hands import DECKS, known_face
from core.games.ambition.rules import Step
from core.games.ambition.state import Ambition

SEED = "lesson"
OWN, ILSE, MAREK, ODA = 1, 2, 3, 4
NAMES = {OWN: "You", ILSE: "Ilse", MAREK: "Marek", ODA: "Oda"}
TURN, ROUND = 21, 6
"""Number of the first turn of the lesson, which is the player's, and of its round."""
PURSES = {OWN: 7, ILSE: 12, MAREK: 12, ODA: 6}
HELD = {
    OWN: ("Archbishop", "Shipping Magnate", "Union Steward"),
    ILSE: ("Gate Clerk", "Bank Director", "Radio Host"),
    MAREK: ("Foreign Secretary", "Street Orator"),
    ODA: ("Harbour Master", "Night Editor", "Police Prefect"),
}
ON_TOP = DEATH, NEW_BLOOD, WAR_TAX, TRADE_FAIR, TRADE_FAIR
"""Top cards of the Intrigue deck: those that Ilse and Marek draw next, and a few more."""
TRUE, LIE, SAID = 5, 6, 5
"""Values of the player's claim and of Ilse's claim, and the player's statement in the census."""


class Rival(Actor):
    """Rival with a scripted part; it declines everything that the script does not mention.

    Marek challenges the player and strikes Ilse; Ilse makes a false claim and arms Oda, who plays a Census.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(HeuristicBot(SEED, seat))

    def scripted_decision(self, state: Ambition, seat: int, secrets: Secrets) -> Decision | None:
        """Return the scripted decision, or None if the bot decides."""
        asked, detail = GAME.pending_question(state, seat)
        if asked is turn.DIPLOMACY:
            if seat != ILSE:
                return d.Diplomacy(detail[0][0])
            worst = min(state.hand(seat, "elites"), key=lambda entry: ELITES[known_face(state, secrets, entry)].value)
            return d.Diplomacy(turn.CLAIM, worst, LIE)
        if asked is turn.LAUNCH:
            arms = next((e for e in state.hand(seat, "intrigue") if known_face(state, secrets, e) == NUCLEAR_ARMS), 0)
            strikes = seat == MAREK and arms
            return d.Launch(ILSE, DECKS.named_card(state, secrets, arms)) if strikes else d.Launch()
        if asked is intrigue.PLAY:
            held = next((e for e in state.hand(seat, "intrigue") if known_face(state, secrets, e) == CENSUS), 0)
            return d.Play(DECKS.named_card(state, secrets, held)) if held else d.Play()
        says = {ILSE: 3, MAREK: 4, ODA: 2}
        plainly: dict[AnyQuestion, Decision] = {
            claims.CHALLENGE: d.Challenge(seat == MAREK and detail[:1] == (OWN,)),
            alliances.ACCEPT: d.Accept(True),
            strike.COUNTER: d.Counter(),
            strike.SHELTER: d.Shelter(),
            statements.DECLARE: d.Declare(says[seat]),
            challenges.DOUBT: d.Doubt(0),
            schemes.GIFT: d.Gift(ODA),
        }
        return plainly.get(asked)


def prepared_match(seed: str = SEED) -> LocalMatch[Ambition]:
    """Return the table at the start of the lesson, at which our seat has rolled 3."""
    table = LocalMatch(GAME, {seat: Rival(seat) for seat in NAMES}, seed, sealed=False)
    state = table.state
    _arrange(state)
    step = Step(state, state.beacon)
    step.schedule(("diplomacy",), ("industry",), ("intrigue",), ("settle",), ("next",))
    step.run()
    return table


def _arrange(state: Ambition) -> None:
    """Set the table to the state after five rounds."""
    state.agenda, state.first, state.current = [], OWN, OWN
    state.turn, state.round, state.die, state.phase = TURN, ROUND, 3, "diplomacy"
    for seat in state.seats:
        state.purse[seat], state.token[seat] = PURSES[seat], int(seat != ODA)
        names = [elite.name for elite in ELITES]
        _deal(state, seat, seat, *(names.index(name) for name in HELD[seat]))
        _set_deck(state, seat, *(face for face in range(len(ELITES)) if ELITES[face].name not in HELD[seat]))
    _deal(state, OWN, INTRIGUE_DECK, BACK_CHANNEL, EARLY_WARNING, NUCLEAR_ARMS, ARMAGEDDON)
    _deal(state, MAREK, INTRIGUE_DECK, NUCLEAR_ARMS)
    _deal(state, ODA, INTRIGUE_DECK, CENSUS)
    _set_deck(state, INTRIGUE_DECK, *ON_TOP)
    own = state.industrial_deck(OWN)
    gridworks = next(copy for copy in state.industry_spent[OWN] if state.face(copy) == GRIDWORKS)
    state.industry_spent[OWN] = tuple(copy for copy in state.industry_spent[OWN] if copy != gridworks)
    _deal(state, OWN, own, GRIDWORKS)


def _fresh_slots(state: Ambition, deck: int, *faces: int) -> tuple[int, ...]:
    """Put the cards of a deck into new slots, under the null scheme."""
    shared, taken = state.shared, list[int]()
    for face in faces:
        free = (c for c in shared.copies(deck) if c not in shared.closed[deck] and c not in taken)
        taken.append(next(copy for copy in free if state.face(copy) == face))
    shared.close(state.t, taken)
    return shared.add_cards(state.t, deck, [shared.encrypted_entry(state.setup.match, copy) for copy in taken])


def _set_deck(state: Ambition, deck: int, *faces: int) -> None:
    """Replace a deck by these cards; the first card is on top."""
    slots = _fresh_slots(state, deck, *faces)
    state.shared.decks[deck] = slots


def _deal(state: Ambition, seat: int, deck: int, *faces: int) -> None:
    """Put cards into a hand; only its seat knows them."""
    slots = _fresh_slots(state, deck, *faces)
    state.shared.hands[seat] += slots
    state.shared.rests.update(dict.fromkeys(slots, b""))
