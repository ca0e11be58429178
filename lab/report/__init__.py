"""The page of results: one HTML file with SVG charts, which needs no network and no scripts."""

__all__ = ["page"]
