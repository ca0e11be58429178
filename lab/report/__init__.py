"""Page of a store: HTML without network access or scripts, light and dark, with charts as SVG."""

__all__ = ["page"]
