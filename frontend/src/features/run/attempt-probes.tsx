/** Interlock verdicts at each moment of an attempt, rendered once expanded. */
import { useState } from "react";
import type { Attempt, ProbeResult } from "@/api/types";
import { ProbeResults } from "@/components/probe-results";
import { attempts as words } from "@/messages/attempts";
import classes from "./run.module.css";

const MOMENTS = ["prepare", "start"] as const;

export function AttemptProbes({ results: byMoment }: { results: Attempt["probe_results"] }) {
  return MOMENTS.map((moment) => {
    const results = byMoment[moment];
    return (
      results.length > 0 && (
        <Moment key={moment} summary={words.checks(words.checkMoments[moment], results.length)} results={results} />
      )
    );
  });
}

function Moment({ summary, results }: { summary: string; results: readonly ProbeResult[] }) {
  // A refusal is the reason why the run did not start, so it is open initially.
  const [open, setOpen] = useState(results.some(({ verdict }) => verdict === "refuse"));
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{summary}</summary>
      {open && <ProbeResults results={results} />}
    </details>
  );
}
