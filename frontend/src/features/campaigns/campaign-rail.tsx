/** Beside the matrix: cells by state, the plan by configuration, and the settings. */
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleMinus,
} from "@tabler/icons-react";
import type { Campaign, CampaignMatrix } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { shortSpan } from "@/lib/short-times";
import { matrix as matrixWords, campaign as words } from "@/messages/campaigns";
import { Card } from "@/parts/card";
import { KeyValueRail } from "@/parts/key-value-rail";
import { setupFacts } from "./campaign-setup";
import { countCells } from "./cell-counts";
import { planSteps, type StepState } from "./plan-steps";
import classes from "./rail.module.css";

export interface CampaignRailProps {
  campaign: Campaign;
  matrix: CampaignMatrix;
  blockedRows: readonly number[];
}

export function CampaignRail({ campaign, matrix, blockedRows }: CampaignRailProps) {
  return (
    <aside className={classes.rail}>
      <Cells matrix={matrix} blockedRows={blockedRows} />
      <Plan campaign={campaign} matrix={matrix} />
      <Card title={words.settings} order={3}>
        <div className={classes.body}>
          <KeyValueRail facts={setupFacts(campaign)} />
        </div>
      </Card>
    </aside>
  );
}

function Cells({ matrix, blockedRows }: Omit<CampaignRailProps, "campaign">) {
  const counts = countCells(matrix, blockedRows);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title={words.cells} order={3} aside={<span className={classes.total}>{total}</span>}>
      <div className={classes.body}>
        <div className={classes.bar} aria-hidden="true">
          {counts.map(([state, count]) => (
            <span key={state} data-state={state} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul className={classes.legend} aria-label={matrixWords.legend}>
          {counts.map(([state, count]) => (
            <li key={state}>
              <span className={classes.swatch} data-state={state} aria-hidden="true" />
              {matrixWords.counted[state]}
              <b data-numeric>{count}</b>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

const ICONS: Record<StepState, typeof IconCircleCheck> = {
  done: IconCircleCheck,
  running: IconCircleDot,
  failed: IconAlertCircle,
  waiting: IconCircleDashed,
  left: IconCircleMinus,
};

/** More configurations than these are on the tab of the plan. */
const MAX_STEPS = 8;

function Plan({ campaign: { number }, matrix }: Pick<CampaignRailProps, "campaign" | "matrix">) {
  const steps = planSteps(matrix);
  return (
    <Card title={words.plan} order={3}>
      <ol className={classes.steps}>
        {steps.slice(0, MAX_STEPS).map(({ row, name, state, seconds, done, possible, impossible }) => {
          const Icon = ICONS[state];
          return (
            <li key={row} data-state={state}>
              <Icon size={15} stroke={1.9} aria-label={words.steps[state]} />
              <strong dir="auto">{name}</strong>
              <span data-numeric>{seconds === null ? "" : shortSpan(seconds)}</span>
              <small>{words.stepCells(done, possible, impossible)}</small>
            </li>
          );
        })}
      </ol>
      {steps.length > MAX_STEPS && (
        <AnchorLink to="/campaigns/$ref" params={{ ref: number }} search={{ tab: "calendar" }} className={classes.more}>
          {words.moreSteps(steps.length - MAX_STEPS)}
        </AnchorLink>
      )}
    </Card>
  );
}
