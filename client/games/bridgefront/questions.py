"""Questions to a player, each divided into small questions that follow one another.

A prompt is one question of the rules. Every kind is used in the same way: show `question`, and give an `answer`. Undo
the last answer with `undo`, and send `decision` as soon as it exists. An action is planned with `plan.ActionPlan`; the
other kinds are the short scripts below, written in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from client.games.bridgefront.names import card_name, place
from client.games.bridgefront.plan import ActionPlan
from client.games.bridgefront.targets import Target, TargetPicks, TargetScript
from client.table.pick.script import ENOUGH, PickRun, Picks
from client.table.seats.names import Names
from core.engine.game import Ask, Decision
from core.engine.hidden import hand as holding
from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.engine.text.words import capitalise
from core.games.bridgefront import card_choices, decisions
from core.games.bridgefront.combat.battle import HITS, Battle
from core.games.bridgefront.decisions import (
    Bid,
    CapitalChoice,
    CapitalRanking,
    Collect,
    Discard,
    FactionRanking,
    Hits,
    Pick,
    Power,
    Scry,
    SealedBids,
    StartingBridges,
)
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases import action, action_choice, collection, market, reset, setup
from core.games.bridgefront.phases.collection import mine_gold, own_offers
from core.games.bridgefront.phases.setup import bridge_sites, free_slots
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.prompts import PROMPTS

FATE_WORDS = {"burn": "give a card to Entropy", "mana": "give a card for mana", "exchange": "exchange a card"}
RESERVE_CLAUSE = ", in case another player gets the choice before it, or press That is all."
"""End of a prompt's sentence that asks for a further choice, in case another player chooses before us."""
ORDINAL_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")


class BridgefrontPrompt:
    """Prompt for one question of the rules to our seat, answered in several small questions."""

    def __init__(self, state: Bridgefront, seat: int, secrets: Secrets, ask: Ask, names: Names | None = None) -> None:
        self.state, self.seat, self.secrets = state, seat, secrets
        self.asked: AnyQuestion = GAME.questions[ask.kind]
        self.detail = ask.detail
        self.names = names or Names(seat)
        self.said: list[str] = []
        """Answers given up to now, each in words."""
        self.plan = ActionPlan(state, seat, secrets) if self.asked is action_choice.ACTION else None
        self.picking = self.plan or PickRun[Target](self._script)

    def _script(self) -> TargetScript:
        self.said = []
        return SCRIPTS[self.asked](self)

    @property
    def title(self) -> str:
        """Subject of the question in a word or two."""
        return PROMPTS[self.asked].title

    @property
    def question(self) -> TargetPicks | None:
        """Current small question, or None once everything is answered."""
        return self.picking.question

    @property
    def decision(self) -> Decision | None:
        """Decision to send, or None while a small question is left."""
        return self.picking.decision

    @property
    def history(self) -> list[tuple[TargetPicks, Target]]:
        """Small questions that the player has answered, each with its answer."""
        return self.picking.history

    @property
    def has_answers(self) -> bool:
        """True if there is an answer to undo."""
        return self.picking.has_answers

    def answer(self, value: object) -> None:
        """Answer the current small question.

        Raise `ValueError` with the reason if the answer is illegal.
        """
        self.picking.answer(value)

    def undo(self) -> bool:
        """Undo the last answer; return False if there is none."""
        return self.picking.undo()

    def clear(self) -> None:
        """Undo all answers."""
        self.picking.clear()

    def why_not(self, value: object) -> str:
        """Return the reason why a target is not legal, in words."""
        return self.picking.why_not(value)

    def powers(self) -> list[Power]:
        """Return the champion powers that may be declared with the action."""
        return action.legal_powers(self.state, self.seat) if self.plan is not None else []

    # Shared parts of scripts ------------------------------------------------------------------------------------------

    def hand(self) -> list[tuple[Card, int]]:
        """Return the cards of our hand, each as a decision names it, with its copy."""
        held = holding.held_cards(self.state, self.seat, self.secrets)
        return [(holding.name_card(self.secrets, card), card[0]) for card in held]

    def note(self, words: str) -> None:
        """Record an answer in words, for the panel that shows our decision."""
        self.said.append(words)

    def card(self, copy: int) -> str:
        """Return the name of a card."""
        return card_name(self.state, copy)

    def legal(self) -> Iterator[Decision]:
        """Return every legal answer to the whole question."""
        return self.asked.options(self.state, self.seat, self.secrets, *self.detail)


def _ask_factions(q: BridgefrontPrompt) -> TargetScript:
    order: tuple[int, ...] = ()
    while len(order) < len(FACTIONS):
        left = tuple(i for i in range(len(FACTIONS)) if i not in order)
        nth = f"{ORDINAL_WORDS[len(order)]} choice"
        words = PROMPTS[q.asked].sentence if not order else f"Choose your {nth}{RESERVE_CLAUSE}"
        value = yield Picks("faction", words, left, bool(order), "You have chosen it already.", order)
        if value == ENOUGH:
            break
        q.note(f"{nth}: {FACTIONS[value].name}")
        order = (*order, value)
    return FactionRanking(order)


