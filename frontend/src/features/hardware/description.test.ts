/** What people write down about hardware. */
import { expect, test } from "vitest";
import { changesOf, type Described, formOf, readTags } from "./description";

const PIECE: Described = {
  number: "d-1",
  lifecycle: "in_service",
  tags: ["blue"],
  note: "",
  manual: { rack: "4", "<b>bay</b>": "2" },
};

test("what was left alone is not sent", () => {
  expect(changesOf(PIECE, formOf(PIECE))).toEqual({});
});

test("only what was changed is sent", () => {
  const form = { ...formOf(PIECE), lifecycle: "spare", tags: "blue; cold spare;blue;" };

  expect(changesOf(PIECE, form)).toEqual({ lifecycle: "spare", tags: ["blue", "cold spare"] });
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
    tags: [],
    note: "",
    manual: {},
  };

  expect(changesOf(server, { ...formOf(server), owner: " ", hours: "" })).toEqual({
    owner: null,
    health_check_hours: null,
  });
});

test("tags are parted by semicolons and may hold commas", () => {
  expect(readTags(" a, b ;; c ")).toEqual(["a, b", "c"]);
});
