"""Prepared match of the lesson: three ministers, five points short of the target, and a scripted team.

The hands, the crises and the score are set once. After that, only decisions change the state. The cards of the lesson
are on top of their decks, so the lesson does not depend on dice.
"""

from __future__ import annotations

from client.table.lesson.setup import Actor
from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.cabinet import action, cards, milestones, turn
from core.games.cabinet.cards import DECK_NAMES, LETTERS, MINISTRY, RESOURCE, RESOURCES
from core.games.cabinet.decisions import Act, Mix
from core.games.cabinet.decks import foresee
from core.games.cabinet.game import GAME
from core.games.cabinet.rules import Step
from core.games.cabinet.state import Cabinet

SEED = "lesson"
OWN, ILSE, MAREK = 1, 2, 3
NAMES = {OWN: "You", ILSE: "Ilse", MAREK: "Marek"}
TURN, LAST = 13, 16
"""Numbers of the first and the last turn of the lesson, both of which are the player's."""
HELD = {
    OWN: ("Funds", "Trust", "Trust", "Expertise", "Expertise", "Science"),
    ILSE: ("Funds", "Votes", "Votes", "Trust", "Health"),
    MAREK: ("Works", "Votes", "Trust", "Trust", "Funds"),
}
IN_PLAY = ("Leaked Memo", "Hostile Press")
PORTFOLIOS = {OWN: cards.JUSTICE, ILSE: cards.INFORMATION, MAREK: cards.FINANCE}
ACHIEVED_MILESTONES = ("Balanced Ledger", "Harbour Dredging", "Fair Rents Act", "Grain Reserve", "Universal Pension",
            "Grand Coalition", "Reform of the Courts")  # fmt: skip
RIOTS, DAM, CHARTER, CITY = "Bread Riots", "Cracked Dam", "Free Press Charter", "Science City"
DRAW_ORDER = "V E  V F T F V  G G G  T V F"
"""Resources in the order in which they are drawn, turn by turn; Health draws two more in the second turn."""
ON_TOP = (
    *(RESOURCES[LETTERS.index(letter)] for letter in DRAW_ORDER if letter != " "),
    *("Cabinet Office", CHARTER, "Mission to the Moon", CITY, "Continental Union", RIOTS, DAM),
)
CHALLENGES_LEFT = 9
"""Number of other Challenges left in the deck: one for each turn of the team, and a few more."""
RESOURCES_SPENT = 26
"""Number of Resources in the discard pile at the start of the lesson."""


class Colleague(Actor):
    """Scripted member of the team; a bot makes all decisions outside the script.

    Ilse plays Health, Marek attempts the Charter, and Ilse pays the last Upkeep.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(HeuristicBot(SEED, seat))

    def scripted_decision(self, state: Cabinet, seat: int, secrets: Secrets) -> Decision | None:
        """Return the scripted decision, or None if the bot decides."""
        asked, _ = GAME.pending_question(state, seat)
        if state.turn > LAST:
            return None
        if asked is turn.MIX:
            return Mix(0)
        if asked is action.ACT and seat == ILSE:
            return Act(action.PLAY, card=held(state, ILSE, "Health"))
        if asked is action.ACT:
            return Act(action.ATTEMPT, card=milestones.open_choices(state)[0])
        return None


def held(state: Cabinet, seat: int, name: str) -> int:
    """Return the first copy with this name in the seat's hand, or 0 if there is none."""
    return next((copy for copy in state.hand[seat] if cards.name_of(copy) == name), 0)


def prepared_match(seed: str = SEED) -> LocalMatch[Cabinet]:
    """Return the match at the start of the lesson, when our seat is asked for its first draw."""
    table = LocalMatch(GAME, {seat: Colleague(seat) for seat in NAMES}, seed, sealed=True)
    state = table.state
    _arrange(state)
    step = Step(state, state.beacon)
    foresee(step)
    step.schedule(("mix", state.rules.numbers.cards_per_draw), ("act",), ("challenge",), ("end",))
    step.run()
    return table


def _arrange(state: Cabinet) -> None:
    """Set the table to the state after twelve turns."""
    free = list(cards.COPIES)

    def take(name: str) -> int:
        copy = next(each for each in free if cards.name_of(each) == name)
        free.remove(copy)
        return copy

    def some(deck: int, count: int) -> tuple[int, ...]:
        found = [copy for copy in free if cards.deck_of(copy) == deck][-count:]
        free[:] = [copy for copy in free if copy not in found]
        return tuple(found)

    state.turn, state.current = TURN, OWN
    for seat, ministry in PORTFOLIOS.items():
        state.portfolio[seat] = ministry
    for seat, names in HELD.items():
        state.give_cards(seat, map(take, names))
    state.challenges = tuple(map(take, IN_PLAY))
    state.achieved = tuple(map(take, ACHIEVED_MILESTONES))
    state.score = sum(state.rules.milestone(copy).points for copy in state.achieved)
    top = [take(name) for name in ON_TOP]
    state.spent_resources, state.spent_ministries = some(RESOURCE, RESOURCES_SPENT), some(MINISTRY, len(DECK_NAMES))
    challenges = sum(cards.deck_of(copy) == cards.CHALLENGE for copy in free)
    state.solved = some(cards.CHALLENGE, challenges - CHALLENGES_LEFT)
    for deck in range(len(DECK_NAMES)):
        known = [(copy,) for copy in top if cards.deck_of(copy) == deck]
        state.decks[deck] = (*known, tuple(copy for copy in free if cards.deck_of(copy) == deck))
    state.agenda = []
