/** State or verdict as icon and word; colour only repeats them. */
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconPlayerPlay,
  IconProgress,
  IconQuestionMark,
} from "@tabler/icons-react";
import { messages, word } from "@/messages";
import classes from "./state-label.module.css";

export type Tone = "ok" | "warn" | "error" | "running" | "idle";

const TONES: Record<string, readonly [Tone, typeof IconCircle]> = {
  queued: ["idle", IconCircleDashed],
  waiting: ["idle", IconCircleDashed],
  planned: ["idle", IconCircleDashed],
  leased: ["running", IconProgress],
  prepared: ["running", IconProgress],
  preparing: ["running", IconProgress],
  starting: ["running", IconProgress],
  running: ["running", IconPlayerPlay],
  collecting: ["running", IconProgress],
  cancelling: ["warn", IconCircleMinus],
  finished: ["ok", IconCircleCheck],
  succeeded: ["ok", IconCircleCheck],
  failed: ["error", IconCircleX],
  refused: ["error", IconCircleX],
  cancelled: ["idle", IconCircleMinus],
  skipped: ["idle", IconCircleMinus],
  lost: ["error", IconQuestionMark],
  new: ["idle", IconCircle],
  ready: ["ok", IconCircleCheck],
  busy: ["running", IconPlayerPlay],
  maintenance: ["warn", IconAlertTriangle],
  unreachable: ["error", IconCircleX],
  quarantined: ["error", IconAlertTriangle],
  retired: ["idle", IconCircleMinus],
  reading: ["running", IconProgress],
  storing: ["running", IconProgress],
  stored: ["ok", IconCircleCheck],
  discarded: ["idle", IconCircleMinus],
};

const VERDICT_TONES: Record<string, readonly [Tone, typeof IconCircle]> = {
  steady: ["ok", IconCircleCheck],
  not_steady: ["warn", IconAlertTriangle],
  insufficient_rounds: ["warn", IconCircleDashed],
};

export function StateLabel({ state }: { state: string }) {
  const [tone, Icon] = TONES[state] ?? ["idle", IconCircle];
  return <ToneLabel tone={tone} Icon={Icon} text={word(messages.states, state)} />;
}

export function VerdictLabel({ status }: { status: string }) {
  const [tone, Icon] = VERDICT_TONES[status] ?? ["idle", IconCircle];
  return <ToneLabel tone={tone} Icon={Icon} text={word(messages.verdicts, status)} />;
}

/** An icon and a word in the colour of a tone. */
export function ToneLabel({ tone, Icon, text }: { tone: Tone; Icon: typeof IconCircle; text: string }) {
  return (
    <span className={classes.label} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.icon} />
      {text}
    </span>
  );
}
