"""What the program prints for machines is valid by docs/schemas."""

import json
import pathlib

import jsonschema

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schemas"


def _read(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def document(text, schema):
    """The document in a text, which must be one and fit a file of docs/schemas."""
    parsed = json.loads(text)
    validator = jsonschema.validators.validator_for(_read(schema))
    validator.check_schema(_read(schema))
    # Schemas name one another by their file names.
    store = {path.name: _read(path.name) for path in FOLDER.glob("*.json")}
    resolver = jsonschema.RefResolver(schema, _read(schema), store=store)
    validator(_read(schema), resolver=resolver).validate(parsed)
    return parsed
