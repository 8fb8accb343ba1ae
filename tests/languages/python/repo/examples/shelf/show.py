from .stock import counted


def show():
    return counted()
