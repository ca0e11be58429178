"""Context that the dialogs of Bridgefront share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client.games.bridgefront.targets import Target
from client.games.bridgefront.view_model import BridgefrontViewModel
from client.ui.window import Window


@dataclass(slots=True)
class DialogContext:
    """Context of a dialog: the table, the window, and the function that receives the answer."""

    shown: BridgefrontViewModel
    window: Window
    answer: Callable[[Target], object]
