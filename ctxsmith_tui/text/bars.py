"""Bars of block characters, signed without colour."""

from __future__ import annotations

EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(points: float, largest: float, width: int) -> str:
    """A bar of `width` cells: solid eighths for points that raise a score, hatched for points against it."""
    share = min(1.0, abs(points) / largest) if largest else 0.0
    if points < 0:
        return ("░" * max(1, round(share * width))).ljust(width)
    full, eighths = divmod(max(1, round(share * width * 8)), 8)
    return ("█" * full + (EIGHTHS[eighths] if eighths else "")).ljust(width)
