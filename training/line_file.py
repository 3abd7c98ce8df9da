"""Files to which the scripts in this folder add results: the settings in the first line, then a JSON value a line.

An interrupted run leaves at most an incomplete last line, which is removed when the next run continues the file.
"""

import hashlib
import json
import os


class LineFile:
    """The rows of a file that was begun with the same settings, and in a `with` block more of them.

    Settings are all that the rows depend on. A file with other settings is refused.
    """

    def __init__(self, path, settings, complete=True):
        """Reads the file if it exists. An incomplete last line is removed unless `complete` is false."""
        self.path, self.rows, self.file = path, [], None
        # As they are read back: with lists for tuples.
        self.settings = json.loads(json.dumps(settings))
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            data = file.read()
        end = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:end].split(b"\n")[:-1], 1):
            try:
                self.rows.append(json.loads(line))
            except ValueError as error:
                raise SystemExit(f"{path}: line {number} is not JSON ({error}); delete it or name another file") from None
        if self.rows:
            self.check(self.rows.pop(0))
        elif not json.dumps(self.settings).encode().startswith(data):
            raise SystemExit(f"{path}: is not a file of results; name another file")
        if complete and end < len(data):
            os.truncate(path, end)

    def check(self, found):
        """Refuses a file with other settings, or with a result in its first line."""
        expected = self.settings
        if found == expected:
            return
        if isinstance(found, dict):
            problem, remedy = "was begun with other settings", "replace its first line by"
            differences = [f"  {name}: found {json.dumps(found.get(name))}, expected {json.dumps(expected.get(name))}"
                           for name in {**found, **expected} if found.get(name) != expected.get(name)]
        else:
            problem, remedy, differences = "has no settings in its first line", "insert this first line", []
        raise SystemExit("\n".join([
            f"{self.path}: {problem}",
            *differences,
            "Name another file. If the results in this one were made with the settings of this command by an earlier",
            f"version of the script, {remedy}:",
            json.dumps(expected)]))

    def __enter__(self):
        self.file = open(self.path, "a", encoding="utf-8")
        if not self.file.tell():
            self.write(self.settings)
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, value):
        self.file.write(json.dumps(value) + "\n")
        self.file.flush()

    def add(self, row):
        self.rows.append(row)
        self.write(row)


def fingerprint(path):
    """The beginning of the SHA-256 of a file, for settings."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]
