/** The legend of a chart, beside the drawing and not in it: each entry shows and hides its series. */
import { UnstyledButton } from "@mantine/core";
import type { LegendItem } from "./definition";
import { GLYPH, glyphPaths } from "./glyph";
import classes from "./legend.module.css";
import { LINE_WIDTH } from "./theme";

interface LegendProps {
  label: string;
  items: LegendItem[];
  hidden: ReadonlySet<string>;
  /** Those that the drawing names at the ends of their lines where it is wide. */
  atEnds?: ReadonlySet<string>;
  background: string;
  /** Toggle a curve. `solo` shows this one alone, or all again if it is already alone. */
  onToggle: (name: string, solo: boolean) => void;
  /** Called with the entry that the pointer is on, and with null when it leaves. */
  onPoint?: (name: string | null) => void;
}

export function Glyph({ item, background }: { item: LegendItem; background: string }) {
  return (
    <svg width={GLYPH.width} height={GLYPH.height} aria-hidden="true" focusable="false">
      {glyphPaths(item, background).map((path) => (
        <path key={path.d} strokeWidth={item.style.width ?? LINE_WIDTH} {...path} />
      ))}
    </svg>
  );
}

export function Legend({ label, items, hidden, atEnds, background, onToggle, onPoint }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label={label}>
      {items.map((item) => (
        <li key={item.name} data-at-end={atEnds?.has(item.name) || undefined}>
          <UnstyledButton
            className={classes.item}
            aria-pressed={!hidden.has(item.name)}
            onClick={({ altKey }) => onToggle(item.name, altKey)}
            onPointerEnter={() => onPoint?.(item.name)}
            onPointerLeave={() => onPoint?.(null)}
          >
            <Glyph item={item} background={background} />
            <bdi>{item.name}</bdi>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
