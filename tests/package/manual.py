# SPDX-License-Identifier: EUPL-1.2
"""Manual pages, completions and the example of settings: made of what the programs say, and read by the programs that users have."""

import json
import os
import pty
import re
import subprocess
import time
from pathlib import Path

import server
from making import ROOT, call, must, plain_environment

# What is typed, and what becomes of it when Tab is pressed: one word, since each has one continuation only.
TYPED = (
    ("orgreg ser", "orgreg serve"),
    ("orgreg serve --show-c", "orgreg serve --show-config"),
    ("orgreg import entit", "orgreg import entities"),
    ("orgreg user rep", "orgreg user repair"),
    ("orgreg-dev gener", "orgreg-dev generate"),
)
WAIT_S = 120  # It reads a thousand small files first, which takes long on a busy machine.


def run(program, report, _packages, folder):
    made = folder / "made"
    must("python3", ROOT / "packaging/manual/make", made, "--program", program, "--tools", server.dev_program(program), env=plain_environment())
    for name in ("orgreg", "orgreg-dev"):
        pages_are_right(report, made / name, json.loads(must(program if name == "orgreg" else server.dev_program(program), "commands")))
    for shell in (bash, fish, zsh):
        completes(report, shell, made)
    settings_are_right(program, report, made / "orgreg", folder)


def pages_are_right(report, made, program):
    pages = {page.name: page.read_text() for page in (made / "man1").iterdir()}
    for page in sorted(made.glob("man*/*")):
        done = call("mandoc", "-T", "lint", "-W", "warning", page)
        report.check(done.returncode == 0 and not done.stdout, f"mandoc of {page.name}: {done.stdout}")
    everything = must("mandoc", "-T", "utf8", *sorted((made / "man1").iterdir()))
    everything = re.sub(".\b", "", everything)
    for names, command in commands_of(program, ()):
        for option in command["options"]:
            for name in option["name"].split(","):
                report.check(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", everything), f"a page has {name} of {names}")
    if program["name"] == "orgreg":
        wanted = {"orgreg.1"} | {f"orgreg-{command['name']}.1" for command in program["commands"]}
        report.check(set(pages) == wanted, f"a page for each command: {set(pages) ^ wanted}")


def commands_of(command, path):
    here = (*path, command["name"])
    yield here, command
    for each in command["commands"]:
        yield from commands_of(each, here)


def completes(report, shell, made):
    for typed, wanted in TYPED:
        found = shell(made / typed.split()[0], typed)
        report.check(found == wanted, f"{shell.__name__} makes {found!r} of {typed!r}")


def bash(made, typed):
    words = typed.split()
    text = f"""
        source {made}/bash/{words[0]}
        COMP_WORDS=({typed}) COMP_CWORD={len(words) - 1}
        _{words[0].replace('-', '_')} && printf '%s\\n' "${{COMPREPLY[@]}}" """
    return " ".join([*words[:-1], *must("bash", "-euc", text).split()])


def fish(made, typed):
    """It prints each continuation of the last word, with a tab and what it means."""
    text = must("fish", "--no-config", "-c", f"source {made}/fish/{typed.split()[0]}.fish; complete -C '{typed}'")
    return " ".join([*typed.split()[:-1], *(line.partition("\t")[0] for line in text.splitlines())])


# A key completes the word, and writes the line into a file.
ZSH = """
fpath=({folder} $fpath)
autoload -Uz compinit
compinit -u -d {folder}/../zsh-dump
tell() {{ zle expand-or-complete; print -r -- $BUFFER > {said}.part; mv {said}.part {said} }}
zle -N tell
bindkey '^T' tell
: > {ready}
"""


def zsh(made, typed):
    """It completes at a terminal only."""
    said, ready, beginning = (made / name for name in ("zsh-said", "zsh-ready", "zsh-beginning"))
    for file in (said, ready):
        file.unlink(missing_ok=True)
    beginning.write_text(ZSH.format(folder=made / "zsh", said=said, ready=ready))
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                             env={**os.environ, "TERM": "dumb"})
    try:
        os.write(ours, f"source {beginning}\n".encode())
        if not appears(ready):
            return "zsh does not begin"
        os.write(ours, f"{typed}\x14".encode())
        return said.read_text().strip() if appears(said) else "zsh says nothing"
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)
        os.close(theirs)


def appears(file):
    end = time.monotonic() + WAIT_S
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.02)
    return file.exists()


def settings_are_right(program, report, made, folder):
    """The example as it is, and with each default set as if somebody had chosen it."""
    text = (made / "orgreg.toml").read_text().replace('"/var/lib/orgreg/register"', f'"{folder}/register"')
    defaults = {name: value for name, value in re.findall(r"^#(\w+) = (.*)$", text, re.M)}
    report.check(len(defaults) > 30, f"the example shows {len(defaults)} defaults")
    for name, content in (("as it is", text), ("with all settings", re.sub(r"^#(\w+ = )", r"\1", text, flags=re.M))):
        file = folder / "orgreg.toml"
        file.write_text(content)
        # Apart from warnings, which come in the middle of what is printed.
        done = subprocess.run([program, "serve", "--config", file, "--show-config"], capture_output=True, text=True, check=False,
                              env=plain_environment())
        shown = dict(re.findall(r"^(\w+) = (.*?)  # ", done.stdout, re.M))
        report.check(set(shown) >= set(defaults), f"the example {name} is accepted: {done.stdout[-1000:]}")
        wrong = {key: (shown.get(key), value) for key, value in defaults.items() if shown.get(key) != value}
        report.check(not wrong, f"the example {name} has the defaults: {wrong}")
    page = (made / "man5/orgreg.toml.5").read_text().replace("\\-", "-")
    missing = [name for name in defaults if name not in page.replace("\\", "")]
    report.check(not missing, f"orgreg.toml(5) has no {missing}")
    report.check(not Path("/etc/orgreg").exists(), "making them installs nothing")
