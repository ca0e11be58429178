"""A store as one page: HTML without network or script, light and dark, with charts as SVG."""

__all__ = ["page"]
