/** States of campaigns and of their cells, as icon and word; a reason is told on hover and focus. */
import { Tooltip, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconEyeOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconProgress,
} from "@tabler/icons-react";
import type { CampaignState, CellState } from "@/api/campaigns";
import { type Tone, ToneLabel } from "@/components/state-label";
import { word } from "@/messages";
import { campaigns, matrix } from "@/messages/campaigns";
import classes from "./campaigns.module.css";

type Look = readonly [Tone, typeof IconCircle];

const CAMPAIGNS: Record<CampaignState, Look> = {
  planned: ["idle", IconCircleDashed],
  running: ["running", IconPlayerPlay],
  waiting_for_decision: ["warn", IconAlertTriangle],
  paused: ["warn", IconPlayerPause],
  finished: ["ok", IconCircleCheck],
  cancelled: ["idle", IconCircleMinus],
};

const CELLS: Record<CellState, Look> = {
  impossible: ["idle", IconBan],
  planned: ["idle", IconCircle],
  waiting: ["idle", IconCircleDashed],
  running: ["running", IconProgress],
  measured: ["ok", IconCircleCheck],
  failed: ["error", IconCircleX],
  not_measured: ["idle", IconCircleMinus],
  withheld: ["warn", IconEyeOff],
};

/** In the order in which a cell goes through them, for a legend. */
export const CELL_STATES = Object.keys(CELLS) as CellState[];

export function CampaignStateLabel({ state }: { state: CampaignState }) {
  const [tone, Icon] = CAMPAIGNS[state];
  return <ToneLabel tone={tone} Icon={Icon} text={word(campaigns.states, state)} />;
}

export function CellStateLabel({ state, reason = null }: { state: CellState; reason?: string | null }) {
  const [tone, Icon] = CELLS[state];
  const label = <ToneLabel tone={tone} Icon={Icon} text={word(matrix.states, state)} />;
  if (reason === null) return label;
  return (
    <Tooltip label={reason}>
      <UnstyledButton className={classes.reason} aria-description={reason}>
        {label}
      </UnstyledButton>
    </Tooltip>
  );
}
