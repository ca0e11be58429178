"""Rules for closed cards: zones, draws, public and private reveals, hand-overs, audits and lost seats.

A game declares its zones, and receives the agenda items and questions of these rules.
"""

from core.engine.hidden.cards.closed_cards import CardStep as CardStep
from core.engine.hidden.cards.closed_cards import ClosedCards as ClosedCards
from core.engine.hidden.cards.decks import CommonDecks as CommonDecks
from core.engine.hidden.cards.decks import Deck as Deck
from core.engine.hidden.cards.decks import Satchels as Satchels
from core.engine.hidden.cards.duties import Fresh as Fresh
from core.engine.hidden.cards.duties import FreshSlotsDuty as FreshSlotsDuty
from core.engine.hidden.cards.handovers import HandOvers as HandOvers
from core.engine.hidden.cards.handovers import Take as Take
from core.engine.hidden.cards.looks import Boxes as Boxes
from core.engine.hidden.cards.looks import Looks as Looks
from core.engine.hidden.cards.looks import Seen as Seen
from core.engine.hidden.cards.looks import false_boxes as false_boxes
from core.engine.hidden.cards.looks import split_boxes as split_boxes
from core.engine.hidden.cards.mixes import Mix as Mix
from core.engine.hidden.cards.mixes import MixDuty as MixDuty
from core.engine.hidden.cards.shows import RevealDuty as RevealDuty
from core.engine.hidden.cards.state import Box as Box
from core.engine.hidden.cards.state import Passing as Passing
from core.engine.hidden.cards.zones import Zone as Zone
from core.engine.hidden.cards.zones import check_entries as check_entries
from core.engine.hidden.cards.zones import closed_entries as closed_entries
from core.engine.hidden.cards.zones import open_copies as open_copies