def _ask_capitals(q: BridgefrontPrompt) -> TargetScript:
    batch = holding.draft_pile_batch(q.state, q.seat, q.secrets)
    order: tuple[int, ...] = ()
    places = free_slots(q.state)
    if q.state.option("capital_draft") == "ranking":
        while len(order) < len(places):
            left = tuple(hex_ for hex_ in places if places.index(hex_) not in order)
            words = PROMPTS[q.asked].sentence
            if order:
                words = f"Choose your {ORDINAL_WORDS[len(order)]} choice{RESERVE_CLAUSE}"
            chosen = tuple(places[i] for i in order)
            value = yield Picks("hex", words, left, bool(order), "Choose one of the lit Capital sites.", chosen)
            if value == ENOUGH:
                break
            q.note(f"{ORDINAL_WORDS[len(order)]} choice: {place(q.state, value, q.names)}")
            order = (*order, places.index(value))
    else:
        yield Picks("word", "Your deck is shuffled. Capitals are chosen one by one.", ("Continue",))
    return CapitalRanking(order, batch)


def _ask_capital(q: BridgefrontPrompt) -> TargetScript:
    places = free_slots(q.state)
    free = tuple(hex_ for hex_ in places if hex_ not in q.state.capital[1:])
    value = yield Picks("hex", PROMPTS[q.asked].sentence, free, False, "Choose a free Capital site.")
    q.note(f"your Capital: {place(q.state, value, q.names)}")
    return CapitalChoice(places.index(value))


def _ask_bridges(q: BridgefrontPrompt) -> TargetScript:
    sites = bridge_sites(q.state, q.seat)
    why = "It must start within 2 hexes of your Capital."
    a = yield Picks("edge", "Place your first starting Bridge.", sites, False, why)
    q.note("one Bridge")
    b = yield Picks("edge", "Place your second starting Bridge.", tuple(e for e in sites if e != a), False, why, (a,))
    q.said[-1] = "both Bridges"
    return StartingBridges((a, b))


def _offered(q: BridgefrontPrompt) -> TargetScript:
    copies = own_offers(q.state, q.seat)[0].copies
    value = yield Picks("pick", PROMPTS[q.asked].sentence, copies, False, "It is not offered to you.")
    q.note(q.card(value))
    return Pick(copies.index(value))


def _ask_discard(q: BridgefrontPrompt) -> TargetScript:
    least, most, fate = (0, q.detail[0], "exchange") if q.asked is reset.STUDY else q.detail
    hand = q.hand()
    most = min(most, len(hand))
    chosen: tuple[Card, ...] = ()
    while len(chosen) < most:
        left = tuple(named for named, _ in hand if named not in chosen)
        doing = FATE_WORDS.get(fate, "discard a card")
        of = f"{len(chosen)} of {'' if least == most else 'up to '}{most}"
        words = f"{capitalise(doing)} ({of})." if len(chosen) < least else f"You may {doing} ({of})."
        why = "Choose another card from your hand."
        value = yield Picks("card", words, left, len(chosen) >= least, why, chosen)
        if value == ENOUGH:
            break
        chosen = (*chosen, value)
        q.note(q.card(dict(hand)[value]))
    return Discard(chosen)


def _bid(q: BridgefrontPrompt) -> TargetScript:
    words = f"Bid for {q.card(q.state.row[q.state.row_at])}: Buy or Pass."
    value = yield Picks("bid", words, _legal_bids(q), False, "You do not have that much.", (q.detail[0],))
    q.note(f"{'Buy for' if value.kind == 'buy' else 'Pass with'} {value.amount}")
    return value


def _legal_bids(q: BridgefrontPrompt) -> tuple[Bid, ...]:
    return tuple(market.legal_bids(q.state, q.seat))


def _ask_row_bids(q: BridgefrontPrompt) -> TargetScript:
    bids: tuple[Bid, ...] = ()
    for copy in q.state.row:
        words = f"Bid for {q.card(copy)} ({len(bids) + 1} of {len(q.state.row)})."
        value = yield Picks("bid", words, _legal_bids(q), False, "You do not have that much.", (copy,))
        q.note(f"{q.card(copy)}: {value.kind} {value.amount}")
        bids = (*bids, value)
    return SealedBids(bids)


def _ask_pile_order(q: BridgefrontPrompt) -> TargetScript:
    optional = bool(q.detail[0])
    decisions = list(q.legal())
    hand = q.hand()
    words = f"{'You may put' if optional else 'Put'} a card on top of your draw pile."
    value = yield Picks("card", words, tuple(n for n, _ in hand), optional, "Choose a card from your hand.")
    if value == ENOUGH:
        q.note("nothing")
        return decisions[0]
    q.note(q.card(dict(hand)[value]))
    return decisions[[named for named, _ in hand].index(value) + optional]


