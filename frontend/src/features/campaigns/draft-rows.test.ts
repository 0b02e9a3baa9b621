/** The rows of a draft, layouts without cells, and its plan in blocks. */
import { expect, test } from "vitest";
import { aMatrix, aPlannedCell, aRow } from "@/testing/campaign-objects";
import { aDrive } from "@/testing/objects";
import { parseCampaignDraft } from "./draft";
import { availabilityOf, countsWith, draftRows, emptyLayouts, planBlocks, plannedTimes } from "./draft-rows";

const DRIVES = ["A", "B", "C", "D"].map((letter, index) =>
  aDrive({ stable_id: `nvme-${letter}`, model: index < 3 ? "PM9A3" : "S3710" }),
);
const POOL = DRIVES.map(({ stable_id }) => stable_id as string);
const draftOf = (changes: object) => parseCampaignDraft({ layouts: ["raid5"], counts: [3], drives: POOL, ...changes });
const SHARE = [{ id: "server-1", name: "rack-4", share: { drives: POOL } }];

test("a layout of which nothing can be built names the number of drives that would do", () => {
  const draft = draftOf({ layouts: ["raid5", "raid6"] });
  const availability = availabilityOf(draft, [DRIVES]);

  expect(emptyLayouts(draft, availability)).toEqual([
    { layout: "raid6", reason: "RAID 6 needs at least 4 drives.", count: 4 },
  ]);
  expect(emptyLayouts(draftOf({ counts: undefined }), availability)).toEqual([]);
});

test("no number of drives is named that is not there", () => {
  const draft = draftOf({ layouts: ["raid6"], drives: POOL.slice(0, 3) });
  expect(emptyLayouts(draft, availabilityOf(draft, [DRIVES.slice(0, 3)]))[0]?.count).toBeNull();
});

test("the first layout gets the most drives that each model has, unless a number is ticked", () => {
  const eight = [...DRIVES, ...DRIVES].map((drive, index) =>
    aDrive({ ...drive, stable_id: `nvme-${index}`, model: index < 4 ? "PM9A3" : "S3710" }),
  );
  const draft = draftOf({ counts: undefined, drives: eight.map(({ stable_id }) => stable_id) });
  const split = { ...draft, models: ["PM9A3", "S3710"] };
  const availability = availabilityOf(draft, [eight]);

  expect(countsWith("raid5", draft, availability)).toEqual([8]);
  expect(countsWith("raid6", split, availability)).toEqual([4]);
  expect(countsWith("raid6", { ...split, counts: [3] }, availability)).toEqual([3]);
  expect(countsWith("raid6", split, availabilityOf(draft, [eight.slice(0, 7)]))).toBeUndefined();
  expect(
    countsWith("raid5", draftOf({ counts: undefined, drives: undefined }), availabilityOf({}, [])),
  ).toBeUndefined();
});

test("every model has rows of its own, and those that it has too few drives for say so", () => {
  const draft = draftOf({ models: ["PM9A3", "S3710"] });
  const availability = availabilityOf(draft, [DRIVES]);
  const rows = draftRows(draft, SHARE, availability, emptyLayouts(draft, availability));

  expect(rows.map(({ label, detail, impossible }) => [label, detail, impossible])).toEqual([
    ["RAID 5", "3 drives · PM9A3", null],
    ["RAID 5", "3 drives · S3710", "Needs 3 drives, 1 available."],
  ]);
});

test("a row finds itself in the plan, whatever the order of that", () => {
  const draft = draftOf({ counts: [3, 4], file_bytes: 1024 ** 2, without: ["raid5:4:0"] });
  const rows = draftRows(draft, SHARE, availabilityOf(draft, [DRIVES]), []);
  const planned = [aRow({ drives: 3 }), aRow({ row: 1, layout: "file", drives: null, size_bytes: 1024 ** 2 })];

  expect(rows.map(({ label, isOut }) => [label, isOut])).toEqual([
    ["File on the server", false],
    ["RAID 5", false],
    ["RAID 5", true],
  ]);
  expect(rows.map((row) => planned.findIndex(row.isPlanned))).toEqual([1, 0, -1]);
  expect(rows[1]?.isPlanned(aRow({ drives: 3, server: { id: "server-2", number: "s-2", name: "rack-5" } }))).toBe(
    false,
  );
});

test("what is built is parted from what is measured, cell by cell and in blocks of one configuration", () => {
  const order = [
    aPlannedCell({ preparation_seconds: 100, estimated_seconds: 400 }),
    aPlannedCell({ column: 1, preparation_seconds: 10, estimated_seconds: 310 }),
    aPlannedCell({ row: 1, preparation_seconds: 0, estimated_seconds: 60 }),
  ];
  const matrix = aMatrix({ rows: [aRow(), aRow({ row: 1, name: "File", layout: "file", drives: null })] });

  expect(plannedTimes({ order })(0, 0)).toEqual({ measure: 300, build: 100 });
  expect(plannedTimes({ order })(7, 0)).toBeNull();
  const [lane] = planBlocks({ order, matrix });
  expect(lane?.blocks.map(({ name, short, build, measure }) => [name, short, build, measure])).toEqual([
    ["RAID 5 of 8", "5 · 8", 110, 600],
    ["File", "File", 0, 60],
  ]);
});
