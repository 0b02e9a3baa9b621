"""A lab in which every list has generated rows, and how their fields follow from other rows."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tests.factories import LONG_AGO, Factory
from tests.integration.overview.list_agreement import (
    HEALTH_VALUES,
    NUMBERS,
    ROW_COUNT,
    TEXTS,
    GeneratedRow,
    draw_values,
    read_row,
)

from storagelab.db.models import (
    Campaign,
    Configuration,
    Dashboard,
    DashboardPin,
    FiledFact,
    HardwareModel,
    InventoryChange,
    StoredFinding,
    User,
)
from storagelab.domain.campaign_parts import derive_parent_state
from storagelab.domain.campaigns import CampaignState
from storagelab.overview.query_lists import QUERY_LISTS, ListName
from storagelab.query.fields import QueryField
from storagelab.query.run_fields import RUN_FIELDS

STATES = [state.value for state in CampaignState]
#: Fields of drives, and the values of their health that they are.
HEALTH_FIELDS = {
    "wear": "used_percent", "temperature": "temperature_c", "power_on": "power_on_hours", "written": "written_bytes"
}  # fmt: skip
#: Values of fields that are worked out from other rows.
WorkedOut = Mapping[str, Callable[[Any], Sequence[Any]]]


class GeneratedLab:
    """Rows of every list with generated values, and how fields that are no column of the row follow from others."""

    def __init__(self, make: Factory) -> None:
        self.make = make
        self.chance = random.Random(27)
        self.rows: dict[ListName, list[Any]] = {}
        self.worked_out: dict[ListName, WorkedOut] = {}
        #: Texts beside the labels in which words are found, of lists without a column for them.
        self.texts: dict[ListName, Callable[[Any], list[str]]] = {}
        self.people = {self._store(User(name=name, role="viewer")).id: name for name in ("alpha one", "beta_2")}
        #: The person who sends the requests.
        self.viewer = next(iter(self.people))
        self._add_hardware()
        self._add_configurations()
        self._add_campaigns()
        self._add_jobs()
        self._add_dashboards()
        self._add_models()
        self._add_changes()
        self._add_findings()

    def of(self, name: ListName) -> list[GeneratedRow]:
        """Return the rows of a list as the filter sees them."""
        return [
            read_row(QUERY_LISTS[name], row, self.worked_out[name], self._text_of(name, row)) for row in self.rows[name]
        ]

    def _add(self, name: ListName, make_row: Callable[..., Any], *fixed: str) -> list[Any]:
        rows = [make_row(**draw_values(QUERY_LISTS[name], self.chance, fixed)) for _ in range(ROW_COUNT)]
        self.make.session.flush()
        self.rows[name] = rows
        return rows

    def _store(self, row: Any) -> Any:
        self.make.session.add(row)
        self.make.session.flush()
        return row

    def _add_hardware(self) -> None:
        make, chance = self.make, self.chance
        servers = self._add(
            ListName.SERVERS, lambda **values: make.server(search_text=chance.choice(TEXTS).lower(), **values), "name"
        )

        def in_server(make_row: Callable[..., Any]) -> Callable[..., Any]:
            return lambda **values: make_row(
                chance.choice(servers),
                search_text=chance.choice(TEXTS).lower(),
                present=chance.random() < 0.7,
                **values,
            )

        controllers = self._add(ListName.CONTROLLERS, in_server(make.controller))

        def behind_controller(make_row: Callable[..., Any]) -> Callable[..., Any]:
            controller_ids = [None, *(controller.id for controller in controllers)]
            return lambda server, **values: make_row(server, controller_id=chance.choice(controller_ids), **values)

        def with_health(make_row: Callable[..., Any]) -> Callable[..., Any]:
            names = HEALTH_FIELDS.values()
            return lambda server, **values: make_row(
                server, health={name: chance.choice(HEALTH_VALUES) for name in names if chance.random() < 0.9}, **values
            )

        drives = self._add(ListName.DRIVES, in_server(behind_controller(with_health(make.drive))), "kernel_name")
        arrays = self._add(ListName.ARRAYS, in_server(behind_controller(make.array)))
        by_id = {row.id: row for row in (*servers, *controllers)}
        seen = {
            "present": lambda row: ["yes" if row.present else "no"],
            "server": lambda row: [by_id[row.server_id].name],
        }
        controller = {"controller": lambda row: [by_id[row.controller_id].model] if row.controller_id else []}

        def now_in(rows: Sequence[Any], key: str) -> Callable[[Any], list[Any]]:
            return lambda row: [item for item in rows if item.present and getattr(item, key) == row.id]

        self.worked_out |= {
            ListName.SERVERS: {
                "drives": lambda row: [len(now_in(drives, "server_id")(row))],
                "drive": lambda row: [drive.model for drive in now_in(drives, "server_id")(row)],
                "controller": lambda row: [adapter.model for adapter in now_in(controllers, "server_id")(row)],
            },
            ListName.CONTROLLERS: {
                "place": lambda row: [row.pci_address or row.key],
                "drives": lambda row: [len(now_in(drives, "controller_id")(row))],
                "arrays": lambda row: [len(now_in(arrays, "controller_id")(row))],
                **seen,
            },
            ListName.DRIVES: {
                "protected": lambda row: ["yes" if row.protected else "no"],
                **{name: read_health(key) for name, key in HEALTH_FIELDS.items()},
                **seen,
                **controller,
            },
            ListName.ARRAYS: {**seen, **controller},
        }

    def _add_configurations(self) -> None:
        facts: dict[Any, dict[str, list[Any]]] = {}

        def make_row(**values: Any) -> Any:
            server_id = self.chance.choice([None, *(server.id for server in self.rows[ListName.SERVERS])])
            row = self._store(
                Configuration(server_id=server_id, snapshot={}, class_hash="", instance_hash="", **values)
            )
            facts[row] = {
                field.name: self._add_facts(row, field) for field in RUN_FIELDS.fields if field.group == "configuration"
            }
            return row

        self._add(ListName.CONFIGURATIONS, make_row)
        self.texts[ListName.CONFIGURATIONS] = lambda row: [
            row.name, *(fact for name in ("model", "controller", "raid", "server_model") for fact in facts[row][name])
        ]  # fmt: skip
        self.worked_out[ListName.CONFIGURATIONS] = {
            "server": self._name_of("server_id", ListName.SERVERS),
            **{name: lambda row, name=name: facts[row][name] for name in next(iter(facts.values()))},
        }

    def _add_facts(self, row: Any, field: QueryField) -> list[Any]:
        values = self.chance.choices(
            [*{"number": NUMBERS, "choice": ("RAID 10", "RAID 5", "no array")}.get(field.type, TEXTS)],
            k=self.chance.randint(0, 2),
        )
        for ordinal, value in enumerate(values):
            number = value if field.type == "number" else None
            self._store(
                FiledFact(
                    configuration_id=row.id,
                    field=field.key,
                    ordinal=ordinal,
                    text_value=str(value),
                    number_value=number,
                )
            )
        return values

    def _add_campaigns(self) -> None:
        servers = self.rows[ListName.SERVERS]
        children: dict[Any, list[Any]] = {}

        def make_row(**values: Any) -> Any:
            values["submitted_by"] = self._draw_person()
            if self.chance.random() < 0.5:
                row = self._store(
                    Campaign(server_id=self.chance.choice(servers).id, state=self.chance.choice(STATES), **values)
                )
                children[row] = [row]
                return row
            row = self._store(Campaign(has_children=True, **values))
            children[row] = [
                self._store(
                    Campaign(name="part", server_id=server.id, parent_id=row.id, state=self.chance.choice(STATES))
                )
                for server in self.chance.sample(servers, k=self.chance.randint(1, 3))
            ]  # fmt: skip
            return row

        def state_of(row: Any) -> list[str]:
            states = [child.state for child in children[row]]
            return [str(derive_parent_state(states)) if row.has_children else row.state]

        server_of = self._name_of("server_id", ListName.SERVERS)

        def names(row: Any) -> list[str]:
            return [name for child in children[row] for name in server_of(child)]

        self._add(ListName.CAMPAIGNS, make_row)
        self.texts[ListName.CAMPAIGNS] = lambda row: [row.name, *names(row)]
        self.worked_out[ListName.CAMPAIGNS] = {"state": state_of, "server": names, "by": self._name_of_person}

    def _draw_person(self) -> Any:
        return self.chance.choice([None, *self.people])

    def _name_of_person(self, row: Any) -> list[str]:
        return [self.people[row.submitted_by]] if row.submitted_by is not None else []

    def _add_jobs(self) -> None:
        campaigns = [None, *(campaign.id for campaign in self.rows[ListName.CAMPAIGNS])]
        profiles = [self.make.profile(name=name) for name in ("alpha", "PM9A3")]

        def make_row(**values: Any) -> Any:
            return self.make.job(
                self.chance.choice(self.rows[ListName.SERVERS]), profile_id=self.chance.choice(profiles).id,
                campaign_id=self.chance.choice(campaigns), submitted_by=self._draw_person(), **values,
            )  # fmt: skip

        self._add(ListName.JOBS, make_row)
        server_of = self._name_of("server_id", ListName.SERVERS)
        names = {profile.id: profile.name for profile in profiles}
        self.texts[ListName.JOBS] = lambda row: [row.name, *server_of(row)]
        self.worked_out[ListName.JOBS] = {
            "server": server_of,
            "campaign": self._name_of("campaign_id", ListName.CAMPAIGNS),
            "profile": lambda row: [names[row.profile_id]],
            "by": self._name_of_person,
        }

    def _add_dashboards(self) -> None:
        """Add dashboards, of which those that others do not share are not among the rows."""
        pinned: set[Any] = set()

        def make_row(**values: Any) -> Any:
            owner = self._draw_person()
            charts = self.chance.sample(["bars", "heat_map", "rank"], k=self.chance.randint(0, 2))
            panels = [{"chart": chart, "workload": self.chance.choice([None, *TEXTS])} for chart in charts]
            entries = self.chance.choice([{"runs": ["r-1"]}, {"query": self.chance.choice(TEXTS)}])
            name = f"{values.pop('name')} {len(pinned)} {self.chance.random()}"
            row = self._store(
                Dashboard(
                    name=name, user_id=owner, updated_by=self._draw_person(),
                    shared=owner is None or self.chance.random() < 0.5,
                    document={"entries": entries, "panels": panels}, **values,
                )
            )  # fmt: skip
            if self.chance.random() < 0.4:
                pinned.add(row.id)
                for person in self.chance.sample([*self.people], k=self.chance.randint(0, 2)):
                    self._store(DashboardPin(user_id=person, dashboard_id=row.id, position=1))
                    pinned.add((person, row.id))
            return row

        def is_seen(row: Any) -> bool:
            return bool(row.shared or row.user_id == self.viewer)

        rows = self._add(ListName.DASHBOARDS, make_row)
        self.rows[ListName.DASHBOARDS] = [row for row in rows if is_seen(row)]
        yes_or_no = {True: ["yes"], False: ["no"]}
        self.worked_out[ListName.DASHBOARDS] = {
            "owner": lambda row: [self.people[row.user_id]] if row.user_id else [],
            "changed_by": lambda row: [self.people[row.updated_by]] if row.updated_by else [],
            "shared": lambda row: yes_or_no[row.shared],
            "own": lambda row: yes_or_no[row.user_id == self.viewer],
            "pinned": lambda row: yes_or_no[(self.viewer, row.id) in pinned],
            "chart": lambda row: [panel["chart"] for panel in row.document["panels"]],
            "query": lambda row: [row.document["entries"]["query"]] if "query" in row.document["entries"] else [],
        }
        self.texts[ListName.DASHBOARDS] = lambda row: [
            row.name,
            *([self.people[row.user_id]] if row.user_id else []),
            row.document["entries"].get("query", "r-1"),
            *(panel["chart"].replace("_", " ") for panel in row.document["panels"]),
            *(panel["workload"] or "" for panel in row.document["panels"]),
        ]

    def _add_models(self) -> None:
        def make_row(**values: Any) -> Any:
            name = f"{self.chance.choice(TEXTS)} {self.chance.random()}"
            return self._store(HardwareModel(model=name, **values))

        self._add(ListName.MODELS, make_row, "model")
        self.worked_out[ListName.MODELS] = {}
        self.texts[ListName.MODELS] = lambda row: [row.vendor or "", row.model, row.nand or ""]

    def _add_changes(self) -> None:
        pieces = [
            row
            for name in (ListName.SERVERS, ListName.CONTROLLERS, ListName.DRIVES, ListName.ARRAYS)
            for row in self.rows[name]
        ]
        pieces.append(self.make.enclosure(self.rows[ListName.SERVERS][0], product="Alpha One"))
        runs = {run.id: run.number for run in (self.make.run(job) for job in self.rows[ListName.JOBS][:2])}
        named = {piece.id: self._name_piece(piece) for piece in pieces}

        def make_row(**values: Any) -> Any:
            return self._store(
                InventoryChange(
                    piece_id=self.chance.choice([uuid.uuid4(), *named]),
                    server_id=self.chance.choice([None, *(server.id for server in self.rows[ListName.SERVERS])]),
                    by_user_id=self._draw_person(), run_id=self.chance.choice([None, *runs]),
                    field=self.chance.choice([None, "tags", "standing", *TEXTS]), **values,
                )
            )  # fmt: skip

        def field_of(row: Any) -> list[str]:
            return [{"tags": "labels", "standing": "lifecycle"}.get(row.field, row.field)] if row.field else []

        self._add(ListName.CHANGES, make_row)
        server_of = self._name_of("server_id", ListName.SERVERS)
        self.worked_out[ListName.CHANGES] = {
            "name": lambda row: [named[row.piece_id]] if named.get(row.piece_id) else [],
            "server": server_of,
            "field": field_of,
            "by": lambda row: [self.people[row.by_user_id]] if row.by_user_id else [],
            "run": lambda row: [runs[row.run_id]] if row.run_id else [],
        }
        self.texts[ListName.CHANGES] = lambda row: [named.get(row.piece_id) or "", *field_of(row), *server_of(row)]

    def _add_findings(self) -> None:
        runs = [
            self.make.run(self.rows[ListName.JOBS][2], repeat_index=index, invalid_at=at, invalid_reason=reason)
            for index, (at, reason) in enumerate([(None, None), (LONG_AGO, "Throttled.")], start=1)
        ]

        def make_row(**values: Any) -> Any:
            keys = [key for key in ("pattern", "block", "metric") if self.chance.random() < 0.5]
            workload = {key: self.chance.choice(TEXTS) for key in keys}
            run_id = self.chance.choice([None, *(run.id for run in runs)])
            return self._store(
                StoredFinding(workload=workload, run_id=run_id, created_by=self._draw_person(), **values)
            )

        self._add(ListName.FINDINGS, make_row)
        counted = {None, runs[0].id}
        self.worked_out[ListName.FINDINGS] = {
            **{key: partial(_read_workload, key) for key in ("pattern", "block", "metric")},
            "counted": lambda row: ["yes" if row.run_id in counted else "no"],
            "author": lambda row: [self.people[row.created_by]] if row.created_by else [],
        }
        texts = ("subject", "object", "test", "note", "place", "source_title", "printed")
        self.texts[ListName.FINDINGS] = lambda row: [getattr(row, name) or "" for name in texts]

    def _name_piece(self, piece: Any) -> str | None:
        name: str | None = (
            getattr(piece, "name", None) or getattr(piece, "model", None) or getattr(piece, "product", None)
        )
        return name

    def _name_of(self, key: str, name: ListName) -> Callable[[Any], list[str]]:
        names = {row.id: row.name for row in self.rows[name]}
        return lambda row: [names[getattr(row, key)]] if getattr(row, key) in names else []

    def _text_of(self, name: ListName, row: Any) -> str:
        """Return the texts of a row in which words are found, apart so that no word is in two of them."""
        labels = [key if value is None else f"{key}={value}" for key, value in getattr(row, "labels", {}).items()]
        if name is ListName.SERVERS:
            return f"{row.name} {row.address or ''} {row.search_text}"
        return "\n".join([*self.texts[name](row), *labels] if name in self.texts else [str(row.search_text)])


def read_health(key: str) -> Callable[[Any], Sequence[float]]:
    """Return the function that reads a value of the health of a drive; one that is no number is unknown."""

    def read(drive: Any) -> Sequence[float]:
        value = drive.health.get(key)
        return [value] if isinstance(value, int | float) and not isinstance(value, bool) and value < 1e300 else []

    return read


def _read_workload(key: str, row: Any) -> list[str]:
    return [row.workload[key]] if key in row.workload else []
