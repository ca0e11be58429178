"""Closed cards, ready-made for every game that has some; chapter.py says how a game uses them."""

from core.kernel.cards.chapter import Cards as Cards
from core.kernel.cards.chapter import CardStep as CardStep
from core.kernel.cards.decks import CommonDecks as CommonDecks
from core.kernel.cards.decks import Deck as Deck
from core.kernel.cards.decks import Satchels as Satchels
from core.kernel.cards.duties import Fresh as Fresh
from core.kernel.cards.duties import FreshSlots as FreshSlots
from core.kernel.cards.handovers import HandOvers as HandOvers
from core.kernel.cards.handovers import Take as Take
from core.kernel.cards.looks import Boxes as Boxes
from core.kernel.cards.looks import Looks as Looks
from core.kernel.cards.looks import Seen as Seen
from core.kernel.cards.looks import boxed as boxed
from core.kernel.cards.looks import false_boxes as false_boxes
from core.kernel.cards.mixes import Mix as Mix
from core.kernel.cards.mixes import Mixes as Mixes
from core.kernel.cards.shows import Shows as Shows
from core.kernel.cards.state import Box as Box
from core.kernel.cards.state import Passing as Passing
from core.kernel.cards.zones import Zone as Zone
from core.kernel.cards.zones import check_entries as check_entries
from core.kernel.cards.zones import closed as closed
from core.kernel.cards.zones import open_copies as open_copies
