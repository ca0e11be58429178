"""Every prompt and event as one plain line, for screen readers.

The lines go to a speech program, a file or a pipe.

    announcer.sink = lambda line: print(line, flush=True)
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from client.ui.richtext import plain_text


@dataclass(slots=True, eq=False)
class Announcer:
    """An announcer of lines, which stores the last ones.

    Each new line also goes to the sink, if there is one.
    """

    sink: Callable[[str], object] | None = None
    last: deque[str] = field(default_factory=lambda: deque(maxlen=200))

    def announce(self, text: str) -> None:
        """Announce one line, without markup and line breaks.

        The same line is not announced twice in a row.
        """
        line = re.sub(r"\s+", " ", plain_text(text)).strip()
        if not line or (self.last and self.last[-1] == line):
            return
        self.last.append(line)
        if self.sink is not None:
            self.sink(line)

    def repeat(self) -> None:
        """Repeat the last line."""
        if self.last and self.sink is not None:
            self.sink(self.last[-1])
