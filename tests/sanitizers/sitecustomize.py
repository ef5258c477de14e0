"""Import the sanitized build, not the installed one: `make sanitize` puts this on the path.

Python imports a module of this name as it starts, in child processes too. The editable install
answers for `sapper` before the path is searched: its hook is taken out.
"""

import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
