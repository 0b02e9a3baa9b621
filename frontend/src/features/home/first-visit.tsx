/** Home of a new lab: a demo to look at, the steps to a curve of one's own, and the stories of the demo data. */
import { usePermissions } from "@/api/permissions";
import type { Overview } from "@/api/types";
import { RemoveDemo } from "@/components/remove-demo";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { home } from "@/messages/home";
import { DemoReplay } from "./demo-replay";
import { DemoTour } from "./demo-tour";
import { FirstSteps, type FirstStepsProps } from "./first-steps";
import classes from "./first-visit.module.css";

const words = home.first;

export interface FirstVisitProps extends Omit<FirstStepsProps, "overview"> {
  overview: Overview;
  /** Number of runs in the demo data. */
  demoRuns: number;
}

export function FirstVisit({ overview, demoRuns, ...open }: FirstVisitProps) {
  const { operate } = usePermissions();
  const barHasActions = useHasPlace("actions");
  const hasDemo = demoRuns > 0;
  const remove = hasDemo && operate && <RemoveDemo />;
  return (
    <div className={classes.page}>
      {remove && barHasActions && <InTopBar place="actions">{remove}</InTopBar>}
      <header className={classes.lead}>
        <h1>{words.headline}</h1>
        <span className={classes.note}>{words.note}</span>
      </header>
      <div className={classes.hero} data-alone={hasDemo ? undefined : true}>
        {hasDemo && <DemoReplay />}
        <FirstSteps overview={overview} {...open} />
      </div>
      {hasDemo && <DemoTour count={demoRuns} />}
      {remove && !barHasActions && <div>{remove}</div>}
    </div>
  );
}
