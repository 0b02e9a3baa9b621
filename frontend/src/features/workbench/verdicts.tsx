/**
 * Comparison of the entries with the baseline, by a stated rule: IOPS at once, other metrics of the panels on demand.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Comparison, comparisonQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import type { SeriesMetric } from "@/api/runs";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { METRICS } from "@/lib/metrics";
import { publishedResults } from "@/messages/published-results";
import { workbench } from "@/messages/workbench";
import classes from "./workbench.module.css";

const words = workbench.verdicts;
/** As high as a line for each of a few entries. */
const WAITING_HEIGHT = 120;

export interface VerdictsProps {
  comparison: Comparison;
  references: readonly string[];
  pooled: boolean;
  /** Those that the panels draw. */
  metrics: readonly SeriesMetric[];
}

export function Verdicts({ comparison, references, pooled, metrics }: VerdictsProps) {
  const { entries, factors, verdicts, rule, label, metric: comparedMetric } = comparison;
  const [a, b, ...others] = references;
  const otherLabs = [...new Set(entries.flatMap(({ lab }) => lab ?? []))];
  if (entries.length < 2) return null;
  return (
    <div className={classes.verdicts}>
      <p>{factors.known_count > 1 ? words.several : factors.sentence}</p>
      {otherLabs.length > 0 && <p>{publishedResults.otherLab(otherLabs.join(", "))}</p>}
      {factors.without.length > 0 && <p>{words.without(factors.without.join(", "))}</p>}
      {a !== undefined && b !== undefined && others.length === 0 && (
        <AnchorLink to="/configurations/diff" search={{ a, b }} size="xs">
          {words.differences}
        </AnchorLink>
      )}
      {verdicts.length > 0 && (
        <details>
          <summary>{words.of(label)}</summary>
          <Sentences verdicts={verdicts} />
        </details>
      )}
      {verdicts.some(({ verdict }) => verdict === "single_run") && <p>{words.untested}</p>}
      {metrics
        .filter((metric) => metric !== comparedMetric)
        .map((metric) => (
          <OtherVerdicts key={metric} {...{ comparison, references, pooled, metric }} />
        ))}
      {verdicts.length > 0 && (
        <details>
          <summary>{words.method}</summary>
          <small>{rule}</small>
        </details>
      )}
    </div>
  );
}

function OtherVerdicts({
  comparison: { baseline },
  references,
  pooled,
  metric,
}: Omit<VerdictsProps, "metrics"> & { metric: SeriesMetric }) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(api, references, { metric, baseline, pooled }),
    enabled: isOpen,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.of(METRICS[metric].label)}</summary>
      {data && <Sentences verdicts={data.verdicts} />}
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isOpen && !data && !error && <Loading height={WAITING_HEIGHT} />}
    </details>
  );
}

function Sentences({ verdicts }: Pick<Comparison, "verdicts">) {
  return (
    <ul>
      {verdicts.map(({ entry, sentence, better, spread }) => (
        <li key={entry}>
          {sentence} {better !== null && <strong>{better ? words.better : words.worse}</strong>}
          {spread && <small>{spread}</small>}
        </li>
      ))}
    </ul>
  );
}
