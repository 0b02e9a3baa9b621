/** The topology of a server: boxes and links above its slots, arrays below them; one slot is chosen. */
import { IconAdjustments, IconAlertTriangle, IconCpu } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from "react";
import { parts as words } from "@/messages/parts";
import classes from "./backplane.module.css";
import {
  type BackplaneArray,
  type BackplaneBox,
  type BackplaneLayout,
  type BackplaneSlot,
  type BackplaneTree,
  layoutBackplane,
  type PlacedSlot,
  type Rect,
  type SeriesTone,
  slotAfter,
} from "./backplane-layout";
import { type BackplaneView, type LookScale, lookScale, slotLook } from "./backplane-look";
import { useWidth } from "./use-width";

export interface BackplaneProps {
  /** Description of the content: "Slots of lab-r760-01". */
  label: string;
  tree: BackplaneTree;
  view: BackplaneView;
  /** Id of the slot that is chosen. */
  chosen: string | null;
  choose: (slot: BackplaneSlot) => void;
  /** Names of boxes and arrays, which may be links. */
  boxName?: (box: BackplaneBox) => ReactNode;
  arrayName?: (array: BackplaneArray) => ReactNode;
}

/** A guess where nothing can measure. */
const TYPICAL_WIDTH = 860;

const placeOf = ({ x, y, width, height }: Rect): CSSProperties => ({ left: x, top: y, width, height });
const toned = (tone: SeriesTone): CSSProperties =>
  tone === null ? {} : ({ "--tone": `var(--sl-series-${tone})` } as CSSProperties);

export function Backplane({ label, tree, view, chosen, choose, boxName, arrayName }: BackplaneProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => layoutBackplane(tree, width > 0 ? width : TYPICAL_WIDTH), [tree, width]);
  const scale = useMemo(() => lookScale(tree), [tree]);
  return (
    <div className={classes.backplane} ref={ref} style={{ height: layout.height }}>
      <Drawing layout={layout} view={view} scale={scale} />
      {layout.boxes.map(({ box, tone, ...rect }) => (
        <div
          key={box.id}
          className={classes.box}
          style={{ ...placeOf(rect), ...toned(tone) }}
          data-toned={tone !== null}
        >
          <BoxIcon box={box} />
          <div className={classes.lines}>
            <div className={classes.boxName} title={box.title} dir="auto">
              {boxName?.(box) ?? box.title}
            </div>
            <div className={classes.detail} title={box.detail} dir="auto">
              {box.detail}
            </div>
          </div>
        </div>
      ))}
      {layout.links.map(
        ({ id, text }) =>
          text && (
            <span key={id} className={classes.linkText} style={placeOf(text)} title={text.value}>
              {text.value}
            </span>
          ),
      )}
      {layout.shelves.map(
        ({ shelf, title }) =>
          title && (
            <div key={shelf.id} className={classes.shelfName} style={placeOf(title)} title={shelf.name} dir="auto">
              {shelf.name}
            </div>
          ),
      )}
      <Slots label={label} slots={layout.slots} chosen={chosen} choose={choose} scale={scale} />
      {layout.braces.map(
        ({ id, array, label: place }) =>
          place && (
            <div key={id} className={classes.array} style={placeOf(place)}>
              <div className={classes.arrayName} title={array.title} dir="auto">
                {arrayName?.(array) ?? array.title}
              </div>
              <div className={classes.detail} title={array.detail} dir="auto">
                {array.detail}
              </div>
            </div>
          ),
      )}
    </div>
  );
}

export function BoxIcon({ box: { kind, isWarned } }: { box: BackplaneBox }) {
  const Icon = isWarned ? IconAlertTriangle : kind === "cpu" ? IconCpu : IconAdjustments;
  return (
    <Icon size={18} stroke={1.75} className={classes.icon} data-warned={isWarned || undefined} aria-hidden="true" />
  );
}

