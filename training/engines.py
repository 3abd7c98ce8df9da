"""UCI engines for the scripts in this folder: they return moves and scores."""

import math
import re
import shlex
import subprocess

# Centipawns of a mate, less the moves to it.
MATE = 10000


class EngineFailed(Exception):
    """An engine that cannot be started or has ended."""


class Engine:
    """A UCI engine: a command, then options to set, as in `stockfish;Hash=8`."""

    def __init__(self, text):
        command, *settings = text.split(";")
        self.text = text
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except (OSError, ValueError, IndexError) as error:
            raise EngineFailed(f"{command}: cannot be started ({error})") from None
        lines = self.ask("uci", "uciok")
        self.name = next((" ".join(words[2:]) for words in lines if words[:2] == ["id", "name"]), None)
        for setting in settings:
            name, _, value = setting.partition("=")
            self.tell(f"setoption name {name} value {value}")
        self.forget()

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise EngineFailed(f"{self.text}: does not listen any more ({error})") from None

    def ask(self, line, end):
        """Lines of the answer as words, the last of which begins with `end`."""
        self.tell(line)
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EngineFailed(f"{self.text}: ended without “{end}”")
            lines.append(line.split())
            if lines[-1][:1] == [end]:
                return lines

    def forget(self):
        """Begins a new game."""
        self.tell("ucinewgame")
        self.ask("isready", "readyok")

    def search(self, fen, moves, nodes):
        """Move, and score in centipawns from the side to move's view; `None` if there is none."""
        self.tell(f"position fen {fen}" + (f" moves {' '.join(moves)}" if moves else ""))
        lines = self.ask(f"go nodes {nodes}", "bestmove")
        score = None
        for words in lines:
            if "score" in words and "upperbound" not in words and "lowerbound" not in words:
                kind, value = words[words.index("score") + 1 :][:2]
                mate = MATE if int(value) > 0 else -MATE
                score = int(value) if kind == "cp" else mate - int(value)
        return lines[-1][1], score

    def quit(self):
        """Ends the engine."""
        self.tell("quit")
        self.process.communicate()


def identity(text):
    """What the scores of an engine depend on besides nodes: its name and the options set."""
    engine = Engine(text)
    engine.quit()
    return {"reference": engine.name, "reference_options": text.split(";")[1:]}


def bench(tabia):
    """Node count of `tabia bench`, which differs between searches and networks."""
    try:
        output = subprocess.run([tabia, "bench"], stdout=subprocess.PIPE, text=True).stdout
    except OSError as error:
        raise SystemExit(f"{tabia}: cannot be started ({error})") from None
    found = re.search(r"(\d+) nodes", output)
    if not found:
        raise SystemExit(f"{tabia} bench: found no number of nodes")
    return int(found[1])


def chance(score, scale):
    """Expected score of a score in centipawns, 0 to 1: 1 / (1 + 1/e) at the scale."""
    return 1 / (1 + math.exp(-score / scale))
