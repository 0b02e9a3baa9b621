/** The topology of a server without enclosures: its boxes and drives as a nested list; one drive is chosen. */
import { type CSSProperties, useId, useMemo } from "react";
import { shortPercent, shortTemperature } from "@/lib/short-values";
import { type BackplaneProps, BoxIcon, slotName } from "./backplane";
import type { BackplaneBox, BackplaneSlot } from "./backplane-layout";
import classes from "./backplane-list.module.css";
import { type LookScale, lookScale, slotLook } from "./backplane-look";
import { Dot } from "./dot";

export function BackplaneList(props: BackplaneProps) {
  const { label, tree } = props;
  const name = useId();
  const scale = useMemo(() => lookScale(tree), [tree]);
  const slots = tree.shelves.flatMap((shelf) => shelf.slots);
  const boxIds = new Set(tree.boxes.map(({ id }) => id));
  const shared = { ...props, scale, name };
  const loose = slots.filter(({ attached }) => !attached.some((id) => boxIds.has(id)));
  return (
    <div role="radiogroup" aria-label={label} className={classes.list}>
      {tree.boxes
        .filter(({ parent }) => parent === null || !boxIds.has(parent))
        .map((box) => (
          <Branch key={box.id} box={box} slots={slots} {...shared} />
        ))}
      {loose.length > 0 && <Drives slots={loose} {...shared} />}
    </div>
  );
}

interface Shared extends BackplaneProps {
  scale: LookScale;
  name: string;
}

function Branch({ box, slots, ...shared }: Shared & { box: BackplaneBox; slots: readonly BackplaneSlot[] }) {
  const own = slots.filter(({ attached }) => attached.includes(box.id));
  const below = shared.tree.boxes.filter(({ parent }) => parent === box.id);
  return (
    <div className={classes.branch}>
      <div className={classes.box}>
        <BoxIcon box={box} />
        <div className={classes.lines}>
          <div className={classes.boxName} dir="auto">
            {shared.boxName?.(box) ?? box.title}
          </div>
          <div className={classes.detail} dir="auto">
            {[box.detail, box.link].filter(Boolean).join(" · ")}
          </div>
        </div>
      </div>
      <div className={classes.below}>
        {below.map((child) => (
          <Branch key={child.id} box={child} slots={slots} {...shared} />
        ))}
        {own.length > 0 && <Drives slots={own} {...shared} />}
      </div>
    </div>
  );
}

function Drives({ slots, view, chosen, choose, scale, name }: Shared & { slots: readonly BackplaneSlot[] }) {
  return (
    <ul className={classes.drives}>
      {slots.map((slot) => (
        <li key={slot.id}>
          <label className={classes.drive} data-chosen={slot.id === chosen || undefined}>
            <input
              type="radio"
              name={name}
              value={slot.id}
              checked={slot.id === chosen}
              onChange={() => choose(slot)}
              aria-label={slotName(slot, scale)}
            />
            <Facts slot={slot} view={view} scale={scale} />
          </label>
        </li>
      ))}
    </ul>
  );
}

function Facts({ slot: { number, drive }, view, scale }: Pick<Shared, "view" | "scale"> & { slot: BackplaneSlot }) {
  if (drive === null) return <span className={classes.detail}>{number ?? "–"}</span>;
  const { tone, dot, text } = slotLook(drive, view, scale);
  const style = tone === null ? undefined : ({ "--tone": `var(--sl-series-${tone})` } as CSSProperties);
  return (
    <>
      <span className={classes.swatch} style={style} />
      <span className={classes.model} dir="auto" title={drive.model}>
        {drive.model}
      </span>
      {number !== null && <span className={classes.detail}>{number}</span>}
      <span className={classes.value}>
        {view === "health" || view === "temperature"
          ? `${shortTemperature(drive.temperature)} · ${shortPercent(drive.usedPercent)}`
          : text}
      </span>
      <Dot tone={dot} />
    </>
  );
}
