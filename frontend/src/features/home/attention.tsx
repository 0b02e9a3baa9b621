/** The worst open matters, each with one way on. */
import { usePermissions } from "@/api/permissions";
import type { Overview, OverviewAlert } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { noticeIcon } from "@/components/notice-icon";
import { RetryServerButton } from "@/components/retry-server-button";
import { writeRunList } from "@/lib/run-list";
import { home as words } from "@/messages/home";
import { Badge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { type AlertFacts, alertFacts, MAX_ALERTS } from "./attention-facts";
import { countAlerts } from "./headline";
import classes from "./home.module.css";

export function Attention({ overview, now }: { overview: Overview; now: Date }) {
  const all = countAlerts(overview);
  const shown = overview.alerts.items.slice(0, MAX_ALERTS);
  const tone = overview.alerts.counts.critical > 0 ? "err" : "warn";
  return (
    <Card
      title={words.attention}
      aside={
        all > 0 && (
          <Badge tone={tone}>
            <span aria-hidden="true">{all}</span>
            <span className="visually-hidden">{words.attentionCount(all)}</span>
          </Badge>
        )
      }
    >
      {shown.length === 0 && <p className={classes.calm}>{words.calmTitle}</p>}
      <ul className={classes.alerts}>
        {shown.map((alert) => {
          const facts = alertFacts(alert, overview.ended, now);
          return <Row key={facts.key} alert={alert} facts={facts} />;
        })}
      </ul>
      {all > shown.length && <p className={classes.moreAlerts}>{words.moreAttention(all - shown.length)}</p>}
    </Card>
  );
}

function Row({ alert, facts }: { alert: OverviewAlert; facts: AlertFacts }) {
  const { operate } = usePermissions();
  const Icon = noticeIcon(alert.kind);
  return (
    <li className={classes.alert}>
      <span className={classes.alertIcon} data-tone={facts.tone}>
        <Icon size={17} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={classes.alertText}>
        <strong dir="auto" title={facts.fact}>
          {facts.fact}
        </strong>
        <small dir="auto" title={facts.detail}>
          {facts.detail}
        </small>
      </span>
      {facts.act === "retry" && operate ? (
        <RetryServerButton server={alert.link} title={facts.fact} />
      ) : (
        <Way alert={alert} act={facts.act === "retry" ? "open" : facts.act} facts={facts} />
      )}
    </li>
  );
}

interface WayProps {
  alert: OverviewAlert;
  act: Exclude<AlertFacts["act"], "retry">;
  facts: AlertFacts;
}

function Way({ alert: { link }, act, facts: { fact, other } }: WayProps) {
  const shared = {
    variant: "default",
    size: "xs",
    "aria-label": words.actOn(words.act[act], fact),
    children: words.act[act],
  } as const;
  const { component, number: ref } = link;
  if (other !== null) return <ButtonLink to="/workbench" search={{ runs: writeRunList([other, ref]) }} {...shared} />;
  if (component === "run") return <ButtonLink to="/runs/$ref" params={{ ref }} {...shared} />;
  if (component === "campaign") return <ButtonLink to="/campaigns/$ref" params={{ ref }} {...shared} />;
  if (component === "drive") return <ButtonLink to="/drives/$ref" params={{ ref }} {...shared} />;
  if (component === "array") return <ButtonLink to="/arrays/$ref" params={{ ref }} {...shared} />;
  if (component === "controller") return <ButtonLink to="/servers/controllers/$ref" params={{ ref }} {...shared} />;
  return <ButtonLink to="/servers/$ref" params={{ ref }} {...shared} />;
}
