/** The columns that words mean. */
import { expect, test } from "vitest";
import type { QueryField } from "@/api/types";
import {
  columnOptions,
  figureColumns,
  figureWords,
  firstOrder,
  matchingOptions,
  workloadConditions,
  workloadWords,
  writeColumns,
} from "./column-options";
import { DEFAULT_COLUMNS } from "./search";

const field = (name: string, more: Partial<QueryField> = {}): QueryField => ({
  name,
  aliases: [],
  type: "number",
  group: "figure",
  unit: "1/s",
  title: name,
  description: name,
  example: "",
  units: [],
  choices: [],
  ...more,
});
const OPTIONS = columnOptions(
  [
    field("iops", { description: "IOPS" }),
    field("p99", { description: "p99 latency", unit: "ns", aliases: ["latency_p99_ns"] }),
    field("model", { type: "text", group: "configuration", unit: null }),
    field("server_model", { type: "text", group: "configuration", unit: null, description: "Model of the server" }),
    field("label", { type: "label", group: "run", unit: null }),
  ],
  ["release=24.1", "release=24.2", "spare one"],
);

test("labels are columns by their keys, each once", () => {
  expect(OPTIONS.filter(({ group }) => group === "label").map(({ column }) => column)).toEqual([
    "label.release",
    'label."spare one"',
  ]);
});

test("fields are found by all words, in any order", () => {
  expect(matchingOptions(OPTIONS, "server mod").map(({ column }) => column)).toEqual(["server_model"]);
  expect(matchingOptions(OPTIONS, "model").map(({ column }) => column)).toEqual(["model", "server_model"]);
});

test("a figure and the words behind it name a workload", () => {
  const match = figureWords(OPTIONS, "p99 4K random read QD32");
  expect([match?.figure.column, match?.workload]).toEqual(["p99", "4K random read QD32"]);
  expect(figureWords(OPTIONS, "p99")).toBeNull();
  expect(figureWords(OPTIONS, "model 4K")).toBeNull();
});

test.each([
  ["4K random read QD32", "bs:4k random:100% read:100% qd:32"],
  ["seq 128k write qd 8", "random:0% bs:128k read:0% qd:8"],
  ["ISO: create", null],
])("the workload %s means %s", (typed, conditions) => {
  expect(workloadConditions(typed)).toBe(conditions);
});

test("a typed workload is offered by its meaning and by names that have its words", () => {
  const [p99] = OPTIONS.filter(({ column }) => column === "p99");
  if (!p99) throw new Error("there is no p99");
  const columns = figureColumns(p99, "4k read qd32", ["RND4K Q32T1 read", "4K QD 32 read"]);
  expect(columns.map(({ column }) => column)).toEqual(["p99@(bs:4k read:100% qd:32)", 'p99@"4K QD 32 read"']);
  expect(columns[0]?.title).toBe("p99, 4k read qd32");
});

test("the best comes first in the first order of a column", () => {
  expect(OPTIONS.slice(0, 3).map(firstOrder)).toEqual(["-iops", "p99", "model"]);
});

test.each([
  ["bs:4k random:100% read:100% qd:32", "4K random read QD32"],
  ["bs:128k read:0% threads:4", "128K write T4"],
  ["iops>5", "iops>5"],
])("the conditions %s are called %s", (conditions, name) => {
  expect(workloadWords(conditions)).toBe(name);
});

test("the usual columns leave the address", () => {
  expect(writeColumns(DEFAULT_COLUMNS)).toBeUndefined();
  expect(writeColumns(["iops", "raid"])).toBe("iops,raid");
});
