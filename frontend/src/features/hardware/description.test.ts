/** Manually entered facts about hardware. */
import { expect, test } from "vitest";
import { changesOf, type Described, formOf, labelsOf } from "./description";

const PIECE: Described = {
  number: "d-1",
  lifecycle: "in_service",
  labels: { blue: null },
  note: "",
  manual: { rack: "4", "<b>bay</b>": "2" },
};

test("what was left alone is not sent", () => {
  expect(changesOf(PIECE, formOf(PIECE))).toEqual({});
});

test("only what was changed is sent", () => {
  const form = { ...formOf(PIECE), lifecycle: "spare", labels: "blue; rack = 4;blue;" };

  expect(changesOf(PIECE, form)).toEqual({ lifecycle: "spare", labels: { blue: null, rack: "4" } });
  expect(changesOf(PIECE, { ...formOf(PIECE), labels: " blue ;" })).toEqual({});
});

test("a fact that is taken away goes with the rest of them", () => {
  const form = formOf(PIECE);

  expect(changesOf(PIECE, { ...form, manual: form.manual.slice(1) })).toEqual({ manual: { "<b>bay</b>": "2" } });
});

test("of a server the owner and the interval can be taken away, and it has no lifecycle", () => {
  const server: Described = {
    number: "s-1",
    owner: "ada",
    health_check_hours: 24,
    labels: {},
    note: "",
    manual: {},
  };

  expect(changesOf(server, { ...formOf(server), owner: " ", hours: "" })).toEqual({
    owner: null,
    health_check_hours: null,
  });
});

test("labels are parted by semicolons and may hold commas", () => {
  expect(labelsOf(" a, b ;; c=1 ")).toEqual([
    ["a, b", null],
    ["c", "1"],
  ]);
});
