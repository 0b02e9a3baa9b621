/** Who this run is: number, title, state, verdict in words, where it ran and when; and its loudest numbers. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PageHeader } from "@/components/page";
import { StateLabel, VerdictLabel } from "@/components/state-label";
import { BadgeTags, OriginTag } from "@/components/tag";
import { formatDuration } from "@/lib/units";
import { run as words } from "@/messages/run";
import { formatHeadline } from "./headline";
import { PartialTag } from "./partial-tag";
import classes from "./run.module.css";

export function RunHeader({ run, actions }: { run: Run; actions: ReactNode }) {
  const title = `${run.number} · ${run.title}`;
  return (
    <PageHeader title={title} actions={actions}>
      <StateLabel state={run.state} />
      {run.verdict && <VerdictLabel status={run.verdict.status} />}
      <OriginTag origin={run.origin} />
      <PartialTag run={run} />
      {run.job && (
        <AnchorLink to="/jobs/$ref" params={{ ref: run.job.number }}>
          {words.ofJob(run.job.number)}
        </AnchorLink>
      )}
      {run.server && (
        <AnchorLink to="/inventory/servers/$ref" params={{ ref: run.server.number }}>
          {words.on(run.server.name)}
        </AnchorLink>
      )}
      <Text c="dimmed">
        <Moment at={run.finished_at ?? run.started_at ?? run.created_at} />
      </Text>
      {run.duration_s !== null && <Text c="dimmed">{formatDuration(run.duration_s)}</Text>}
      <BadgeTags badges={run.badges.filter(({ code }) => code !== "partial" && code !== run.origin)} />
    </PageHeader>
  );
}

export function HeadlineNumbers({ run }: { run: Run }) {
  if (run.headline.length === 0) return null;
  return (
    <section aria-label={words.headline} className={classes.headlines}>
      {run.headline.slice(0, 4).map((headline) => (
        <div key={`${headline.metric} ${headline.label}`} className={classes.headline}>
          <span className={classes.headlineLabel}>{headline.label}</span>
          <span className={classes.headlineValue}>{formatHeadline(headline)}</span>
          <span className={classes.headlineLabel}>
            {headline.better === "lower" ? words.lowerIsBetter : words.higherIsBetter}
          </span>
        </div>
      ))}
    </section>
  );
}
