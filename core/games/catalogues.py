"""The printed cards of the games that have any, by the game's name."""

import core.games.registry  # noqa: F401 - all cards are declared
from core.engine.text.catalogue import Catalogue
from core.games.ambition.text.catalogue import CATALOGUE as AMBITION
from core.games.bridgefront.text.catalogue import CATALOGUE as BRIDGEFRONT
from core.games.cabinet.text.catalogue import CATALOGUE as CABINET
from core.games.midnight.text.catalogue import CATALOGUE as MIDNIGHT
from core.games.outposts.text.catalogue import CATALOGUE as OUTPOSTS

CATALOGUES: dict[str, Catalogue] = {
    "bridgefront": BRIDGEFRONT,
    "midnight": MIDNIGHT,
    "cabinet": CABINET,
    "outposts": OUTPOSTS,
    "ambition": AMBITION,
}