function Slots({
  label,
  slots,
  chosen,
  choose,
  scale,
}: Pick<BackplaneProps, "label" | "chosen" | "choose"> & { slots: readonly PlacedSlot[]; scale: LookScale }) {
  const name = useId();
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const focused = group.current?.contains(document.activeElement) ? document.activeElement : null;
    const next = slotAfter(slots, focused?.getAttribute("value") ?? chosen, event.key);
    if (!next) return;
    event.preventDefault();
    choose(next);
    group.current?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div role="radiogroup" aria-label={label} ref={group} onKeyDown={move}>
      {slots.map(({ slot, ...rect }) => (
        <input
          key={slot.id}
          type="radio"
          name={name}
          value={slot.id}
          className={classes.choice}
          style={placeOf(rect)}
          checked={slot.id === chosen}
          onChange={() => choose(slot)}
          aria-label={slotName(slot, scale)}
          title={slot.drive?.model}
        />
      ))}
    </div>
  );
}

/** Return the facts of a slot for those who do not see it. */
export function slotName({ number, drive }: BackplaneSlot, { arrayNames }: Pick<LookScale, "arrayNames">): string {
  const place = number === null ? words.backplane.slotUnknown : words.drive.slot(number);
  if (drive === null) return words.backplane.slotEmpty(place);
  const { model, temperature, usedPercent, arrays, condition } = drive;
  return [
    place,
    model,
    temperature === null ? null : words.backplane.degrees(Math.round(temperature)),
    usedPercent === null ? null : words.backplane.used(Math.round(usedPercent)),
    ...arrays.map((id) => words.backplane.inArray(arrayNames.get(id) ?? id)),
    words.backplane.conditions[condition],
  ]
    .filter((fact) => fact !== null)
    .join(", ");
}

function Drawing({ layout, view, scale }: { layout: BackplaneLayout; view: BackplaneView; scale: LookScale }) {
  const { width, height, shelves, slots, links, braces } = layout;
  return (
    <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
      {links.map(({ id, path, tone, isThick }) => (
        <path key={id} d={path} className={classes.link} data-thick={isThick || undefined} style={toned(tone)} />
      ))}
      {shelves.map(({ shelf, x, y, width: w, height: h }) => (
        <rect key={shelf.id} className={classes.shelf} x={x + 0.5} y={y + 0.5} width={w - 1} height={h - 1} rx={10} />
      ))}
      {slots.map((placed) => (
        <SlotDrawing key={placed.slot.id} placed={placed} view={view} scale={scale} />
      ))}
      {braces.map(({ id, path, tone }) => (
        <path key={id} d={path} className={classes.brace} style={toned(tone)} />
      ))}
    </svg>
  );
}

const COLUMN = 44;

function SlotDrawing({ placed, view, scale }: { placed: PlacedSlot; view: BackplaneView; scale: LookScale }) {
  const { slot, x, y, width, height } = placed;
  const middle = x + width / 2;
  if (slot.drive === null) {
    return (
      <g className={classes.empty}>
        <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={5} />
        <text x={middle} y={y + height / 2 + 4}>
          {slot.number}
        </text>
      </g>
    );
  }
  const { tone, column, text, textTone, dot, border } = slotLook(slot.drive, view, scale);
  return (
    <g className={classes.slot} data-border={border ?? undefined} style={toned(tone)}>
      <rect className={classes.frame} x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={5} />
      {(tone !== null || slot.drive.condition === "spare") && (
        <rect className={classes.bar} x={x + 5} y={y + 6} width={width - 10} height={5} rx={2.5} />
      )}
      <text className={classes.number} x={middle} y={y + 28}>
        {slot.number ?? "–"}
      </text>
      {column && (
        <>
          <rect className={classes.track} x={middle - 3.5} y={y + 38} width={7} height={COLUMN} rx={3.5} />
          <rect
            className={classes.column}
            data-tone={column.tone}
            x={middle - 3.5}
            y={y + 38 + COLUMN * (1 - column.share)}
            width={7}
            height={COLUMN * column.share}
            rx={3.5}
          />
        </>
      )}
      {text !== null && (
        <text className={classes.value} data-tone={textTone ?? undefined} x={middle} y={y + 100}>
          {text}
        </text>
      )}
      <circle className={classes.dot} data-tone={dot} cx={middle} cy={y + 112} r={3} />
    </g>
  );
}
