"""Rules that linters and generators of clients hold an OpenAPI document to; each fault is one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

METHODS = frozenset({"get", "put", "post", "delete", "patch"})
#: First words of operation ids.
VERBS = frozenset(
    {
        *("add", "cancel", "change", "check", "clear", "confirm", "correct", "create", "decide", "delete", "describe"),
        *("diff", "discard", "discover", "download", "draw", "end", "export", "find", "get", "give", "import", "list"),
        *(
            "move",
            "override",
            "pause",
            "pin",
            "preview",
            "propose",
            "publish",
            "put",
            "read",
            "receive",
            "register",
            "release",
        ),
        *("remove", "rename", "replace", "request", "restore", "resume", "resync", "retire", "revoke", "run", "save"),
        *("search", "set", "share", "show", "sign", "start", "stop", "store", "stream", "submit", "trash", "update"),
        *("unpin", "upload", "validate", "withdraw"),
    }
)
PROBLEMS = [
    {"application/problem+json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    for name in ("Problem", "QueryProblem")
]
#: Probes of a supervisor that answer with the same body when something is not ready.
OTHER_ERRORS = {("get_readiness", "503")}
_PLACEHOLDER = re.compile(r"\{([^}]+)\}")
_OPERATION_ID = re.compile(r"[a-z]+(_[a-z0-9]+)+")


@dataclass(frozen=True)
class Operation:
    """One operation of a document with its address."""

    method: str
    path: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """Return the operation id, or the address of an operation without one."""
        return str(self.content.get("operationId") or f"{self.method} {self.path}")


def operations_of(document: dict[str, Any]) -> list[Operation]:
    """Return all operations of a document in its order."""
    return [
        Operation(method, path, content)
        for path, item in document["paths"].items()
        for method, content in item.items()
        if method in METHODS
    ]


def objects_in(value: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each object within a part of a document with its place."""
    if isinstance(value, dict):
        yield place, value
        for name, child in value.items():
            yield from objects_in(child, f"{place}/{str(name).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from objects_in(child, f"{place}/{index}")


def faults_of(document: dict[str, Any]) -> list[str]:
    """Return the faults of a document."""
    operations = operations_of(document)
    faults = [fault for operation in operations for fault in _operation_faults(operation, document)]
    return [
        *_head_faults(document),
        *faults,
        *_id_faults(operations),
        *_path_faults(document),
        *_tag_faults(operations, document),
        *_component_faults(document),
    ]


def _head_faults(document: dict[str, Any]) -> Iterator[str]:
    info = document.get("info", {})
    for name in ("title", "version", "description", "contact", "license"):
        if not info.get(name):
            yield f"info has no {name}"
    if not (info.get("license") or {}).keys() & {"identifier", "url"}:
        yield "info.license has neither identifier nor url"
    servers = [server.get("url", "") for server in document.get("servers", [])]
    if not servers:
        yield "there are no servers"
    for url in servers:
        if not url.startswith("/"):
            yield f"server {url} is the address of a machine"


def _operation_faults(operation: Operation, document: dict[str, Any]) -> Iterator[str]:
    name, content = operation.id, operation.content
    for part in ("operationId", "summary", "description", "tags", "responses"):
        if not content.get(part):
            yield f"{name}: no {part}"
    if "\n" in content.get("summary", "") or content.get("summary", "").endswith("."):
        yield f"{name}: the summary is no single clause"
    yield from _security_faults(operation, document)
    yield from _parameter_faults(operation)
    yield from _response_faults(operation)


def _security_faults(operation: Operation, document: dict[str, Any]) -> Iterator[str]:
    if "security" not in operation.content:
        yield f"{operation.id}: no security"
    schemes = document.get("components", {}).get("securitySchemes", {})
    for requirement in operation.content.get("security", []):
        for scheme in requirement.keys() - schemes.keys():
            yield f"{operation.id}: unknown security scheme {scheme}"


def _parameter_faults(operation: Operation) -> Iterator[str]:
    parameters = operation.content.get("parameters", [])
    declared = Counter((parameter["in"], parameter["name"]) for parameter in parameters)
    yield from (f"{operation.id}: parameter {name} twice" for (_, name), count in declared.items() if count > 1)
    in_path = {parameter["name"] for parameter in parameters if parameter["in"] == "path" and parameter.get("required")}
    in_address = _PLACEHOLDER.findall(operation.path)
    for name in sorted(set(in_address) ^ in_path):
        yield f"{operation.id}: path parameter {name} is not both declared as required and in the address"
    if len(set(in_address)) < len(in_address):
        yield f"{operation.id}: a path parameter occurs twice in the address"


def _response_faults(operation: Operation) -> Iterator[str]:
    responses = operation.content.get("responses", {})
    if not any(status.startswith("2") for status in responses):
        yield f"{operation.id}: no success response"
    if not any(status.startswith("4") for status in responses):
        yield f"{operation.id}: no problem response"
    for status, response in responses.items():
        media_types = response.get("content", {})
        if not response.get("description"):
            yield f"{operation.id}: no description of {status}"
        if status.startswith(("4", "5")):
            if media_types not in PROBLEMS and (operation.id, status) not in OTHER_ERRORS:
                yield f"{operation.id}: {status} is no problem document"
        elif status != "204" and not media_types:
            yield f"{operation.id}: {status} has no media type"
        for media_type, content in media_types.items():
            if not content.get("schema"):
                yield f"{operation.id}: {status} {media_type} has no schema"


def _id_faults(operations: list[Operation]) -> Iterator[str]:
    ids = Counter(operation.content.get("operationId", "") for operation in operations)
    for name, count in ids.items():
        if count > 1:
            yield f"operation id {name} is used {count} times"
        if name and (not _OPERATION_ID.fullmatch(name) or name.partition("_")[0] not in VERBS):
            yield f"operation id {name} is no verb with an object"


def _path_faults(document: dict[str, Any]) -> Iterator[str]:
    paths = list(document["paths"])
    for path in paths:
        if "?" in path or (path != "/" and path.endswith("/")):
            yield f"{path} has a query or ends with a slash"
    for index, path in enumerate(paths):
        yield from (f"{path} and {other} are ambiguous" for other in paths[:index] if _are_ambiguous(path, other))


def _are_ambiguous(path: str, other: str) -> bool:
    """Return whether two addresses can be one, and neither is the more specific one."""
    parts, others = path.split("/"), other.split("/")
    if len(parts) != len(others):
        return False
    variables = [(this.startswith("{"), that.startswith("{")) for this, that in zip(parts, others, strict=True)]
    literals = [pair for pair, marks in zip(zip(parts, others, strict=True), variables, strict=True) if not any(marks)]
    specific = {marks for marks in variables if marks[0] != marks[1]}
    return all(one == that for one, that in literals) and len(specific) != 1


def _tag_faults(operations: list[Operation], document: dict[str, Any]) -> Iterator[str]:
    declared = Counter(tag["name"] for tag in document.get("tags", []))
    used = {tag for operation in operations for tag in operation.content.get("tags", [])}
    yield from (f"tag {tag} is not declared" for tag in sorted(used - declared.keys()))
    yield from (f"tag {tag} is not used" for tag in sorted(declared.keys() - used))
    yield from (f"tag {tag} is declared twice" for tag, count in declared.items() if count > 1)
    yield from (f"tag {tag['name']} has no description" for tag in document.get("tags", []) if not tag["description"])


def _component_faults(document: dict[str, Any]) -> Iterator[str]:
    places = {
        f"#/components/{kind}/{name}"
        for kind, components in document.get("components", {}).items()
        for name in components
        if kind != "securitySchemes"
    }
    references = set()
    for place, value in objects_in(document):
        if isinstance(value.get("$ref"), str):
            references.add(value["$ref"])
        # A property may have this name; its value is a schema.
        if isinstance(value.get("nullable"), bool):
            yield f"{place} is nullable, which OpenAPI 3.1 has no word for"
        yield from _schema_faults(place, value)
    yield from (f"{reference} does not exist" for reference in sorted(references - places))
    yield from (f"{reference} is not used" for reference in sorted(places - references))
    schemas = document.get("components", {}).get("schemas", {})
    # A class that has the name of another one gets its module as well, with this between.
    titles = Counter(schema.get("title", name) for name, schema in schemas.items() if "__" not in name)
    yield from (f"{count} schemas have the title {title}" for title, count in titles.items() if count > 1)
    spellings = Counter(reference.lower() for reference in places)
    yield from (
        f"{reference} differs from another by case only"
        for reference in sorted(places)
        if spellings[reference.lower()] > 1
    )


def _schema_faults(place: str, value: dict[str, Any]) -> Iterator[str]:
    """Yield what generators of clients cannot make a type of."""
    if value.get("type") == "array" and not value.keys() & {"items", "prefixItems"}:
        yield f"{place} is an array of unknown items"
    fields, required = value.get("properties"), value.get("required")
    if isinstance(fields, dict) and isinstance(required, list):
        yield from (f"{place} requires {name}, which it does not have" for name in required if name not in fields)
    choices, default = value.get("enum"), value.get("default")
    if isinstance(choices, list) and default is not None and default not in choices:
        yield f"{place} has a default that is none of its values"
