/** Geometry of the boxes, links, slots and arrays of a server, in px; their look is defined elsewhere. */

export type SlotCondition = "ok" | "warning" | "failed" | "spare" | "unknown";

export interface SlotDrive {
  model: string;
  serial: string | null;
  firmware: string | null;
  usedPercent: number | null;
  temperature: number | null;
  condition: SlotCondition;
  /** Ids of the arrays that it is in. */
  arrays: readonly string[];
}

export interface BackplaneSlot {
  id: string;
  /** Null where it is not known. */
  number: string | null;
  /** Null for an empty slot. */
  drive: SlotDrive | null;
  /** Ids of the boxes that it is attached to, one for each path. */
  attached: readonly string[];
}

export interface BackplaneShelf {
  id: string;
  name: string;
  slots: readonly BackplaneSlot[];
}

export interface BackplaneBox {
  id: string;
  kind: "cpu" | "controller";
  title: string;
  detail: string;
  /** Id of the box that it is attached to. */
  parent: string | null;
  /** The link to it in words: "16 GT/s x8". */
  link: string | null;
  isWarned?: boolean;
}

export interface BackplaneArray {
  id: string;
  name: string;
  /** With its level: "vd0 · RAID 5". */
  title: string;
  detail: string;
  /** Ids of the arrays that it is made of. */
  parts: readonly string[];
}

