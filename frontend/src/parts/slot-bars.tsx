/** The slots of a server in small: one bar each, in the colour of its array or of its fault. */
import type { CSSProperties } from "react";
import { toneAt } from "./backplane-layout";
import classes from "./slot-bars.module.css";

export interface SlotBar {
  condition: "ok" | "warning" | "failed" | "spare" | "unknown" | "empty";
  /** Place of its array, from 0. */
  array: number | null;
}

/** Wide enough for the list of servers; more slots are drawn narrower. */
const WIDTH = 200;
const HEIGHT = 11;
const STEP = 6.5;

type Tone = "warning" | "failed" | "ghost" | "empty" | `series-${number}`;

function toneOf({ condition, array }: SlotBar): Tone {
  if (condition === "warning" || condition === "failed" || condition === "empty") return condition;
  return array === null ? "ghost" : `series-${toneAt(array)}`;
}

export function SlotBars({ slots, label }: { slots: readonly SlotBar[]; label: string }) {
  const step = Math.min(STEP, WIDTH / Math.max(1, slots.length));
  const paths = new Map<Tone, string>();
  slots.forEach((slot, index) => {
    const tone = toneOf(slot);
    const width = Math.max(1, step - 1.5);
    paths.set(tone, `${paths.get(tone) ?? ""}M${index * step} 0h${width}v${HEIGHT}h${-width}z`);
  });
  return (
    <svg className={classes.bars} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {[...paths].map(([tone, path]) => (
        <path key={tone} d={path} data-tone={tone} style={{ "--tone": `var(--sl-${tone})` } as CSSProperties} />
      ))}
    </svg>
  );
}
