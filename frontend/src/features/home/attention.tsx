/** The worst open matters, each with one way on. */
import { Button } from "@mantine/core";
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconChartArrowsVertical,
  IconDeviceSdCard,
  IconHourglass,
  IconPlugConnectedX,
  type IconProps,
  IconStack3,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useApi } from "@/api/context";
import { overviewKey } from "@/api/overview";
import { usePermissions } from "@/api/permissions";
import { discoverServer } from "@/api/servers";
import type { Overview, OverviewAlert } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { writeRunList } from "@/lib/run-list";
import { home as words } from "@/messages/home";
import { Badge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { toast } from "@/shell/toasts";
import { type AlertFacts, alertFacts, MAX_ALERTS } from "./attention-facts";
import { countAlerts } from "./headline";
import classes from "./home.module.css";

const ICONS: Partial<Record<OverviewAlert["kind"], ComponentType<IconProps>>> = {
  server_unreachable: IconPlugConnectedX,
  campaign_asks: IconHourglass,
  run_regression: IconChartArrowsVertical,
  run_not_steady: IconActivityHeartbeat,
  drive_failing: IconDeviceSdCard,
  drive_wearing_out: IconDeviceSdCard,
  array_not_optimal: IconStack3,
};

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
  const Icon = ICONS[alert.kind] ?? IconAlertTriangle;
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
        <Retry server={alert.link} fact={facts.fact} />
      ) : (
        <Way alert={alert} act={facts.act === "retry" ? "open" : facts.act} facts={facts} />
      )}
    </li>
  );
}

function Retry({ server, fact }: { server: OverviewAlert["link"]; fact: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => discoverServer(api, server.number),
    onSuccess: async () => {
      toast.success({ title: words.retried(server.name) });
      await queryClient.invalidateQueries({ queryKey: overviewKey });
    },
    onError: (error) => toast.error({ title: words.notRetried(server.name), detail: error.message }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={retry.isPending}
      aria-label={words.actOn(words.act.retry, fact)}
      onClick={() => retry.mutate()}
    >
      {words.act.retry}
    </Button>
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
  if (other !== null) return <ButtonLink to="/compare" search={{ runs: writeRunList([other, ref]) }} {...shared} />;
  if (component === "run") return <ButtonLink to="/runs/$ref" params={{ ref }} {...shared} />;
  if (component === "campaign") return <ButtonLink to="/campaigns/$ref" params={{ ref }} {...shared} />;
  if (component === "drive") return <ButtonLink to="/inventory/drives/$ref" params={{ ref }} {...shared} />;
  if (component === "array") return <ButtonLink to="/inventory/arrays/$ref" params={{ ref }} {...shared} />;
  if (component === "controller") return <ButtonLink to="/inventory/controllers/$ref" params={{ ref }} {...shared} />;
  return <ButtonLink to="/inventory/servers/$ref" params={{ ref }} {...shared} />;
}
