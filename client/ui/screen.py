"""One screen of the window: its widgets, its picture and its animations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from client.ui.textures import Textures
from client.ui.timeline import Timeline
from client.ui.ui import Ui
from client.ui.window import Scenery, Window

KeyActions = Mapping[str, Callable[[], object]]
"""The functions of the named keys, by name."""
IDLE_RATE = 10.0


class Screen:
    """One screen: the `scenery` behind, the widgets above it (`ui`), and the `timeline` with the animations.

    Subclasses override `build` to create widgets, `update`, `key_actions`, `on_resized` and `on_closed`. The
    window's view calls these methods (`WindowScreen`).
    """

    overlay = False
    """True if the screen below remains visible."""
    idle_rate = IDLE_RATE
    """Frames per second that are drawn while nothing changes."""

    window: Window
    """The window; it is set before `build` is called."""

    def __init__(self) -> None:
        self.window = None  # type: ignore[assignment]
        self.ui = Ui()
        self.timeline = Timeline()
        self.scenery: Scenery | None = None
        """The picture below the widgets; without it, the background has one colour."""
        self.has_changed = True
        """True if the next frame may differ from the last, apart from the widgets."""

    # Called by the window ---------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create the widgets; this is called once, when the window is known."""

    def update(self, dt: float) -> None:
        """Update the screen before each frame, `dt` seconds after the last."""

    def key_actions(self) -> KeyActions:
        """Return the functions of the named keys that no widget handled."""
        return {}

    def run_action(self, action: str) -> bool:
        """Run the action of a named key that no widget handled, usually one of `key_actions`.

        Return True if there was such an action.
        """
        do = self.key_actions().get(action)
        if do is not None:
            do()
        return do is not None

    def on_resized(self) -> None:
        """Adapt to a new size or scale of the window."""

    def on_shown(self) -> None:
        """React when the screen becomes the uppermost one."""

    def on_closed(self) -> None:
        """React when the screen is removed from the window."""

    # Called by the screen itself --------------------------------------------------------------------------------------

    def redraw_all(self) -> None:
        """Draw everything again in the next frame."""
        self.has_changed = True
        if self.window is not None:
            self.window.damage.mark_all()

    def request_redraw(self) -> None:
        """Report that the next frame may differ; the scenery then names the boxes."""
        self.has_changed = True

    @property
    def scale(self) -> float:
        """The number of window pixels in one design pixel."""
        return self.window.ui_scale

    @property
    def textures(self) -> Textures:
        """The textures of the window."""
        return self.window.textures
