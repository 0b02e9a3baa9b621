/** Badges of runs, verdicts, origins and servers: a glyph and a word, whose colour repeats them. */
import {
  IconAlertTriangle,
  IconCheck,
  IconMinus,
  IconPlugConnectedX,
  IconQuestionMark,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./badge.module.css";
import {
  type BadgeLook,
  type BadgeTone,
  type Glyph,
  originLook,
  type RunFacts,
  runLook,
  serverLook,
  verdictLook,
} from "./badge-map";
import { Dot } from "./dot";
import { SteadyGlyph } from "./steady-glyph";

const ICONS = {
  ready: IconCheck,
  failed: IconX,
  cancelled: IconMinus,
  lost: IconQuestionMark,
  warning: IconAlertTriangle,
  unreachable: IconPlugConnectedX,
} as const;

function Drawn({ glyph }: { glyph: Glyph }) {
  if (glyph === "steady") return <SteadyGlyph />;
  if (glyph === "dot") return <Dot tone="run" size={6} isPulsing />;
  const Icon = ICONS[glyph];
  return <Icon size={12} stroke={2.25} aria-hidden="true" />;
}

/** A pill of any words; states take the badges below. */
export function Badge({
  tone = "idle",
  glyph = null,
  Icon,
  children,
}: {
  tone?: BadgeTone;
  glyph?: Glyph | null;
  /** In the place of a glyph, where a page has states of its own. */
  Icon?: typeof IconCheck;
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {glyph && <Drawn glyph={glyph} />}
      {Icon && <Icon size={12} stroke={2} aria-hidden="true" />}
      <span dir="auto">{children}</span>
    </span>
  );
}

function Looked({ look: { tone, glyph, text } }: { look: BadgeLook }) {
  return (
    <Badge tone={tone} glyph={glyph}>
      {text}
    </Badge>
  );
}

/** The state of a run, job or attempt. */
export function StateBadge({ state, place, verdict }: { state: string } & RunFacts) {
  return <Looked look={runLook(state, { place, verdict })} />;
}

/** Show a verdict on the steady state; `children` extend its word, as in "Steady since round 6". */
export function VerdictBadge({ verdict, children }: { verdict: string; children?: ReactNode }) {
  const own = verdictLook(verdict);
  return (
    <Badge tone={own.tone} glyph={own.glyph}>
      {children ?? own.text}
    </Badge>
  );
}

/** Published or imported; nothing for what was measured here. */
export function OriginBadge({ origin }: { origin: string }) {
  const own = originLook(origin);
  return own && <Looked look={own} />;
}

/** The state of a server. */
export function ServerBadge({ state, isMeasuring }: { state: string; isMeasuring?: boolean }) {
  return <Looked look={serverLook(state, { isMeasuring })} />;
}
