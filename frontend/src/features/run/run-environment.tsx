/** Environment of a run: the snapshot, changes before and since, and the conditions of its phases. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { historyQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Section } from "@/components/page";
import { formatDateTime } from "@/lib/units";
import { environment as words } from "@/messages/run";
import { Conditions } from "./conditions";
import { MeasuredUnder } from "./measured-under";
import { previousRun } from "./previous-run";
import classes from "./run.module.css";
import { useRun } from "./run-context";

export function RunEnvironmentPart() {
  const run = useRun();
  return (
    <>
      <Section title={words.differences}>
        <Differences run={run} />
      </Section>
      <Section title={words.snapshot}>
        <Conditions run={run} />
      </Section>
      {run.origin === "measured" && (
        <Section title={words.phases}>
          <MeasuredUnder run={run} />
        </Section>
      )}
    </>
  );
}

function Differences({ run }: { run: Run }) {
  const { server } = run;
  const since = (run.started_at ?? run.created_at).slice(0, 10);
  return (
    <ul className={classes.links}>
      <li className={classes.awaited}>
        <Previous run={run} />
      </li>
      {server ? (
        <>
          <li>
            <AnchorLink to="/servers/changes" search={{ q: `server:${server.number} at>=${since}` }}>
              {words.sinceThen(server.name, dayText(since))}
            </AnchorLink>
          </li>
          <li>
            <AnchorLink to="/servers/$ref" params={{ ref: server.number }}>
              {words.present(server.name)}
            </AnchorLink>
          </li>
        </>
      ) : (
        <li>{words.noServer}</li>
      )}
    </ul>
  );
}

/** A day such as `2026-11-21` as other dates are written, in the reader's zone from its beginning, so that it stays that day. */
function dayText(day: string): string {
  return formatDateTime(`${day}T00:00:00`).replace(/,.*$/, "");
}

/**
 * Show the previous run. Its space is reserved while the history loads. For a run without a history the request is
 * refused, and there is no previous run.
 */
function Previous({ run }: { run: Run }) {
  const { data, isPending } = useQuery({ ...historyQuery(useApi(), run.id), retry: false });
  if (isPending) return <Text aria-busy="true">&nbsp;</Text>;
  const before = data ? previousRun(run, data) : null;
  if (!before || !run.configuration) return <Text c="dimmed">{words.noPrevious}</Text>;
  return (
    <AnchorLink to="/configurations/diff" search={{ a: before.number, b: run.number }}>
      {words.previous(before.number)}
    </AnchorLink>
  );
}
