"""What `pschema --help` says of the commands, read back."""

import re

import pschema


def commands():
    """The names of the commands that `pschema --help` lists, in its order."""
    text = pschema.run("--help").expect(0).out
    return re.findall(r"^  ([a-z]+) ", text.split("\nCommands:\n")[1], re.MULTILINE)


def help_of(command):
    return pschema.run(command, "--help").expect(0).out


def options(command):
    """The long options of a command, `--help` left out."""
    found = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", help_of(command), re.MULTILINE)
    return [option for option in found if option != "--help"]


def example(command):
    """The words behind `Example:`, up to the end of the help."""
    found = re.search(r"^Example: (pschema .*)$", help_of(command), re.MULTILINE)
    assert found, f"`pschema {command} --help` shows no example"
    return found.group(1)
