/** Condition of hardware as icon and word: arrays, batteries and drives, lifecycles and severities. */
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconInfoCircle,
  IconProgress,
  IconQuestionMark,
} from "@tabler/icons-react";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { type Tone, ToneLabel } from "./state-label";

const TONES: Record<string, readonly [Tone, typeof IconCircle]> = {
  optimal: ["ok", IconCircleCheck],
  online: ["ok", IconCircleCheck],
  passed: ["ok", IconCircleCheck],
  in_service: ["ok", IconCircleCheck],
  occupied: ["ok", IconCircleCheck],
  degraded: ["warn", IconAlertTriangle],
  charging: ["warn", IconProgress],
  learning: ["warn", IconProgress],
  warning: ["warn", IconAlertTriangle],
  rebuilding: ["running", IconProgress],
  initialising: ["running", IconProgress],
  copyback: ["running", IconProgress],
  failed: ["error", IconCircleX],
  missing: ["error", IconQuestionMark],
  offline: ["error", IconCircleX],
  critical: ["error", IconCircleX],
  not_passed: ["error", IconCircleX],
  notice: ["idle", IconInfoCircle],
  empty: ["idle", IconCircleDashed],
  spare: ["idle", IconCircleDashed],
  hot_spare: ["idle", IconCircleDashed],
  retired: ["idle", IconCircleMinus],
};

/** Draw a condition. A null one is shown as unknown; an unrecognised word is shown unchanged. */
export function ConditionLabel({ condition }: { condition: string | null }) {
  if (condition === null) return messages.unknown;
  const [tone, Icon] = TONES[condition] ?? ["idle", IconCircle];
  return <ToneLabel tone={tone} Icon={Icon} text={word(hardware.conditions, condition)} />;
}
