"""What a share of a subject would have, before anything is frozen."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.shares import schemas
from storagelab.shares.aliases import tells_a_model
from storagelab.shares.freezing.known_secrets import read_models, read_secrets
from storagelab.shares.freezing.subject import Subject, numbers_of

#: More than this nobody reads through.
_MOST_HIDDEN = 500


def offer_share(session: Session, subject: Subject) -> schemas.ShareOffer:
    """The charts, what is hidden by default, and the models that can be given other names."""
    secrets = {(each.text, each.group): each for each in read_secrets(session, subject.runs)}
    models = read_models(session, subject.runs)
    return schemas.ShareOffer(
        kind=subject.kind,
        runs=list(numbers_of(subject.runs)),
        charts=[
            schemas.OfferedChart(
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
            schemas.HiddenText(text=each.text, instead=each.instead, group=each.group)  # type: ignore[arg-type]
            for each in list(secrets.values())[:_MOST_HIDDEN]
        ],
        models=[name for name in dict.fromkeys(model.names[0] for model in models) if tells_a_model(name)],
    )