export interface BackplaneTree {
  boxes: readonly BackplaneBox[];
  shelves: readonly BackplaneShelf[];
  arrays: readonly BackplaneArray[];
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place in the order of series, from 1; null is neutral. */
export type SeriesTone = number | null;

export interface BackplaneLayout {
  width: number;
  height: number;
  boxes: readonly (Rect & { box: BackplaneBox; tone: SeriesTone })[];
  shelves: readonly (Rect & { shelf: BackplaneShelf; title: Rect | null })[];
  slots: readonly PlacedSlot[];
  links: readonly PlacedLink[];
  braces: readonly PlacedBrace[];
}

export interface PlacedSlot extends Rect {
  slot: BackplaneSlot;
}

export interface PlacedLink {
  id: string;
  path: string;
  tone: SeriesTone;
  isThick: boolean;
  text: (Rect & { value: string }) | null;
}

export interface PlacedBrace {
  id: string;
  array: BackplaneArray;
  tone: SeriesTone;
  path: string;
  /** If one array has several braces, the widest one has the label. */
  label: Rect | null;
}

export const SLOT = { width: 31, height: 122 } as const;
const GAP = 3;
/** Between slots that are attached to different boxes. */
const GROUP_GAP = 11;
const SHELF = { side: 10, end: 8, title: 22, between: 16 } as const;
const BOX = { height: 52, minWidth: 150, maxWidth: 288, gap: 16, between: 12 } as const;
/** Between a row of boxes and what hangs on it. */
const TIER = 38;
const BRACE = { top: 6, tick: 7, label: 38, maxWidth: 300, height: 54 } as const;
/** Places in the order of series, those first that are far from the colours of warnings and faults. */
const TONES = [1, 3, 5, 6, 4, 7, 8, 2] as const;

/** Return the series of the thing at a place, from 0: an array or a firmware. */
export function toneAt(place: number): number {
  return TONES[place % TONES.length] ?? 1;
}

/** Return the series of each array. */
export function arrayTones(arrays: readonly BackplaneArray[]): ReadonlyMap<string, number> {
  return new Map(arrays.map(({ id }, index) => [id, toneAt(index)]));
}

interface Cell {
  slot: BackplaneSlot;
  x: number;
}

interface Flowing {
  shelf: BackplaneShelf;
  rows: readonly (readonly Cell[])[];
  x: number;
  width: number;
  line: number;
}

/** Lay out a tree in a width; what has no room in a row is wrapped, so that nothing is scaled. */
export function layoutBackplane(tree: BackplaneTree, width: number): BackplaneLayout {
  const room = Math.max(width, SLOT.width + 2 * SHELF.side);
  const tones = arrayTones(tree.arrays);
  const flow = flowShelves(tree.shelves, room);
  const centers = attachedCenters(flow);
  const tonesOfBoxes = boxTones(tree.shelves, tones);
  const controllers = placeBoxes(
    tree.boxes.filter(({ kind }) => kind === "controller"),
    (box) => centers.get(box.id) ?? null,
    room,
  );
  const cpus = placeBoxes(
    tree.boxes.filter(({ kind }) => kind === "cpu"),
    (cpu) => mean([...controllers.filter(({ box }) => box.parent === cpu.id).map(centerOf), ...own(centers, cpu.id)]),
    room,
  );
  const controllersTop = cpus.length > 0 ? heightOf(cpus) + TIER : 0;
  const boxes = [...cpus, ...controllers.map((placed) => ({ ...placed, y: placed.y + controllersTop }))].map(
    (placed) => ({ ...placed, tone: tonesOfBoxes.get(placed.box.id) ?? null }),
  );
  const shelvesTop = boxes.length > 0 ? heightOf(boxes) + TIER : 0;
  const stacked = stackShelves(flow, shelvesTop, tree.arrays, tones);
  const joined = joinArrays(tree.arrays, stacked.braces, stacked.height, tones);
  const { shelves, slots } = stacked;
  const links = [...boxLinks(boxes), ...slotLinks(boxes, flow, slots, tones)];
  return {
    width: room,
    height: joined.height,
    boxes,
    shelves,
    slots,
    links,
    braces: [...stacked.braces, ...joined.braces],
  };
}

function own(centers: ReadonlyMap<string, number>, id: string): number[] {
  const center = centers.get(id);
  return center === undefined ? [] : [center];
}

const centerOf = ({ x, width }: Pick<Rect, "x" | "width">): number => x + width / 2;
const bottomOf = ({ y, height }: Pick<Rect, "y" | "height">): number => y + height;
const heightOf = (rects: readonly Rect[]): number => Math.max(0, ...rects.map(bottomOf));
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Put shelves beside each other while there is room, each with its slots in rows. */
function flowShelves(shelves: readonly BackplaneShelf[], room: number): Flowing[] {
  let x = 0;
  let line = 0;
  return shelves.map((shelf) => {
    const rows = rowsOf(shelf.slots, room - 2 * SHELF.side);
    const width = Math.max(...rows.map((row) => (row.at(-1)?.x ?? 0) + SLOT.width), SLOT.width) + 2 * SHELF.side;
    if (x > 0 && x + width > room) {
      x = 0;
      line += 1;
    }
    const placed = { shelf, rows, x, width, line };
    x += width + SHELF.between;
    return placed;
  });
}

function rowsOf(slots: readonly BackplaneSlot[], room: number): Cell[][] {
  const rows: Cell[][] = [[]];
  for (const slot of slots) {
    const row = rows.at(-1) ?? [];
    const before = row.at(-1);
    const gap = before && before.slot.attached.join() !== slot.attached.join() ? GROUP_GAP : GAP;
    const x = before ? before.x + SLOT.width + gap : 0;
    if (before && x + SLOT.width > room) rows.push([{ slot, x: 0 }]);
    else row.push({ slot, x });
  }
  return rows;
}

/** Return the best centre of each box above its parts in the first line; without such parts, above the others. */
function attachedCenters(flow: readonly Flowing[]): ReadonlyMap<string, number> {
  const centers = new Map<string, { first: number[]; others: number[] }>();
  for (const { rows, x, line } of flow) {
    for (const cell of rows.flat()) {
      for (const id of cell.slot.attached) {
        const boxCenters = centers.get(id) ?? { first: [], others: [] };
        const center = x + SHELF.side + cell.x + SLOT.width / 2;
        (line === 0 ? boxCenters.first : boxCenters.others).push(center);
        centers.set(id, boxCenters);
      }
    }
  }
  return new Map([...centers].map(([id, { first, others }]) => [id, mean(first) ?? mean(others) ?? 0]));
}

/** Return the tone of the first array behind each box. */
function boxTones(shelves: readonly BackplaneShelf[], tones: ReadonlyMap<string, number>) {
  const toneByBox = new Map<string, SeriesTone>();
  for (const { drive, attached } of shelves.flatMap(({ slots }) => slots)) {
    const tone = drive ? toneOf(drive, tones) : null;
    if (tone !== null) for (const id of attached) if (!toneByBox.has(id)) toneByBox.set(id, tone);
  }
  return toneByBox;
}

/** Return the tone of the first array that a drive is in. */
export function toneOf({ arrays: [first] }: Pick<SlotDrive, "arrays">, tones: ReadonlyMap<string, number>): SeriesTone {
  return first === undefined ? null : (tones.get(first) ?? null);
}

type PlacedBox = Rect & { box: BackplaneBox };

/** Put boxes over what hangs on them, as near as they can without lying on one another. */
function placeBoxes(
  boxes: readonly BackplaneBox[],
  centerFor: (box: BackplaneBox) => number | null,
  room: number,
): PlacedBox[] {
  const perRow = Math.max(1, Math.floor((room + BOX.gap) / (BOX.minWidth + BOX.gap)));
  const wanted = boxes
    .map((box) => ({ box, center: centerFor(box) }))
    .toSorted((a, b) => (a.center ?? room) - (b.center ?? room));
  const rows = Array.from({ length: Math.ceil(wanted.length / perRow) }, (_, row) =>
    wanted.slice(row * perRow, (row + 1) * perRow),
  );
  return rows.flatMap((row, index) => {
    const width = Math.min(BOX.maxWidth, (room - BOX.gap * (row.length - 1)) / row.length);
    const lefts: number[] = [];
    for (const { center } of row) {
      const minLeft = (lefts.at(-1) ?? -(width + BOX.gap)) + width + BOX.gap;
      lefts.push(center === null ? minLeft : Math.max(minLeft, center - width / 2));
    }
    let maxLeft = room - width;
    for (let place = row.length - 1; place >= 0; place -= 1) {
      lefts[place] = Math.min(lefts[place] ?? 0, maxLeft);
      maxLeft = (lefts[place] ?? 0) - width - BOX.gap;
    }
    const y = index * (BOX.height + BOX.between);
    return row.map(({ box }, place) => ({ box, x: lefts[place] ?? 0, y, width, height: BOX.height }));
  });
}

interface Stacked {
  shelves: BackplaneLayout["shelves"];
  slots: PlacedSlot[];
  braces: PlacedBrace[];
  height: number;
}

function stackShelves(
  flow: readonly Flowing[],
  top: number,
  arrays: readonly BackplaneArray[],
  tones: ReadonlyMap<string, number>,
): Stacked {
  const titled = flow.length > 1 ? SHELF.title : 0;
  const shelves: (Rect & { shelf: BackplaneShelf; title: Rect | null })[] = [];
  const slots: PlacedSlot[] = [];
  const runs: Run[] = [];
  let [y, line, bottom] = [top, 0, top];
  for (const { shelf, rows, x, width, line: ownLine } of flow) {
    if (ownLine !== line) [y, line] = [bottom + SHELF.between, ownLine];
    const rectTop = y + titled;
    let rowTop = rectTop + SHELF.end;
    let end = rectTop;
    rows.forEach((row, index) => {
      const isLast = index === rows.length - 1;
      const left = x + SHELF.side;
      slots.push(...row.map((cell) => ({ slot: cell.slot, x: left + cell.x, y: rowTop, ...SLOT })));
      const below = rowTop + SLOT.height + (isLast ? SHELF.end : 0) + BRACE.top;
      const ownRuns = runsOf(row, left, below, { left: x, right: x + width });
      runs.push(...ownRuns);
      end = rowTop + SLOT.height + SHELF.end;
      bottom = Math.max(bottom, end + (ownRuns.length > 0 ? BRACE.height : 0));
      rowTop += SLOT.height + (ownRuns.length > 0 ? BRACE.height : 0) + SHELF.end;
    });
    const title = titled ? { x, y, width, height: titled } : null;
    shelves.push({ shelf, title, x, y: rectTop, width, height: end - rectTop });
  }
  return { shelves, slots, braces: labelRuns(runs, arrays, tones), height: bottom };
}

interface Run {
  array: string;
  x1: number;
  x2: number;
  y: number;
  within: { left: number; right: number };
}

/** Return the neighbours of a row that are in one array. */
function runsOf(row: readonly Cell[], left: number, y: number, within: Run["within"]): Run[] {
  const runs: Run[] = [];
  let before: string | undefined;
  for (const { slot, x } of row) {
    const array = slot.drive?.arrays[0];
    const last = runs.at(-1);
    if (array !== undefined && array === before && last) last.x2 = left + x + SLOT.width;
    else if (array !== undefined) runs.push({ array, x1: left + x, x2: left + x + SLOT.width, y, within });
    before = array;
  }
  return runs;
}

function labelRuns(
  runs: readonly Run[],
  arrays: readonly BackplaneArray[],
  tones: ReadonlyMap<string, number>,
): PlacedBrace[] {
  const byId = new Map(arrays.map((array) => [array.id, array]));
  const widest = new Map<string, Run>();
  for (const run of runs) {
    const best = widest.get(run.array);
    if (!best || run.x2 - run.x1 > best.x2 - best.x1) widest.set(run.array, run);
  }
  const labelled = [...widest.values()];
  return runs.flatMap((run, index) => {
    const array = byId.get(run.array);
    if (!array) return [];
    const label = widest.get(run.array) === run ? labelOf(run, labelled) : null;
    const path = bracePath(run.x1 + 3, run.x2 - 3, run.y);
    return [{ id: `${run.array} ${index}`, array, tone: tones.get(run.array) ?? null, path, label }];
  });
}

const bracePath = (x1: number, x2: number, y: number) => `M${x1} ${y}v${BRACE.tick}H${x2}v-${BRACE.tick}`;

/** Return the room of a label: to the middle between it and its neighbours, and inside its shelf. */
function labelOf(run: Run, labelled: readonly Run[]): Rect {
  const center = (run.x1 + run.x2) / 2;
  const others = labelled.filter(({ y }) => y === run.y).map(({ x1, x2 }) => (x1 + x2) / 2);
  const before = Math.max(-Infinity, ...others.filter((other) => other < center));
  const after = Math.min(Infinity, ...others.filter((other) => other > center));
  const half = Math.min(
    BRACE.maxWidth / 2,
    center - Math.max(run.within.left, (before + center) / 2),
    Math.min(run.within.right, (after + center) / 2) - center,
  );
  return { x: center - half, y: run.y + BRACE.tick + 2, width: 2 * half, height: BRACE.label };
}

/** Put arrays that are made of arrays below all others. */
function joinArrays(
  arrays: readonly BackplaneArray[],
  braces: readonly PlacedBrace[],
  top: number,
  tones: ReadonlyMap<string, number>,
): { braces: PlacedBrace[]; height: number } {
  const centers = new Map(braces.flatMap(({ array, label }) => (label ? [[array.id, centerOf(label)] as const] : [])));
  const placed: PlacedBrace[] = [];
  let height = top;
  for (const array of arrays) {
    const over = array.parts.flatMap((id) => own(centers, id));
    if (over.length === 0) continue;
    const [x1, x2] = [Math.min(...over), Math.max(...over)];
    const width = Math.max(BRACE.maxWidth, x2 - x1);
    const label = { x: Math.max(0, (x1 + x2 - width) / 2), y: height + BRACE.tick + 2, width, height: BRACE.label };
    placed.push({ id: array.id, array, tone: tones.get(array.id) ?? null, path: bracePath(x1, x2, height), label });
    centers.set(array.id, (x1 + x2) / 2);
    height += BRACE.height;
  }
  return { braces: placed, height };
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

function boxLinks(boxes: BackplaneLayout["boxes"]): PlacedLink[] {
  return boxes.flatMap((placed) => {
    const above = boxes.find(({ box }) => box.id === placed.box.parent);
    if (!above) return [];
    const [x, y] = [centerOf(placed), bottomOf(above)];
    const text = { x: x + 8, y: placed.y - 24, width: placed.width / 2 - 8, height: 16 };
    return [
      {
        id: `${above.box.id} ${placed.box.id}`,
        path: curve(centerOf(above), y, x, placed.y),
        tone: placed.tone,
        isThick: true,
        text: placed.box.link === null ? null : { ...text, value: placed.box.link },
      },
    ];
  });
}

/** Draw a link to each slot of the first row; the others are below it. */
function slotLinks(
  boxes: BackplaneLayout["boxes"],
  flow: readonly Flowing[],
  slots: readonly PlacedSlot[],
  tones: ReadonlyMap<string, number>,
): PlacedLink[] {
  const first = new Set(
    flow.filter(({ line }) => line === 0).flatMap(({ rows: [row = []] }) => row.map(({ slot }) => slot)),
  );
  return slots
    .filter(({ slot }) => first.has(slot) && slot.drive !== null)
    .flatMap((placed) =>
      placed.slot.attached.flatMap((id) => {
        const above = boxes.find(({ box }) => box.id === id);
        if (!above) return [];
        const path = curve(centerOf(above), bottomOf(above), centerOf(placed), placed.y);
        const tone = placed.slot.drive ? toneOf(placed.slot.drive, tones) : null;
        return [{ id: `${id} ${placed.slot.id}`, path, tone, isThick: false, text: null }];
      }),
    );
}

/** Return the slot that a key leads to from another; null if the key is not one of the slots or there is none. */
export function slotAfter(slots: readonly PlacedSlot[], id: string | null, key: string): BackplaneSlot | null {
  const index = slots.findIndex(({ slot }) => slot.id === id);
  const from = slots[index];
  const at = (place: number) => slots[place]?.slot ?? null;
  if (key === "Home") return at(0);
  if (key === "End") return at(slots.length - 1);
  if (key === "ArrowRight") return at(index + 1);
  if (key === "ArrowLeft") return index > 0 ? at(index - 1) : null;
  if (!from || (key !== "ArrowDown" && key !== "ArrowUp")) return null;
  const isDown = key === "ArrowDown";
  const beyond = slots.filter(({ y }) => (isDown ? y > from.y : y < from.y));
  const next = isDown ? Math.min(...beyond.map(({ y }) => y)) : Math.max(...beyond.map(({ y }) => y));
  const row = beyond.filter(({ y }) => y === next);
  return row.toSorted((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0]?.slot ?? null;
}
