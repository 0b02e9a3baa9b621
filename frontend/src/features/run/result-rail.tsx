/** Beside a result: what it was measured on and under, what limits it, its labels, and its configuration's history. */

import { Text } from "@mantine/core";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconClipboardList,
  IconFileText,
  IconFingerprint,
  IconHistory,
  IconTag,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { configurationDiffQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { telemetryQuery } from "@/api/runs";
import type { Run, Series } from "@/api/types";
import { Labels } from "@/components/labels";
import { AnchorLink } from "@/components/link";
import { shortPercent, shortTemperature } from "@/lib/short-values";
import { formatPercent } from "@/lib/units";
import { runPage as words } from "@/messages/run-page";
import { Card } from "@/parts/card";
import { Curve } from "@/parts/curve";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { RailBlock } from "@/parts/rail-block";
import { caveatsOf } from "./caveats-of";
import type { ComparedRun } from "./compared-run";
import { differenceOf, markedFacts, snapshotFacts } from "./configuration-facts";
import type { MainResult } from "./main-result";
import type { OwnHistory } from "./own-history";
import classes from "./run-page.module.css";
import { overall } from "./server-lanes";

export interface ResultRailProps {
  run: Run;
  main: MainResult | null;
  compared: ComparedRun | null;
  history: OwnHistory | null;
}

export function ResultRail({ run, main, compared, history }: ResultRailProps) {
  return (
    <>
      <Card>
        {run.source && (
          <RailBlock icon={<IconFileText size={15} stroke={1.75} />} title={words.source}>
            <cite className={classes.source} dir="auto">
              {run.source.title}
            </cite>
            {/* That of a published figure names its file, which the tab of files has. */}
            {run.origin === "imported" && run.source.note && (
              <Text size="sm" c="dimmed" dir="auto">
                {run.source.note}
              </Text>
            )}
          </RailBlock>
        )}
        <ConfigurationBlock run={run} compared={compared} />
        <ConditionsBlock run={run} main={main} />
        <CaveatsBlock run={run} main={main} history={history} />
        <RailBlock icon={<IconTag size={15} stroke={1.75} />} title={words.labels} isRegion={false}>
          <Labels kind="runs" reference={run.number} labels={run.labels} />
        </RailBlock>
      </Card>
      <HistoryCard history={history} run={run} />
    </>
  );
}

function ConfigurationBlock({ run, compared }: { run: Run; compared: ComparedRun | null }) {
  const api = useApi();
  const { data } = useQuery({
    ...configurationDiffQuery(api, compared?.run.number ?? "", run.number),
    enabled: compared !== null,
    retry: false,
  });
  const difference = data ? differenceOf(data) : null;
  const facts = markedFacts(snapshotFacts(run.configuration_snapshot), difference);
  const { configuration } = run;
  return (
    <RailBlock
      icon={<IconFingerprint size={15} stroke={1.75} />}
      title={words.configuration}
      aside={
        configuration && (
          <AnchorLink to="/configurations/$ref" params={{ ref: configuration.number }} className={classes.quietLink}>
            {configuration.number}
          </AnchorLink>
        )
      }
    >
      {facts.length > 0 ? (
        <KeyValueRail facts={facts} />
      ) : (
        <div className={classes.quiet}>{configuration?.name ?? words.configurationUnknown}</div>
      )}
      {compared && difference && (
        <div className={classes.blockNote}>
          <AnchorLink
            to="/configurations/diff"
            search={{ a: compared.run.number, b: run.number }}
            className={classes.quietLink}
          >
            {differenceText(
              compared.run.number,
              difference.comparable.map(({ label }) => label),
            )}
          </AnchorLink>
        </div>
      )}
    </RailBlock>
  );
}

const NAMED_FACTORS = 3;

export function differenceText(run: string, labels: readonly string[]): string {
  const [only] = labels;
  if (only === undefined) return words.differsNone(run);
  if (labels.length === 1) return words.differsOne(run, only);
  const named = labels.slice(0, NAMED_FACTORS).join(", ");
  return words.differs(run, labels.length, labels.length > NAMED_FACTORS ? `${named}, …` : named);
}

function ConditionsBlock({ run, main }: { run: Run; main: MainResult | null }) {
  const telemetry = useTelemetry(run);
  const facts = [
    ...fact(words.facts.profile, run.profile && words.profileVersion(run.profile.title, run.profile.version)),
    ...fact(words.facts.load, loadText(main)),
    ...fact(words.facts.engine, run.engine_version ?? run.engine),
    ...fact(words.facts.preconditioned, yesNo(main?.measurement.preconditioned ?? null)),
    ...fact(words.facts.temperature, spanText(telemetry, "temperature")),
    ...fact(words.facts.cpu, meanText(telemetry, "cpu")),
  ];
  if (facts.length === 0) return null;
  return (
    <RailBlock icon={<IconClipboardList size={15} stroke={1.75} />} title={words.conditions}>
      <KeyValueRail facts={facts} />
      {run.origin !== "published" && (
        <div className={classes.blockNote}>
          <AnchorLink to="/runs/$ref/environment" params={{ ref: run.number }} className={classes.quietLink}>
            {words.allConditions}
          </AnchorLink>
        </div>
      )}
    </RailBlock>
  );
}

const fact = (name: string, value: string | null): RailFact[] => (value === null ? [] : [{ name, value }]);
const yesNo = (value: boolean | null) => (value === null ? null : value ? words.yes : words.no);

function loadText(main: MainResult | null): string | null {
  if (!main) return null;
  const { threads, queue_depth: depth } = main.phase.workload;
  const outstanding = main.measurement.outstanding_ios;
  if (typeof threads === "number" && threads > 1 && typeof depth === "number") return words.threads(threads, depth);
  return outstanding === null ? null : words.outstanding(outstanding);
}

function useTelemetry(run: Run): readonly Series[] {
  const isThere = run.attempts.findLast(({ telemetry }) => telemetry !== null)?.telemetry?.available === true;
  return useQuery({ ...telemetryQuery(useApi(), run.id), enabled: isThere }).data ?? [];
}

function spanText(series: readonly Series[], metric: string): string | null {
  const values = (series.find((one) => one.metric === metric)?.mean ?? []).filter((value) => value !== null);
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return Math.round(low) === Math.round(high)
    ? shortTemperature(high)
    : words.span(low.toFixed(0), shortTemperature(high));
}

function meanText(series: readonly Series[], metric: string): string | null {
  const value = overall(series.find((one) => one.metric === metric)?.mean ?? [], "mean");
  return value === null ? null : shortPercent(value);
}

function CaveatsBlock({ run, main, history }: Omit<ResultRailProps, "compared">) {
  const caveats = caveatsOf(run);
  const warnings = caveats.filter(({ level }) => level !== "info");
  const notes = caveats.filter(({ level }) => level === "info");
  const passed = passedChecks(run, main, history);
  return (
    <RailBlock
      icon={<IconAlertCircle size={15} stroke={1.75} />}
      title={words.caveats}
      aside={caveats.length > 0 && <span className={classes.count}>{caveats.length}</span>}
    >
      <ul className={classes.caveats}>
        {[...warnings, ...notes].map(({ code, label, detail, level }) => (
          <li key={code} data-tone={level === "info" ? "idle" : "warn"}>
            {level === "info" ? (
              <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
            )}
            <span title={label}>{detail}</span>
          </li>
        ))}
        {passed.map((text) => (
          <li key={text} data-tone="ok">
            <IconCheck size={14} stroke={2.4} aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
        {caveats.length + passed.length === 0 && <li>{words.noCaveats}</li>}
      </ul>
    </RailBlock>
  );
}

/** Deviation from Little's law from which the law does not hold; the passed checks then omit it. */
const LITTLE_LIMIT = 0.05;

export function passedChecks(run: Run, main: MainResult | null, history: OwnHistory | null): string[] {
  const { passed } = words;
  const [first, last] = run.verdict?.window ?? [];
  const isSteady = run.verdict?.status === "steady" && first !== undefined && last !== undefined;
  const ratio = main?.measurement.little_ratio ?? null;
  const off = ratio === null ? null : Math.abs(ratio - 1);
  const others = history ? history.values.length : 0;
  return [
    ...(isSteady ? [passed.steady(first, last)] : []),
    ...(others > 2 ? [passed.repeats(others)] : []),
    ...(off !== null && off <= LITTLE_LIMIT ? [passed.little(formatPercent(100 * off, { digits: 2 }))] : []),
    ...(run.origin === "measured" && run.state === "finished" && run.completeness === "complete"
      ? [passed.complete]
      : []),
    ...(run.attempts.at(-1)?.neighbours?.state === "unchanged" ? [passed.neighbours] : []),
  ];
}

function HistoryCard({ history, run }: { history: OwnHistory | null; run: Run }) {
  if (!history) return null;
  return (
    <Card>
      <RailBlock
        icon={<IconHistory size={15} stroke={1.75} />}
        title={words.history}
        aside={
          <AnchorLink to="/runs/$ref/history" params={{ ref: run.number }} className={classes.quietLink}>
            {words.historyRuns(history.values.length)}
          </AnchorLink>
        }
      >
        {history.values.length > 1 && <Curve values={history.values} height={40} isLive />}
        <div className={classes.blockNote}>{history.sentence}</div>
      </RailBlock>
    </Card>
  );
}
