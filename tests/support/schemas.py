"""Check that documents have the keys and the types of the models that are published."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from docs.documents import COMMANDS
from sapper.answers import QUESTIONS
from sapper.errors import SapperError
from sapper.web.openapi import ANSWERS, more_keys
from sapper.web.schema import answer_model

__all__ = ["ERROR", "check_schema", "models_of_command"]

ERROR = answer_model(SapperError)


def check_schema(text: str, models: Sequence[type[BaseModel]]) -> dict[str, Any]:
    """Return a document that has the keys and the types of one of the models."""
    wrong = []
    for model in models:
        try:
            model.model_validate_json(text, strict=True)
        except ValidationError as error:
            wrong.append(error)
        else:
            found: dict[str, Any] = json.loads(text)
            assert next(iter(found)) == "schema"
            return found
    raise AssertionError(wrong)


def models_of_command(command: str) -> list[type[BaseModel]]:
    """Return the models of what a command prints."""
    asked = command.removeprefix("papers ")
    is_asked = asked in QUESTIONS and COMMANDS[command][0] in ANSWERS[asked]
    more = tuple(more_keys(asked).items()) if is_asked else ()
    return [answer_model(kind, "", more) for kind in COMMANDS[command]]
