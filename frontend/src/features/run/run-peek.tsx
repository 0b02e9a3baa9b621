/** A run beside its list: its curve, its numbers against the last run of its configuration, and its facts. */
import { Button } from "@mantine/core";
import { IconChartDots3, IconRepeat, IconStar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, phaseOfCurves, phasesWithCurve, runQuery, seriesQuery } from "@/api/runs";
import type { Run, RunSummary } from "@/api/types";
import { LabelList } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { useLastWorkbench, workbenchWith } from "@/lib/last-workbench";
import { shortSpan } from "@/lib/short-times";
import { joinShort, shortValue } from "@/lib/short-values";
import { runList } from "@/messages/run-list";
import { OriginBadge, StateBadge } from "@/parts/badge";
import { Callout } from "@/parts/callout";
import { Curve } from "@/parts/curve";
import { Delta } from "@/parts/delta";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { SkeletonBox } from "@/parts/skeleton";
import type { ComparedRun } from "./compared-run";
import { snapshotFacts } from "./configuration-facts";
import { atStepsOf, endsOf, spanOf } from "./peek-curve";
import { resultTiles } from "./result-tiles";
import classes from "./run-peek.module.css";
import { useCompared } from "./use-compared";

const words = runList.peek;
const { facts: names } = words;
const CURVE_HEIGHT = 132;
/** More than the panel has pixels for two of. */
const POINTS = 180;
const MAX_TILES = 4;

export interface RunPeekProps {
  /** As the list has it. */
  run: RunSummary;
  /** True if the run is the baseline of the list. */
  isBaseline: boolean;
  toggleBaseline: () => void;
  /** Undefined where it cannot be repeated. */
  again: (() => void) | undefined;
}

export function RunPeek({ run: listed, ...actions }: RunPeekProps) {
  const { data: run, error, refetch } = useQuery(runQuery(useApi(), listed.number));
  const { compared, main, other } = useCompared(run, undefined);
  const tiles = run ? resultTiles(run, main, other?.result ?? null).slice(0, MAX_TILES) : [];
  return (
    <>
      <Head run={listed} />
      {error && !run && <ErrorNotice error={error} retry={() => void refetch()} />}
      {run ? <PeekCurve run={run} compared={compared} /> : !error && <SkeletonBox height={CURVE_HEIGHT + 40} />}
      {tiles.length > 0 && (
        <NumberTiles>
          {tiles.map(({ key, label, value, metric, change }) => (
            <NumberTile
              key={key}
              label={label}
              value={value}
              size={20}
              note={change && <Delta percent={change.percent} metric={metric} />}
            />
          ))}
        </NumberTiles>
      )}
      {other && <p className={classes.versus}>{words.lastRun(other.number)}</p>}
      <Verdict run={listed} />
      {run && <Facts run={run} />}
      <Actions run={listed} {...actions} />
    </>
  );
}

function Head({ run: { number, title, state, verdict, origin } }: { run: RunSummary }) {
  return (
    <div className={classes.head}>
      <div>
        <div className={classes.title} dir="auto">
          {title}
        </div>
        <div className={classes.badges}>
          <StateBadge state={state} verdict={verdict?.status ?? null} />
          <OriginBadge origin={origin} />
        </div>
      </div>
      <ButtonLink variant="default" size="xs" flex="none" to="/runs/$ref" params={{ ref: number }}>
        {words.open}
      </ButtonLink>
    </div>
  );
}

function PeekCurve({ run, compared }: { run: Run; compared: ComparedRun | null }) {
  const api = useApi();
  const phases = phasesWithCurve(run);
  const hasCurve = phases.length > 0;
  const own = useQuery({
    ...seriesQuery(api, run.id, phaseOfCurves(phases), ["iops"], POINTS),
    enabled: hasCurve,
  }).data?.[0];
  const before = useQuery({
    ...seriesQuery(api, compared?.run.id ?? "", "all", ["iops"], POINTS),
    enabled: hasCurve && compared !== null,
    retry: false,
  }).data?.[0];
  if (!hasCurve) return isTerminalRun(run.state) ? <p className={classes.none}>{words.noCurve}</p> : null;
  if (!own) return <SkeletonBox height={CURVE_HEIGHT + 24} />;
  const ends = endsOf(own);
  const [first, last] = (ends ?? []).map((value) => joinShort(shortValue("iops", value)));
  return (
    <figure className={classes.figure}>
      <figcaption>
        <span>{words.curve(shortSpan(spanOf(own)))}</span>
        {compared && before && <span className={classes.ghost}>{compared.run.number}</span>}
      </figcaption>
      {ends && <span className="visually-hidden">{words.curveSentence(first ?? "", last ?? "")}</span>}
      <Curve values={own.mean} ghost={before ? atStepsOf(own, before) : []} height={CURVE_HEIGHT} fromZero />
    </figure>
  );
}

/** The sentence of the verdict, else the reason of a failure. */
function Verdict({ run: { verdict, failure, invalid } }: { run: RunSummary }): ReactNode {
  if (failure) return <Callout tone="err" fact={failure.message} />;
  if (invalid) return <Callout tone="warn" fact={invalid.reason ?? ""} />;
  if (!verdict?.sentence) return null;
  return <Callout tone={verdict.status === "steady" ? "ok" : "warn"} fact={verdict.sentence} />;
}

function Facts({ run }: { run: Run }) {
  const { configuration, profile, server, started_at, duration_seconds, labels } = run;
  const facts: RailFact[] = [
    ...(configuration
      ? [
          {
            name: names.configuration,
            value: (
              <AnchorLink to="/configurations/$ref" params={{ ref: configuration.number }}>
                {configuration.name}
              </AnchorLink>
            ),
          },
        ]
      : []),
    ...snapshotFacts(run.configuration_snapshot),
    ...(profile ? [{ name: names.profile, value: `${profile.title}, v${profile.version}` }] : []),
    ...(server ? [{ name: names.server, value: server.name }] : []),
    ...(started_at ? [{ name: names.started, value: <Moment at={started_at} /> }] : []),
    ...(duration_seconds === null ? [] : [{ name: names.took, value: shortSpan(duration_seconds) }]),
    ...(Object.keys(labels).length > 0 ? [{ name: names.labels, value: <LabelList labels={labels} /> }] : []),
  ];
  return (
    <KeyValueRail facts={facts.filter(({ name }, place) => facts.findIndex((one) => one.name === name) === place)} />
  );
}

function Actions({ run: { number, state, trashed }, isBaseline, toggleBaseline, again }: RunPeekProps) {
  const last = useLastWorkbench();
  return (
    <div className={classes.actions}>
      {isTerminalRun(state) && !trashed && (
        <ButtonLink
          variant="default"
          size="xs"
          to="/workbench"
          search={workbenchWith(number, last)}
          leftSection={<IconChartDots3 size={14} stroke={1.75} aria-hidden="true" />}
        >
          {words.add}
        </ButtonLink>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconStar size={14} stroke={1.75} aria-hidden="true" />}
        onClick={toggleBaseline}
      >
        {isBaseline ? runList.dropBaseline : runList.setBaseline}
      </Button>
      {again && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRepeat size={14} stroke={1.75} aria-hidden="true" />}
          onClick={again}
        >
          {words.again}
        </Button>
      )}
    </div>
  );
}
