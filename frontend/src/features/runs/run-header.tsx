/** Who this run is: number, title, state, verdict in words, where it ran and when. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PageHeader } from "@/components/page";
import { StandingTags } from "@/components/standing-tags";
import { StateLabel, VerdictLabel } from "@/components/state-label";
import { BadgeTags, OriginTag } from "@/components/tag";
import { formatDuration } from "@/lib/units";
import { run as words } from "@/messages/run";
import { PartialTag } from "./partial-tag";
import type { RunPart } from "./run-parts";
import { shownRunState } from "./shown-state";

export function RunHeader({ run, part, actions }: { run: Run; part: RunPart; actions: ReactNode }) {
  const title = `${run.number} · ${run.title}`;
  const documentTitle = part === "summary" ? title : `${title} · ${words.parts[part]}`;
  return (
    <PageHeader title={title} documentTitle={documentTitle} actions={actions}>
      <StateLabel state={shownRunState(run)} />
      {run.verdict && <VerdictLabel status={run.verdict.status} />}
      <OriginTag origin={run.origin} />
      <PartialTag run={run} />
      <StandingTags run={run} />
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
      {run.duration_seconds !== null && <Text c="dimmed">{formatDuration(run.duration_seconds)}</Text>}
      <BadgeTags badges={run.badges.filter(({ code }) => code !== "partial" && code !== run.origin)} />
    </PageHeader>
  );
}
