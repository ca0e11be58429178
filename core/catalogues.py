"""The printed cards of the games that have any, by the game's name."""

import core.games  # noqa: F401 - all cards are declared
from core.ambition.telling.catalogue import CATALOGUE as AMBITION
from core.bridgefront.telling.catalogue import CATALOGUE as BRIDGEFRONT
from core.cabinet.telling.catalogue import CATALOGUE as CABINET
from core.kernel.telling.catalogue import Catalogue
from core.midnight.telling.catalogue import CATALOGUE as MIDNIGHT
from core.outposts.telling.catalogue import CATALOGUE as OUTPOSTS

CATALOGUES: dict[str, Catalogue] = {
    "bridgefront": BRIDGEFRONT,
    "midnight": MIDNIGHT,
    "cabinet": CABINET,
    "outposts": OUTPOSTS,
    "ambition": AMBITION,
}
