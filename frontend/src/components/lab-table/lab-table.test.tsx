/** The table of every list: order, selection, keys, preview, length. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { pageShortcuts } from "@/components/use-shortcuts";
import { renderPart } from "@/testing/render-part";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import type { LabColumn } from "./columns";
import { LabTable, type LabTableProps } from "./lab-table";

interface Lamp {
  number: string;
  room: string;
  lumens: number | null;
}

const LAMPS: readonly Lamp[] = [
  { number: "l-2", room: "attic", lumens: 400 },
  { number: "l-10", room: "cellar", lumens: null },
  { number: "l-1", room: "attic", lumens: 900 },
  { number: "l-7", room: "cellar", lumens: 80 },
];

const COLUMNS: readonly LabColumn<Lamp>[] = [
  {
    key: "lamp",
    title: "Lamp",
    width: 120,
    grows: true,
    value: ({ number }) => number,
    cell: ({ number }) => <a href={`/${number}`}>{number}</a>,
  },
  { key: "room", title: "Room", width: 90, cell: ({ room }) => room, onCard: "note" },
  {
    key: "lumens",
    title: "Lumens",
    width: 90,
    numeric: true,
    value: ({ lumens }) => lumens,
    cell: ({ lumens }) => lumens ?? "unknown",
    onCard: "figure",
  },
];

type Options = Partial<LabTableProps<Lamp>> & { selects?: boolean; max?: number; peeks?: boolean; sorted?: string };

function Lamps({ selects, max, peeks, sorted, rows = LAMPS, ...rest }: Options) {
  const [sort, changeSort] = useState(sorted);
  const [selected, select] = useState<string[]>([]);
  const [shown, show] = useState<string | undefined>(undefined);
  return (
    <>
      <LabTable
        caption="Lamps"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ number }) => number}
        sort={sort}
        changeSort={changeSort}
        selection={selects ? { selected, change: select, max } : undefined}
        peek={peeks ? { shown, change: show, render: ({ room }) => <p>In the {room}</p> } : undefined}
        {...rest}
      />
      <output aria-label="state">{JSON.stringify({ sort, selected, shown })}</output>
    </>
  );
}

const state = () => JSON.parse(screen.getByLabelText("state").textContent ?? "");
const links = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const press = (key: string) => act(() => pageShortcuts()[key]?.run());
const keyDown = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

afterEach(() => setWidth(USUAL_WIDTH));

test("a click on a head sorts by it, a second one turns that around, and a third leaves the order of the list", async () => {
  await renderPart(<Lamps />);
  const head = () => screen.getByRole("columnheader", { name: "Lumens" });
  const click = () => fireEvent.click(within(head()).getByRole("button"));

  click();
  expect(links()).toEqual(["l-1", "l-2", "l-7", "l-10"]);
  expect(head().getAttribute("aria-sort")).toBe("descending");
  expect(state().sort).toBe("-lumens");
  click();
  expect(links()).toEqual(["l-7", "l-2", "l-1", "l-10"]);
  expect(head().getAttribute("aria-sort")).toBe("ascending");
  click();
  expect(links()).toEqual(["l-2", "l-10", "l-1", "l-7"]);
  expect(head().getAttribute("aria-sort")).toBeNull();
  expect(state().sort).toBeUndefined();
});

test("texts begin with the lowest, and a column without values has no button", async () => {
  await renderPart(<Lamps />);
  fireEvent.click(screen.getByRole("button", { name: "Lamp" }));
  expect(links()).toEqual(["l-1", "l-2", "l-7", "l-10"]);
  expect(screen.queryByRole("button", { name: "Room" })).toBeNull();
});

test("rows that the server sorts keep its order", async () => {
  await renderPart(<Lamps isSortedByServer sorted="lamp" />);
  expect(links()).toEqual(["l-2", "l-10", "l-1", "l-7"]);
  expect(screen.getByRole("columnheader", { name: "Lamp" }).getAttribute("aria-sort")).toBe("ascending");
});

test("with Shift all rows between two boxes are selected, in the order that is shown", async () => {
  await renderPart(<Lamps selects sorted="lamp" />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select l-1" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select l-7" }), { shiftKey: true });
  expect(state().selected).toEqual(["l-1", "l-2", "l-7"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  expect(state().selected).toEqual(["l-1", "l-2", "l-7", "l-10"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  expect(state().selected).toEqual([]);
});

test("once as many rows are selected as may be, the others cannot be", async () => {
  await renderPart(<Lamps selects max={2} />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select l-2" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select l-10" }));
  expect((screen.getByRole("checkbox", { name: "Select l-1" }) as HTMLInputElement).disabled).toBe(true);
  expect((screen.getByRole("checkbox", { name: "Select l-2" }) as HTMLInputElement).disabled).toBe(false);
});

test("keys go through the rows, select them, and select all up to one", async () => {
  await renderPart(<Lamps selects />);
  press("j");
  expect(document.activeElement?.textContent).toBe("l-2");
  press("x");
  press("j");
  press("j");
  expect(document.activeElement?.textContent).toBe("l-1");
  press("X");
  expect(state().selected).toEqual(["l-2", "l-10", "l-1"]);
  press("k");
  expect(document.activeElement?.textContent).toBe("l-10");
});

test("the space bar previews the row at hand, arrows go on with it, and Escape closes it", async () => {
  setWidth(1440);
  await renderPart(<Lamps peeks />);
  press("j");
  keyDown(" ");
  const preview = screen.getByRole("complementary", { name: "Preview of l-2" });
  expect(preview.textContent).toContain("In the attic");
  expect(document.activeElement?.textContent).toBe("l-2");
  keyDown("ArrowDown");
  expect(state().shown).toBe("l-10");
  expect(document.activeElement?.textContent).toBe("l-10");
  keyDown("Escape");
  expect(state().shown).toBeUndefined();
});

test("a click on a row previews it, and a click on its link does not", async () => {
  setWidth(1440);
  await renderPart(<Lamps peeks />);
  fireEvent.click(screen.getByText("l-1"));
  expect(state().shown).toBeUndefined();
  fireEvent.click(screen.getByRole("cell", { name: "900" }));
  expect(screen.getByRole("complementary", { name: "Preview of l-1" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "900" }).closest("tr")?.getAttribute("aria-current")).toBe("true");
});

test("without room beside the table the preview is a drawer", async () => {
  await renderPart(<Lamps peeks />);
  fireEvent.click(screen.getByRole("cell", { name: "900" }));
  expect((await screen.findByRole("dialog", { name: "Preview of l-1" })).textContent).toContain("In the attic");
});

test("groups are folded away and back", async () => {
  const grouping = {
    of: ({ room }: Lamp) => ({ key: room, title: room }),
    note: (rows: readonly Lamp[]) => `${rows.length} lamps`,
  };
  await renderPart(<Lamps grouping={grouping} />);
  expect(links()).toEqual(["l-2", "l-1", "l-10", "l-7"]);
  const head = screen.getByRole("button", { name: "attic, 2 rows" });
  fireEvent.click(head);
  expect(links()).toEqual(["l-10", "l-7"]);
  expect(head.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(head);
  expect(links()).toHaveLength(4);
});

const MANY = Array.from(
  { length: 12_000 },
  (_, index): Lamp => ({ number: `l-${index}`, room: "hall", lumens: index }),
);

/** The simulated window lays nothing out. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(680);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(34);
}

test("of a long list only the rows near those in sight are drawn, and all are counted", async () => {
  layOut();
  await renderPart(<Lamps rows={MANY} />);
  const table = screen.getByRole("table", { name: "Lamps" });
  expect(table.getAttribute("aria-rowcount")).toBe("12001");
  expect(links().length).toBeGreaterThan(19);
  expect(links().length).toBeLessThan(60);
  expect(links()[0]).toBe("l-0");
});

test("the keys lead further than what is drawn at first", async () => {
  layOut();
  await renderPart(<Lamps rows={MANY} />);
  for (let step = 0; step < 60; step++) press("j");
  expect(document.activeElement?.textContent).toBe("l-59");
});

test("the next rows are loaded at the end of the list", async () => {
  const load = vi.fn();
  const { container } = await renderPart(<Lamps more={{ load, isLoading: false, hasFailed: false }} />);
  expect(load).toHaveBeenCalledTimes(1);
  expect(container.querySelector("table")?.getAttribute("aria-rowcount")).toBe("-1");
});

test("of the first page of a list few rows are drawn, and its next page waits for the end", async () => {
  layOut();
  const load = vi.fn();
  await renderPart(<Lamps rows={MANY.slice(0, 100)} more={{ load, isLoading: false, hasFailed: false }} />);
  expect(links().length).toBeLessThan(60);
  expect(load).not.toHaveBeenCalled();
});

test("rows that failed to come are asked for by hand only", async () => {
  const load = vi.fn();
  await renderPart(<Lamps more={{ load, isLoading: false, hasFailed: true }} />);
  expect(load).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Load more" }));
  expect(load).toHaveBeenCalledTimes(1);
});

test("a card leaves out what is missing and keeps what is unknown", async () => {
  setWidth(390);
  const [name, room, lumens] = COLUMNS;
  const columns = [name, { ...room, cell: ({ room }: Lamp) => (room === "attic" ? "–" : room) }, lumens];
  await renderPart(<Lamps columns={columns as LabColumn<Lamp>[]} rows={LAMPS.slice(0, 2)} />);
  const cards = within(screen.getByRole("list", { name: "Lamps" })).getAllByRole("listitem");
  expect(cards.map(({ textContent }) => textContent)).toEqual(["l-2400", "l-10cellarunknown"]);
});

test("on a phone rows are cards, in an order that is chosen", async () => {
  setWidth(390);
  await renderPart(<Lamps selects peeks />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "Sort by" }), { target: { value: "-lumens" } });
  expect(links()).toEqual(["l-1", "l-2", "l-7", "l-10"]);
  expect(screen.getAllByRole("listitem")[0]?.textContent).toBe("l-1attic900");
});
