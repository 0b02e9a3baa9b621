"""Problem documents (RFC 9457): the one place where an error becomes a response."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError, ResponseValidationError
from fastapi.responses import JSONResponse
from pydantic import Field
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from storagelab.errors import (
    InvalidQuery,
    LabUnavailable,
    NotSignedIn,
    QueryParameter,
    Responsible,
    StorageLabError,
    TooManyRequests,
)
from storagelab.http.responses import Responses
from storagelab.http.schemas import Strict
from storagelab.http.validation_messages import describe_error

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 2
log = structlog.get_logger(__name__)

_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
}


class FieldProblem(Strict):
    """Problem of one field. `path` is as in `target.size_bytes`."""

    path: str
    message: str


class Problem(Strict):
    """The reason why a request was not carried out, who is responsible for it, and what was preserved."""

    type: Literal["about:blank"] = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    responsible: Responsible
    preserved: str | None = None
    errors: list[FieldProblem] = Field(default_factory=list)
    instance: str | None = None


class QueryProblem(Problem):
    """The reason why a query was not understood, or why the request was not carried out."""

    #: The parameter that holds the query. Null where no query is wrong.
    parameter: QueryParameter | None = None
    #: The characters of the query that are wrong, from `start` up to `end`.
    start: int | None = None
    end: int | None = None
    #: Names or values that can be there.
    known: list[str] = Field(default_factory=list)
    #: The one that is probably meant.
    suggestion: str | None = None


def make_problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the response that carries a problem document."""
    return JSONResponse(problem.model_dump(), problem.status, headers, media_type=MEDIA_TYPE)


def make_problem(status: int, detail: str, code: str, responsible: Responsible, **more: Any) -> Problem:
    """Build a problem document titled after its HTTP status."""
    return Problem(
        title=HTTPStatus(status).phrase, status=status, detail=detail, code=code, responsible=responsible, **more
    )


def declare_problem_responses(*statuses: int) -> Responses:
    """Return the `responses=` declaration of an endpoint for errors of these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


#: Declared by an endpoint that takes a query, in place of `problems(422)`.
QUERY_PROBLEM: Responses = {
    422: {
        "description": HTTPStatus.UNPROCESSABLE_ENTITY.phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/QueryProblem"}}},
    }
}


def add_problem_handlers(app: FastAPI) -> None:
    """Register the handlers of all errors on `app`."""
    app.add_exception_handler(InvalidQuery, _handle_invalid_query)
    app.add_exception_handler(StorageLabError, _handle_lab_error)
    app.add_exception_handler(RequestValidationError, _handle_invalid_request)
    app.add_exception_handler(HTTPException, _handle_http_error)
    for error in (OperationalError, InterfaceError, PoolTimeout):
        app.add_exception_handler(error, _handle_database_error)
    app.add_exception_handler(ResponseValidationError, _handle_unexpected)
    app.add_exception_handler(Exception, _handle_unexpected)


def _handle_lab_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, StorageLabError)  # noqa: S101 - narrows the type that the registration promises.
    errors = [FieldProblem(path=error.path, message=error.message)] if error.path else []
    detail = f"{error.path}: {error.message}" if error.path else error.message
    headers = {}
    if isinstance(error, NotSignedIn):
        headers["WWW-Authenticate"] = 'Bearer realm="Storage Lab"'
    elif isinstance(error, TooManyRequests):
        headers["Retry-After"] = str(error.retry_after_seconds)
    elif isinstance(error, LabUnavailable):
        headers["Retry-After"] = str(RETRY_SECONDS)
    problem = make_problem(
        error.status, detail, error.code, error.responsible, preserved=error.preserved, errors=errors
    )
    return make_problem_response(problem, headers)


def _handle_invalid_query(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, InvalidQuery)  # noqa: S101 - narrows the type that the registration promises.
    problem = QueryProblem(
        title=HTTPStatus(error.status).phrase,
        status=error.status,
        detail=error.message,
        code=error.code,
        responsible=error.responsible,
        errors=[FieldProblem(path=error.path or error.parameter, message=error.message)],
        parameter=error.parameter,
        start=error.start,
        end=error.end,
        known=list(error.available),
        suggestion=error.suggestion,
    )
    return make_problem_response(problem)


def _handle_invalid_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - narrows the type.
    errors = [
        FieldProblem(path=_format_field_path(item["loc"], error.body), message=describe_error(item))
        for item in error.errors()
    ]
    detail = "; ".join(f"{item.path}: {item.message}" if item.path else item.message for item in errors[:5])
    return make_problem_response(make_problem(422, detail, "invalid_input", "request", errors=errors))


def _handle_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - narrows the type.
    detail = {
        404: "There is nothing at this address.",
        405: f"{request.method} is not possible at this address.",
    }.get(error.status_code, str(error.detail))
    code = _CODES.get(error.status_code, "bad_request")
    return make_problem_response(make_problem(error.status_code, detail, code, "request"), error.headers)


def _handle_database_error(_: Request, error: Exception) -> JSONResponse:
    log.error("database_error", error=str(error.__cause__ or error))
    detail = "The database does not answer or took too long. Nothing was changed."
    problem = make_problem(503, detail, LabUnavailable.code, "lab")
    return make_problem_response(problem, {"Retry-After": str(RETRY_SECONDS)})


def _handle_unexpected(request: Request, error: Exception) -> JSONResponse:
    incident = uuid.uuid4()
    log.error("unexpected_error", incident=str(incident), method=request.method, exc_info=error)
    detail = f"This is a bug in Storage Lab. Nothing was changed. The log has the details under {incident}."
    return make_problem_response(make_problem(500, detail, "internal_error", "us", instance=incident.urn))


def _format_field_path(location: Sequence[int | str], body: Any) -> str:
    """Return `target.size_bytes` of a pydantic location, without its source and tags of discriminated unions."""
    if location and location[0] in ("query", "path", "header", "cookie"):
        return ".".join(str(part) for part in location[1:])
    value, parts = body, []
    for place, part in enumerate(location[1:], start=2):
        # A tag is no key of its object; a key that is missing ends the location.
        if isinstance(value, dict) and part not in value and (part == value.get("kind") or place < len(location)):
            continue
        # A text or a number has no parts: this is a tag as well, unless it names the key before it.
        if isinstance(value, str | int | float) and part != "[key]":
            continue
        parts.append(str(part))
        if isinstance(value, dict):
            value = value.get(str(part))
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            value = None
    return ".".join(parts)
