import tools


def test_sharpen():
    tools.sharpen()
