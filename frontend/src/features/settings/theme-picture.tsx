/** A small page in the colours of a theme; that of the system is drawn in both. */
import { useId } from "react";
import classes from "./settings.module.css";

const [WIDTH, HEIGHT] = [200, 84];
const ENTRIES = [14, 24, 34, 44];

export function ThemePicture({ scheme }: { scheme: "auto" | "light" | "dark" }) {
  const half = useId();
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Page scheme={scheme === "light" ? "light" : "dark"} />
      {scheme === "auto" && (
        <>
          <clipPath id={half}>
            <path d={`M0 0h120L80 ${HEIGHT}H0z`} />
          </clipPath>
          <g clipPath={`url(#${half})`}>
            <Page scheme="light" />
          </g>
        </>
      )}
    </svg>
  );
}

function Page({ scheme }: { scheme: "light" | "dark" }) {
  return (
    <g data-mantine-color-scheme={scheme}>
      <rect width={WIDTH} height={HEIGHT} className={classes.ground} />
      <path d={`M38 0v${HEIGHT}`} className={classes.rule} />
      {ENTRIES.map((y) => (
        <rect key={y} x={8} y={y} width={22} height={4} rx={2} className={classes.entry} />
      ))}
      <rect x={48} y={12} width={142} height={62} rx={6} className={classes.card} />
      <path d="M56 26h14c24 0 20 28 50 28h62" className={classes.curve} />
    </g>
  );
}
