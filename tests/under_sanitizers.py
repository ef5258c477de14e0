"""Run tests against the sanitized build, not the installed one: `make sanitize` calls this.

Python is started with -S, so the editable install's import hook does not get in first; the
packages it would have brought are put on the path by hand.
"""

import sys

site, packages, root, *arguments = sys.argv[1:]
sys.path[:0] = [site, root]
sys.path.append(packages)

import pytest  # noqa: E402

from sapper import _core  # noqa: E402

if not _core.__file__.startswith(site):
    sys.exit(f"expected the sanitized core under {site}, got {_core.__file__}")
sys.exit(pytest.main([*arguments, f"--rootdir={root}", "-c", f"{root}/pyproject.toml"]))
