# SPDX-License-Identifier: EUPL-1.2
"""What a program says of itself: its commands with their options (`orgreg commands`), its version, and its settings with their values."""

import json
import re
import subprocess
from dataclasses import dataclass, field

MISSING_REGISTER = 1  # --show-config prints the settings, then it finds no register.


@dataclass
class Option:
    name: str
    value: str = ""  # What stands after it; empty for a flag.
    help: str = ""
    initial: str = ""
    required: bool = False
    repeated: bool = False

    @property
    def names(self):
        return self.name.split(",")

    @property
    def placeholder(self):
        """The value without its range, in small letters as manual pages have it."""
        return self.value.partition(":")[0].partition(" ")[0].lower()


@dataclass
class Command:
    name: str
    help: str = ""
    footer: str = ""
    places: list = field(default_factory=list)
    options: list = field(default_factory=list)
    commands: list = field(default_factory=list)

    def below(self, path=()):
        """Yields (names, command) of this command and of all below it."""
        here = (*path, self.name)
        yield here, self
        for command in self.commands:
            yield from command.below(here)


def command_of(text):
    return Command(text["name"], text.get("help", ""), text.get("footer", ""), [Option(**place) for place in text["places"]],
                   [Option(**option) for option in text["options"]], [command_of(command) for command in text["commands"]])


def output(*command, allowed=(0,)):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def ask(program):
    """Returns the command of the program itself."""
    return command_of(json.loads(output(program, "commands")))


def version(program):
    return output(program, "--version").split()[1]


@dataclass
class Setting:
    name: str
    value: str  # As TOML has it.
    help: str

    @property
    def variable(self):
        return f"ORGREG_{self.name.upper()}"


SETTING = re.compile(r"^(\w+) = (.*)  # default$")


def settings(program):
    """Returns all settings with their defaults, in the order of the help."""
    flags = {option.name: option for _, command in ask(program).below() if command.name == "serve" for option in command.options}
    listed = output("env", "-i", program, "serve", "--show-config", allowed=(0, MISSING_REGISTER))
    found = [SETTING.match(line) for line in listed.splitlines()]
    if not found or None in found:
        raise SystemExit(f"{program} serve --show-config prints what is no default: {listed}")
    return [Setting(name, value, plain_help(flags[f"--{name.replace('_', '-')}"].help)) for name, value in (match.groups() for match in found)]


def plain_help(text):
    """The help without the default at its end, which the value says."""
    return re.sub(r" \[[^][]*\]$", "", text)
