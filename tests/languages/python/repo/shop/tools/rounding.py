from ..base import announce
from ...outside import nothing


def rounded(value):
    announce("round")
    nothing()
    return round(value)
