"""Client of the REST API: the only way of the command line to the objects of the lab."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

import httpx2

from storagelab.config import Settings
from storagelab.domain.lifecycle import JOB_TERMINAL
from storagelab.errors import InvalidQuery, LabUnavailable, NotSignedIn, StorageLabError
from storagelab.launcher.running import find_running_supervisor

API = "/api/v1"
REQUEST_SECONDS = 30.0


class AnsweredWithProblem(StorageLabError):
    """The API refused the request; the sentence is the API's, and so is `problem_code` where there is one."""

    responsible = "request"

    def __init__(self, message: str, *, problem_code: str | None = None) -> None:
        super().__init__(message)
        self.problem_code = problem_code


class InvalidField(TypedDict):
    """A field that the API refused."""

    path: str
    message: str


class ProblemDocument(TypedDict, total=False):
    """A problem document of the API, as far as a message needs it."""

    code: str
    detail: str
    errors: Sequence[InvalidField]
    preserved: str | None
    parameter: str | None
    start: object
    end: object


def connect(settings: Settings) -> httpx2.Client:
    """Return an HTTP client for the lab on this data folder, or for the lab named in the settings.

    Raises LabUnavailable when no lab runs, NotSignedIn when no token for it is known. The token in the data folder is
    sent only to the address of the lab on this folder.
    """
    running = find_running_supervisor(settings.data_dir)
    if "base_url" in settings.model_fields_set:
        url = settings.base_url
    elif running is not None:
        url = running.url
    else:
        raise LabUnavailable(
            f"Storage Lab does not run on {settings.data_dir}: start it with `make up`, "
            "or set STORAGELAB_BASE_URL to the address of another lab."
        )
    token = _require_token(url, settings, own_url=running.url if running is not None else None)
    return httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=REQUEST_SECONDS)


def call(client: httpx2.Client, method: str, path: str, **arguments: Any) -> Any:
    """Call the API at `path` and return its answer as parsed JSON; None for an empty answer.

    Raises AnsweredWithProblem with the API's own sentence, LabUnavailable when the lab does not answer.
    """
    try:
        response = client.request(method, API + path, **arguments)
    except httpx2.HTTPError as error:
        raise build_unavailable_error(client, error) from error
    if not response.is_success:
        raise AnsweredWithProblem(format_problem(response), problem_code=_read_problem_code(response))
    return response.json() if response.content else None


def build_unavailable_error(client: httpx2.Client, error: Exception) -> LabUnavailable:
    """Build the LabUnavailable error of a lab that does not answer, with its address and `error`."""
    return LabUnavailable(
        f"Storage Lab at {client.base_url} does not answer ({error}). Check that it runs: `storagelab doctor`."
    )


def format_problem(response: httpx2.Response) -> str:
    """Return the message in an API problem document, with the invalid fields and the preserved data."""
    try:
        problem: ProblemDocument = response.json()
        sentences = [problem["detail"]]
    except (ValueError, KeyError, TypeError):
        return f"Storage Lab answered {response.status_code} to {response.request.method} {response.request.url}."
    if problem.get("code") == InvalidQuery.code:
        return "\n".join([*sentences, *_mark_place(_find_query(response.request, problem), problem)])
    sentences += [f"{item['path']}: {item['message']}" for item in problem.get("errors") or []]
    if preserved := problem.get("preserved"):
        sentences.append(preserved)
    return "\n".join(dict.fromkeys(sentences))


def _find_query(request: httpx2.Request, problem: ProblemDocument) -> str:
    """Return the invalid search query of a `request` that the API refused; empty when none is found.

    The query is a parameter of the address, or the field of the body that the `problem` document names.
    """
    parameter = problem.get("parameter") or "q"
    if parameter in request.url.params:
        return str(request.url.params[parameter])
    try:
        value = json.loads(request.content)
        for part in problem["errors"][0]["path"].split("."):
            value = value[part]
    except (ValueError, KeyError, IndexError, TypeError):
        return ""
    return value if isinstance(value, str) else ""


def _mark_place(query: str, problem: ProblemDocument) -> list[str]:
    """Return two lines: the search query, and below it a sign under each wrong character.

    Return an empty list when the `problem` document gives no position.
    """
    start, end = problem.get("start"), problem.get("end")
    if not isinstance(start, int) or not isinstance(end, int):
        return []
    return [f"  {query}", f"  {' ' * start}{'^' * max(end - start, 1)}"]


def _read_problem_code(response: httpx2.Response) -> str | None:
    try:
        return str(response.json()["code"])
    except (ValueError, KeyError, TypeError):
        return None


def iterate_job_events(client: httpx2.Client, reference: str) -> Iterator[tuple[str, Any]]:
    """Yield (event, data) of a job's event stream until the job has ended.

    A broken connection is resumed after the last event received.
    """
    last_id = ""
    while True:
        try:
            for event, event_id, data in _read_event_stream(client, reference, last_id):
                last_id = event_id or last_id
                yield event, data
        except httpx2.TransportError:
            # The job's own state decides below whether there is more to come.
            pass
        if call(client, "GET", f"/jobs/{reference}")["state"] in JOB_TERMINAL:
            return


def _read_event_stream(client: httpx2.Client, reference: str, last_id: str) -> Iterator[tuple[str, str, Any]]:
    headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last_id} if last_id else {})
    with client.stream("GET", f"{API}/jobs/{reference}/events", headers=headers) as response:
        if not response.is_success:
            response.read()
            raise AnsweredWithProblem(format_problem(response))
        yield from parse_events(response.iter_lines())


def parse_events(lines: Iterator[str]) -> Iterator[tuple[str, str, Any]]:
    """Yield (event, id, data) of a server-sent event stream; comments and unfinished events are left out."""
    fields: dict[str, str] = {}
    for line in lines:
        if line == "":
            if "data" in fields:
                yield fields.get("event", "message"), fields.get("id", ""), json.loads(fields["data"])
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value


def _require_token(url: str, settings: Settings, *, own_url: str | None) -> str:
    """Return the API token for the lab at `url`: from the settings, else from the data folder.

    The token in the data folder is used only when `url` is `own_url`, the lab on this folder. Raises NotSignedIn
    without a token.
    """
    if settings.token is not None:
        return settings.token.get_secret_value()
    if own_url is None or _parse_origin(url) != _parse_origin(own_url):
        raise NotSignedIn(
            f"{url} needs a token: the one in {settings.data_dir} is only for the lab that runs on this folder. "
            "Create a token on that lab and set STORAGELAB_TOKEN to it.",
            preserved="Nothing was sent.",
        )
    try:
        return (settings.data_dir / "cli-token").read_text(encoding="ascii").strip()
    except OSError as error:
        raise NotSignedIn(
            f"{settings.data_dir / 'cli-token'} cannot be read ({error.strerror}): set STORAGELAB_TOKEN, "
            "or use the account that started Storage Lab."
        ) from error


def _parse_origin(url: str) -> tuple[str, str, int | None, str]:
    """Return scheme, host, port and path of `url`: the parts that decide where a request goes."""
    parsed = httpx2.URL(url)
    return parsed.scheme, parsed.host, parsed.port, parsed.path.rstrip("/")