def _ask_scout(q: BridgefrontPrompt) -> TargetScript:
    copies = tuple(q.secrets.faces[slot] for slot in q.detail[0])
    value = yield Picks("pick", PROMPTS[q.asked].sentence, copies)
    q.note(q.card(value))
    return list(q.legal())[copies.index(value)]


def _ask_scry(q: BridgefrontPrompt) -> TargetScript:
    slot_of = {q.secrets.faces[slot]: slot for slot in q.detail[0]}
    left = list(slot_of)
    top: list[int] = []
    bottom: list[int] = []
    while left:
        words = f"Which card goes {'on top of your draw pile' if not top else 'below it'}? The rest goes to the bottom."
        value = yield Picks("pick", words, tuple(left), True, "", tuple(top))
        if value == ENOUGH:
            break
        top.append(value)
        left.remove(value)
        q.note(f"on top: {q.card(value)}")
    while left:
        value = left[0]
        if len(left) > 1:
            value = yield Picks("pick", "At the bottom: which card comes first?", tuple(left), False, "", tuple(bottom))
        bottom.append(value)
        left.remove(value)
        q.note(f"at the bottom: {q.card(value)}")
    return Scry(tuple(slot_of[c] for c in top), tuple(slot_of[c] for c in bottom))


def _collect(q: BridgefrontPrompt) -> TargetScript:
    mines, forges = q.detail
    state, gold = q.state, str(q.state.option("gold_word"))
    words: list[str] = []
    for hex_ in mines:
        take, look = f"Take {mine_gold(state, q.seat, hex_)} {gold}", "Look: 1 card from the Archive"
        asked = f"{place(state, hex_, q.names)}: what do you take?"
        value = yield Picks("word", asked, (take, look), False, "", (hex_,))
        words.append("gold" if value == take else "look")
        q.note(f"{place(state, hex_, q.names)}: {value}")
    at_forge: list[tuple[str, Card | None]] = []
    hand = q.hand()
    for hex_ in forges:
        draft, scrap, none = "Draft: pick 1 of 3 cards", "Reforge: give a card to Entropy", "Nothing"
        asked = f"{place(state, hex_, q.names)}: what do you do?"
        value = yield Picks("word", asked, (draft, scrap, none) if hand else (draft, none), False, "", (hex_,))
        card = None
        if value == scrap:
            left = tuple(named for named, _ in hand)
            card = yield Picks("card", "Which card goes to Entropy?", left, False, "Choose a card from your hand.")
            copy = dict(hand)[card]
            hand = [(named, c) for named, c in hand if named != card]
            q.note(f"{place(state, hex_, q.names)}: {q.card(copy)} goes to Entropy")
        else:
            q.note(f"{place(state, hex_, q.names)}: {value}")
        at_forge.append(("draft" if value == draft else "reforge", card))
    return Collect(tuple(words), tuple(at_forge))


def _picks(q: BridgefrontPrompt) -> TargetScript:
    picks: list[int | None] = []
    for offer in own_offers(q.state, q.seat):
        where = place(q.state, offer.hex, q.names)
        may = offer.source == "mine"
        words = f"{'You may take' if may else 'Take'} a card from {where}."
        value = yield Picks("pick", words, offer.copies, may, "", (offer.hex,))
        picks.append(None if value == ENOUGH else offer.copies.index(value))
        q.note(f"{where}: {'none' if value == ENOUGH else q.card(value)}")
    return decisions.Picks(tuple(picks))


def _ask_hits(q: BridgefrontPrompt) -> TargetScript:
    battle = Battle.resting(Step(q.state, q.state.beacon))
    side = battle.side(q.seat)
    count, _ = battle.chosen_hits(side)
    volley = battle.volley(battle.other(side))
    hits: tuple[int, ...] = ()
    for i in range(count):
        standing = {"a Cohort" if not t else q.card(t): t for t in (0, *volley.hp) if volley.is_alive(t)}
        words = f"Choose where hit {i + 1} of {count} goes."
        value = yield Picks("word", words, tuple(standing), False, "", (battle.hex,))
        volley.apply_hit(standing[value], 0)
        q.note(f"hit {i + 1}: {value}")
        hits = (*hits, standing[value])
    return Hits(hits)


SCRIPTS: dict[AnyQuestion, Callable[[BridgefrontPrompt], TargetScript]] = {
    setup.FACTION: _ask_factions,
    setup.CAPITALS: _ask_capitals,
    setup.CAPITAL: _ask_capital,
    setup.BRIDGES: _ask_bridges,
    setup.FREE_CARD: _offered,
    card_choices.OFFER: _offered,
    reset.STUDY: _ask_discard,
    card_choices.CARDS: _ask_discard,
    market.BID: _bid,
    market.ROW_BIDS: _ask_row_bids,
    card_choices.LAY: _ask_pile_order,
    card_choices.SCOUT: _ask_scout,
    card_choices.SCRY: _ask_scry,
    collection.COLLECT: _collect,
    collection.PICKS: _picks,
    HITS: _ask_hits,
}
"""Script of each question, by the kind of question; an action has a plan instead.

A test fails if a script is missing.
"""
