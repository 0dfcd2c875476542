# SPDX-License-Identifier: EUPL-1.2
"""Manual pages: one for the program, one for each of its commands, and one for the file of settings."""

import re
import textwrap

SERVER = "orgreg"
# What belongs to a page and is not in the help: files and other pages.
FILES = """.SH FILES
.TP
.I /etc/orgreg/orgreg.toml
The settings of the service, see
.BR orgreg.toml (5).
.TP
.I /var/lib/orgreg/register
The register of the service.
"""


class Maker:
    def __init__(self, version, day):
        self._version, self._day = version, day

    def heading(self, title, section, summary):
        name = title.lower()
        return (f'.TH {escaped(title.upper())} {section} {self._day} "orgreg {self._version}" "orgreg"\n'
                f".nh\n.ad l\n.SH NAME\n{escaped(name)} \\- {escaped(summary)}\n")

    def of_program(self, program):
        """Returns {file name: text} for a program. One that has no manual pages of its own for commands gets them as parts of its page."""
        is_split = program.name == SERVER
        pages = {f"{program.name}.1": self.overview(program, is_split)}
        if is_split:
            for command in program.commands:
                pages[f"{program.name}-{command.name}.1"] = self.of_command(program, command)
        return pages

    def overview(self, program, is_split):
        text = self.heading(program.name, 1, first_small(program.help))
        text += f".SH SYNOPSIS\n.B {escaped(program.name)}\n.I command\n.RI [ option ...]\n"
        text += f".SH DESCRIPTION\n{paragraphs(program.help)}"
        text += ".SH COMMANDS\n"
        for command in program.commands:
            title = f".BR {escaped(program.name)}\\-{escaped(command.name)} (1)" if is_split else f".B {escaped(command.name)}"
            text += f".TP\n{title}\n{escaped(command.help)}\n"
        text += f".SH OPTIONS\n{options_of(program)}"
        if not is_split:
            for command in program.commands:
                text += f".SH COMMAND {escaped(command.name.upper())}\n{self.body((program.name, command.name), command)}"
        text += footer_of(program)
        if is_split:
            text += FILES + ".SH SEE ALSO\n.BR orgreg.toml (5)\n"
        return text

    def of_command(self, program, command):
        text = self.heading(f"{program.name}-{command.name}", 1, first_small(command.help))
        names = (program.name, command.name)
        if command.commands:
            text += ".SH SYNOPSIS\n" + ".br\n".join(synopsis((*names, sub.name), sub) for sub in command.commands)
            text += f".SH DESCRIPTION\n{paragraphs(command.help + '.')}"
            for sub in command.commands:
                text += f".SH COMMAND {escaped(sub.name.upper())}\n{self.body((*names, sub.name), sub)}"
        else:
            text += f".SH SYNOPSIS\n{synopsis(names, command)}.SH DESCRIPTION\n{paragraphs(command.help + '.')}"
            text += f".SH OPTIONS\n{options_of(command)}"
        text += footer_of(command)
        others = ["orgreg.toml (5)"] if any(option.name == "--config" for _, each in command.below() for option in each.options) else []
        return text + ".SH SEE ALSO\n" + ",\n".join(f".BR {escaped(other)}" for other in [f"{program.name} (1)", *others]).replace(",\n", "\n") + "\n"

    def body(self, names, command):
        """The parts of a command within the page of another."""
        text = synopsis(names, command) + f".PP\n{paragraphs(command.help + '.')}{options_of(command)}"
        return text + "".join(f".PP\n{filled(part)}" for part in parts_of(command.footer))

    def of_settings(self, settings):
        text = self.heading("orgreg.toml", 5, "settings of a register server")
        text += (".SH DESCRIPTION\nA file in the format TOML that \n.BR orgreg\\-serve (1)\nand the other commands take with\n.BR \\-\\-config .\n"
                 "A line sets one setting. Each setting may also be in the environment or a flag of the command line: flags overrule the\n"
                 "environment, which overrules the file. "
                 "\n.B orgreg serve \\-\\-show\\-config\nchecks all settings and prints them with their origins.\n"
                 "Settings that no line sets have the value that is shown here.\n.SH SETTINGS\n")
        for setting in settings:
            text += f".TP\n.BI {quoted(f'{setting.name} = ')} {quoted(setting.value)}\n{escaped(setting.help)}\n.br\n.RB ( {escaped(setting.variable)} )\n"
        return text + FILES + ".SH SEE ALSO\n.BR orgreg\\-serve (1)\n"


def first_small(text):
    """The first sentence as the summary of a page: no capital, no full stop."""
    sentence = text.partition(", the index against it")[0].rstrip(".")
    return sentence if sentence[:2].isupper() else sentence[:1].lower() + sentence[1:]


def synopsis(names, command):
    places = "".join(place_of(place) for place in command.places)
    return f".B {escaped(' '.join(names))}\n.RI [ option ...]\n{places}"


def place_of(place):
    name = escaped(place.name.lower())
    dots = " ..." if place.repeated else ""
    return f".I {name}{dots}\n" if place.required else f".RI [ {name} {dots.strip()}]\n"


def options_of(command):
    text = ""
    for place in command.places:
        text += f".TP\n.I {escaped(place.name.lower())}\n{escaped(place.help)}\n"
    for option in command.options:
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in option.names)
        value = f" \\fI{escaped(option.placeholder)}\\fR" if option.value else ""
        initial = f" [{escaped(option.initial)}]" if option.initial else ""
        text += f".TP\n{names}{value}\n{escaped(option.help)}{initial}\n"
    return text


def footer_of(command):
    """The last text of the help, with the exit codes in a part of their own."""
    codes, rest = [], []
    for part in parts_of(command.footer):
        found = re.match(r"(?s)(.*?)^Exit codes:\n((?:  .*\n?)+)(.*)", part, re.M)
        if not found:
            rest.append(part)
            continue
        codes = found[2].splitlines()
        rest += [piece for piece in (found[1].strip(), found[3].strip()) if piece]
    text = "".join(f".PP\n{filled(part)}" for part in rest)
    text = f".SH NOTES\n{text.removeprefix('.PP' + chr(10))}" if text else ""
    if codes:
        text += ".SH EXIT STATUS\n"
        for line in codes:
            code, meaning = line.strip().split(None, 1)
            text += f".TP\n.B {code}\n{escaped(meaning)}\n"
    return text


def parts_of(text):
    return [part for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip()]


def filled(part):
    """Lines that begin with blanks stay as they are."""
    if re.search(r"^ ", part, re.M):
        return f".nf\n{''.join(escaped_line(line) for line in part.splitlines())}.fi\n"
    return paragraphs(part)


def paragraphs(text):
    return "".join(escaped_line(line) for line in textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False))


def escaped(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("'", "\\(aq")


def quoted(text):
    """As one argument of a macro."""
    return '"' + escaped(text).replace('"', "\\(dq") + '"'


def escaped_line(line):
    """A line that begins with a dot would be a command."""
    line = escaped(line)
    return (f"\\&{line}" if line.startswith((".", "\\(aq")) else line) + "\n"
