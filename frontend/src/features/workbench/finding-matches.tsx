/** The findings about the compared runs, and the measured ratio beside each ratio of a finding. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { findingMatchesQuery } from "@/api/findings";
import type { FindingMatch } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { FindingLink } from "@/components/finding-link";
import { formatNumber } from "@/lib/units";
import { messages } from "@/messages";
import { findings } from "@/messages/findings";
import { Badge } from "@/parts/badge";
import type { BadgeTone } from "@/parts/badge-map";
import classes from "./workbench.module.css";

const words = findings.ofWorkbench;
const TONES: Record<NonNullable<FindingMatch["agreement"]>, BadgeTone> = {
  agrees: "ok",
  contradicts: "err",
  mixed: "warn",
};

const COLUMNS: readonly Column<FindingMatch>[] = [
  {
    key: "finding",
    title: findings.columns.finding,
    wrap: true,
    cell: ({ finding }) => <FindingLink {...finding} />,
  },
  { key: "about", title: words.about, cell: ({ subjects, objects }) => [...subjects, ...objects].join(", ") },
  { key: "measured", title: words.measured, numeric: true, cell: measuredText },
  {
    key: "agreement",
    title: words.agreement,
    cell: ({ agreement }) =>
      agreement === null ? words.unchecked : <Badge tone={TONES[agreement]}>{findings.agreements[agreement]}</Badge>,
  },
  {
    key: "source",
    title: findings.columns.source,
    wrap: true,
    minor: true,
    cell: ({ finding: { source_title: source, place } }) => [source, place].filter(Boolean).join(", ") || messages.none,
  },
];

export function FindingMatches({ runs }: { runs: readonly string[] }) {
  const { data } = useQuery(findingMatchesQuery(useApi(), runs));
  if (!data || data.total_count === 0) return null;
  return (
    <details className={classes.findings}>
      <summary>{words.title(data.total_count)}</summary>
      <DataTable
        caption={words.caption}
        columns={COLUMNS}
        rows={data.items}
        rowKey={({ finding }) => finding.id}
        long
        minWidth={760}
      />
      <p>
        {data.items.length < data.total_count && words.shown(data.items.length, data.total_count)} {words.rule}
      </p>
    </details>
  );
}

/** Return the lowest and the highest measured ratio of a finding. */
function measuredText({ checks }: FindingMatch): string {
  const ratios = checks.map(({ ratio }) => ratio);
  if (ratios.length === 0) return messages.none;
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatNumber(ratio, { digits: 3 }));
  return low === high ? words.ratio(low as string) : words.range(low as string, high as string);
}
