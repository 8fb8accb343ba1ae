"""A repository whose right answers are known by hand."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine

SESSIONS = '''"""Sessions live in a signed cookie."""

from .signing import Signer


class SessionStore:
    """Opens and saves the session of a request."""

    def open_session(self, cookie):
        if cookie is None:
            raise ValueError(f"the session {cookie!r} cannot be opened twice")
        return Signer().unsign(cookie)

    def save_session(self, session, expires):
        return Signer().sign(session)
'''

FILES = {
    "app/__init__.py": "from .sessions import SessionStore\n",
    "app/sessions.py": SESSIONS,
    "app/signing.py": "class Signer:\n    def sign(self, value):\n        return value\n\n"
    "    def unsign(self, value):\n        return value\n",
    "app/views.py": "def index():\n    return 'hello'\n\n\ndef save():\n    return 'saved'\n",
    "lib/views.py": "def index():\n    return 'other'\n",
    "tests/test_sessions.py": "from app.sessions import SessionStore\n\n\ndef test_expiry():\n"
    "    assert SessionStore().open_session('zebra')\n",
    "docs/sessions.md": "# Sessions\n\nHow a session expires.\n",
    "config.toml": "[session]\nexpires = 3\n",
    "vendor/session.js": "function openSession() { return 1 }\n",
    "data.csv": "session,expires\n1,2\n",
    "empty.py": "",
}


@pytest.fixture(scope="session")
def engine(make_engine) -> Engine:
    sweep = {f"many/f{k}.py": f"x = {k}\n" for k in range(21)}
    made = make_engine(
        FILES,
        [
            ("Rotate the zanzibar keys\n\nBody.", {"app/signing.py": "x = 1\n", "app/views.py": "x = 1\n"}),
            ("Sweep the zanzibar formatting", sweep | {"app/views.py": "y = 2\n"}),
            ("Sign cookies", {"app/signing.py": "x = 3\n", "app/sessions.py": "x = 1\n"}),
        ],
    )
    return made
