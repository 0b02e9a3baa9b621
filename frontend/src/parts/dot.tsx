/** Dot in the colour of a state; a word beside it names the state. */
import classes from "./dot.module.css";

export type DotTone = "run" | "ok" | "warn" | "err" | "idle";

export function Dot({ tone, size = 7, isPulsing = false }: { tone: DotTone; size?: number; isPulsing?: boolean }) {
  return (
    <span
      className={classes.dot}
      data-tone={tone}
      data-pulsing={isPulsing || undefined}
      style={{ width: size, height: size }}
      aria-hidden="true"
    />
  );
}
