/** The legend of a chart, beside the drawing and not in it: each entry shows and hides its series. */
import { UnstyledButton } from "@mantine/core";
import type { LegendItem } from "./definition";
import { GLYPH, glyphPaths } from "./glyph";
import classes from "./legend.module.css";

interface LegendProps {
  label: string;
  items: LegendItem[];
  hidden: ReadonlySet<string>;
  background: string;
  onToggle: (name: string) => void;
}

function Glyph({ item, background }: { item: LegendItem; background: string }) {
  return (
    <svg width={GLYPH.width} height={GLYPH.height} aria-hidden="true" focusable="false">
      {glyphPaths(item, background).map((path) => (
        <path key={path.d} strokeWidth={1.75} {...path} />
      ))}
    </svg>
  );
}

export function Legend({ label, items, hidden, background, onToggle }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label={label}>
      {items.map((item) => (
        <li key={item.name}>
          <UnstyledButton
            className={classes.item}
            aria-pressed={!hidden.has(item.name)}
            onClick={() => onToggle(item.name)}
          >
            <Glyph item={item} background={background} />
            <span>{item.name}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
