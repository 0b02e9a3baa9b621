/** The plan of a profile: the curve to expect on chosen hardware, and its phases to scale under it. */
import { Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { seriesQuery } from "@/api/runs";
import type { ProfileDetail } from "@/api/types";
import { DRAWN, figureHeight } from "@/charts/heights";
import { ErrorNotice } from "@/components/notice";
import { phaseSteps } from "@/components/plan-steps";
import { plan as words } from "@/messages/profiles";
import { Card } from "@/parts/card";
import { measuredSteps, placedByPlan, placedByRun } from "./placed-steps";
import { PlanBar } from "./plan-bar";
import classes from "./profiles.module.css";
import type { ExpectedRun } from "./use-expected-run";

const PlanFigure = lazy(() => import("./plan-figure").then((module) => ({ default: module.PlanFigure })));

const BAR = 36;
/** Height of the whole card, so that it stays constant while its chart loads. */
const CARD_HEIGHT = figureHeight(DRAWN.expectedCourse.wide) + BAR;

export interface PlanCardProps {
  profile: ProfileDetail;
  expected: ExpectedRun;
  showOn: (configuration: string) => void;
}

export function PlanCard({ profile, expected, showOn }: PlanCardProps) {
  const { chosen, choices, run, plan, isKnown } = expected;
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run?.id ?? "", "all", ["iops"]),
    enabled: run !== undefined,
  });
  const steps = phaseSteps(profile.phases);
  if (error && !data) return <ErrorNotice error={error} title={words.noCurve} retry={() => void refetch()} />;
  if (isKnown && chosen === null) {
    return (
      <Card title={words.title} note={words.byEstimate}>
        <p className={classes.noCurve} style={{ height: DRAWN.expectedCourse.wide }}>
          {words.noRuns}
        </p>
        <div className={classes.barBelow}>
          <PlanBar label={words.bar} steps={placedByPlan(steps)} />
        </div>
      </Card>
    );
  }
  const waiting = <Skeleton height={CARD_HEIGHT} radius={11} />;
  if (!chosen || !run || !data || (run.job !== null && !plan)) return waiting;
  const isSameVersion = chosen.version === profile.version;
  const placed = measuredSteps(plan ? phaseSteps(plan.phases) : steps, run);
  return (
    <Suspense fallback={waiting}>
      <PlanFigure
        run={run}
        series={data[0] ?? null}
        steps={placed}
        subtitle={words.ofRun(run.number, chosen.run_count, isSameVersion ? null : chosen.version)}
        control={
          <Select
            aria-label={words.hardware}
            data={choices.map(({ configuration }) => ({ value: configuration.number, label: configuration.name }))}
            value={chosen.configuration.number}
            onChange={(value) => value !== null && showOn(value)}
            allowDeselect={false}
            size="xs"
            w={190}
          />
        }
        bar={<PlanBar label={words.bar} steps={placedByRun(placed)} />}
      />
    </Suspense>
  );
}
