/** States of campaigns as badges, and of their cells as icon and word. */
import {
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconEyeOff,
  IconProgress,
} from "@tabler/icons-react";
import type { CampaignState, CellState } from "@/api/campaigns";
import { type Tone, ToneLabel } from "@/components/state-label";
import { word } from "@/messages";
import { campaigns, matrix } from "@/messages/campaigns";
import { Badge } from "@/parts/badge";
import type { BadgeTone, Glyph } from "@/parts/badge-map";

type Look = readonly [Tone, typeof IconCircle];

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

const BADGES: Record<CampaignState, readonly [BadgeTone, Glyph | null]> = {
  planned: ["outlined", null],
  running: ["run", "dot"],
  waiting_for_decision: ["warn", "warning"],
  paused: ["warn", null],
  finished: ["ok", "ready"],
  cancelled: ["idle", "cancelled"],
};

export function CampaignBadge({ state }: { state: CampaignState }) {
  const [tone, glyph] = BADGES[state];
  return (
    <Badge tone={tone} glyph={glyph}>
      {word(campaigns.badges, state)}
    </Badge>
  );
}

export function CellStateLabel({ state }: { state: CellState }) {
  const [tone, Icon] = CELLS[state];
  return <ToneLabel tone={tone} Icon={Icon} text={word(matrix.states, state)} />;
}
