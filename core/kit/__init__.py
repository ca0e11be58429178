"""A game in one file: the cards, the phases, the questions, the words and the bot (docs/design/your-first-game.md).

The kit is a layer over the engine. A game of the kit has the engine's agenda, questions and closed cards, so it is
sealed, recorded, verified, and played by bots like every other game. A game that outgrows the kit goes on with those
same parts.
"""

from core.kit.cards import CardSet as CardSet
from core.kit.errors import KitError as KitError
from core.kit.kit import Kit as Kit
from core.kit.sources import cards as cards
from core.kit.sources import hand as hand
from core.kit.sources import hand_cards as hand_cards
from core.kit.sources import hand_down as hand_down
from core.kit.sources import next_cards as next_cards
from core.kit.sources import numbers as numbers
from core.kit.sources import seats as seats
from core.kit.sources import words as words
from core.kit.step import Step as Step
from core.kit.table import Cards as Cards
from core.kit.table import Seats as Seats
from core.kit.table import Table as Table
from core.kit.table import table as table
