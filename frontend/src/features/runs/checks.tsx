/** What the interlocks said at each moment of an attempt; made only once somebody unfolds it. */
import { useState } from "react";
import type { Attempt, Finding } from "@/api/types";
import { Findings } from "@/components/findings";
import { attempts as words } from "@/messages/attempts";
import classes from "./run.module.css";

const MOMENTS = ["prepare", "start"] as const;

export function Checks({ checks }: { checks: Attempt["checks"] }) {
  return MOMENTS.map((moment) => {
    const findings = checks[moment];
    return (
      findings.length > 0 && (
        <Moment key={moment} summary={words.checks(words.checkMoments[moment], findings.length)} findings={findings} />
      )
    );
  });
}

function Moment({ summary, findings }: { summary: string; findings: readonly Finding[] }) {
  // What was refused is why the run did not start: it stands open.
  const [open, setOpen] = useState(findings.some(({ verdict }) => verdict === "refuse"));
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{summary}</summary>
      {open && <Findings findings={findings} />}
    </details>
  );
}
