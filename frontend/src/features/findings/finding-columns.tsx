/** Columns of the list of findings. */
import type { Finding } from "@/api/types";
import { NotCountedBadge } from "@/components/finding-link";
import type { LabColumn } from "@/components/lab-table/columns";
import { messages } from "@/messages";
import { findings as words } from "@/messages/findings";
import { Badge } from "@/parts/badge";
import { levelText, workloadText } from "./finding-text";
import classes from "./findings.module.css";

export const FINDING_COLUMNS: readonly LabColumn<Finding>[] = [
  {
    key: "finding",
    title: words.columns.finding,
    width: 340,
    grows: true,
    sortFields: ["subject", "relation", "object"],
    cell: (finding) => <FindingSentence finding={finding} />,
  },
  {
    key: "number",
    title: words.columns.number,
    width: 76,
    sortFields: ["number"],
    cell: ({ number }) => number,
    onCard: "side",
  },
  {
    key: "test",
    title: words.columns.test,
    width: 180,
    sortFields: ["test"],
    cell: ({ test }) => <span dir="auto">{test ?? messages.none}</span>,
    onCard: "note",
  },
  {
    key: "level",
    title: words.columns.level,
    width: 96,
    sortFields: ["raid_level"],
    cell: ({ raid_level: level }) => levelText(level) ?? messages.none,
    onCard: "note",
  },
  {
    key: "workload",
    title: words.columns.workload,
    width: 210,
    cell: ({ workload }) => <span dir="auto">{workloadText(workload)}</span>,
  },
  {
    key: "strength",
    title: words.columns.strength,
    width: 92,
    sortFields: ["strength"],
    cell: ({ strength }) => words.strengths[strength],
    onCard: "note",
  },
  {
    key: "origin",
    title: words.columns.origin,
    width: 96,
    sortFields: ["origin"],
    cell: ({ origin }) => <Badge tone="outlined">{words.origins[origin]}</Badge>,
  },
  {
    key: "source",
    title: words.columns.source,
    width: 240,
    sortFields: ["source"],
    cell: ({ source_title: source }) => <span dir="auto">{source ?? messages.none}</span>,
    onCard: "note",
  },
];

/** The sentence of a finding, with a badge where it does not count. */
export function FindingSentence({ finding: { sentence, excluded } }: { finding: Finding }) {
  return (
    <span className={classes.sentence}>
      <span dir="auto" title={sentence}>
        {sentence}
      </span>
      <NotCountedBadge reason={excluded} />
    </span>
  );
}
