"""Charts and hidden texts that a share of a subject would have, before anything is frozen."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.shares import schemas
from storagelab.shares.aliases import identifies_model
from storagelab.shares.freezing.known_secrets import read_models, read_secrets
from storagelab.shares.freezing.subject import Subject, list_run_numbers

#: A longer list is of no use to its reader.
_MAX_HIDDEN_TEXTS = 500


def list_available_options(session: Session, subject: Subject) -> schemas.AvailableShareOptions:
    """Return the options for a share of `subject`.

    The options are its charts, the texts that are hidden by default, and the models that can have other names.
    """
    secrets = {(secret.text, secret.group): secret for secret in read_secrets(session, subject.runs)}
    models = read_models(session, subject.runs)
    return schemas.AvailableShareOptions(
        kind=subject.kind,
        runs=list(list_run_numbers(subject.runs)),
        charts=[
            schemas.AvailableChart(
                key=chart.key,
                kind=chart.kind,
                title=chart.title,
                caption=chart.caption,
                default=chart.default,
                runs=list(chart.runs),
            )
            for chart in subject.charts
        ],
        hidden=[
            schemas.HiddenText(text=secret.text, instead=secret.instead, group=secret.group)  # type: ignore[arg-type]
            for secret in list(secrets.values())[:_MAX_HIDDEN_TEXTS]
        ],
        left_out=[schemas.ShareOmission(name=omission.name, reason=omission.reason) for omission in subject.left_out],
        models=[name for name in dict.fromkeys(model.names[0] for model in models) if identifies_model(name)],
    )
