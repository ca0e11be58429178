"""The program with a window: how it starts, its settings, and the way from screen to screen."""
