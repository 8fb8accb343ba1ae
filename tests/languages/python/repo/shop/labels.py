"""Texts."""

try:
    from fast import shout
except ImportError:

    def shout(text):
        return text.upper()


type Label = str
