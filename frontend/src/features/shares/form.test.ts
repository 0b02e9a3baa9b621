/** The form of a share, without its page. */
import { expect, test } from "vitest";
import { momentOf } from "@/lib/local-time";
import { aShareOptions, someAvailableOptions } from "@/testing/share-objects";
import {
  beginForm,
  inOtherLayout,
  insertBlock,
  moveBlock,
  offeredOnly,
  placesOf,
  requestOf,
  type ShareForm,
} from "./form";

const begin = (changes: Partial<ShareForm> = {}): ShareForm => ({
  ...beginForm({ offer: someAvailableOptions(), title: "A run", author: "Ada" }),
  ...changes,
});
const context = {
  offer: someAvailableOptions(),
  subject: { kind: "run" as const, run_id: "r-1" },
  versionOf: undefined,
  momentOf: (local: string) => (local ? `${local}Z` : undefined),
};

test("a new share begins with the charts that are offered by default", () => {
  expect(requestOf(begin(), context)).toEqual({
    kind: "run",
    run_id: "r-1",
    title: "A run",
    author: "Ada",
    note: "",
    licence: null,
    contact: null,
    embargo_until: null,
    closed_until_embargo: false,
    expires_at: null,
    body: [{ chart: "over-time" }, { chart: "percentiles" }],
    redaction: { serials: false, names: false, aliases: {} },
    raw_files: false,
    version_of: null,
  });
});

test("a version begins with what was asked for before, without charts that there are no more", () => {
  const body = [
    { text: "As before.", chart: null },
    { text: null, chart: "gone" },
    { text: null, chart: "telemetry" },
  ];
  const form = beginForm({
    offer: someAvailableOptions(),
    title: "A run",
    author: "Bob",
    options: aShareOptions({ body }),
  });
  const request = requestOf(form, { ...context, versionOf: "p-1" });
  expect(request.body).toEqual([{ text: "As before." }, { chart: "telemetry" }]);
  expect([request.title, request.author, request.licence, request.version_of]).toEqual([
    "A result",
    "Ada",
    "CC BY 4.0",
    "p-1",
  ]);
});

test("a draft begins with its times as well, which a version does not take over", () => {
  const times = {
    embargo_until: "2026-12-01T08:00:00Z",
    closed_until_embargo: true,
    expires_at: "2027-01-01T00:00:00Z",
  };
  const options = aShareOptions(times);
  const draft = beginForm({ offer: someAvailableOptions(), title: "", author: "", options, isDraft: true });
  expect([draft.embargo, draft.closed, draft.expires].map(Boolean)).toEqual([true, true, true]);
  expect(momentOf(draft.embargo)).toBe("2026-12-01T08:00:00.000Z");
  expect(momentOf(draft.expires)).toBe("2027-01-01T00:00:00.000Z");
  const version = beginForm({ offer: someAvailableOptions(), title: "", author: "", options });
  expect([version.embargo, version.closed, version.expires]).toEqual(["", false, ""]);
});

test("what was asked for in another layout keeps its texts, and has the charts of this one", () => {
  const form = beginForm({
    offer: someAvailableOptions(),
    title: "",
    author: "",
    options: aShareOptions(),
    layout: "snia",
  });
  expect(requestOf(form, context).body).toEqual([
    { text: "As before." },
    { chart: "over-time" },
    { chart: "percentiles" },
  ]);
});

test("what is typed is said, and what is empty is not", () => {
  const form = begin({
    contact: " lab@example.org ",
    embargo: "2026-12-01T08:00",
    closed: true,
    expires: "2027-01-01T00:00",
    aliases: { PM1743: " Drive X ", "PERC H965i": "" },
    names: true,
    rawFiles: true,
  });
  const text = insertBlock(insertBlock(form.blocks, -1, { text: "First." }).blocks, 2, { text: " \n" });
  const request = requestOf({ ...form, blocks: text.blocks }, context);
  expect(request.body).toEqual([{ text: "First." }, { chart: "over-time" }, { chart: "percentiles" }]);
  expect(request.redaction).toEqual({ serials: false, names: true, aliases: { PM1743: "Drive X" } });
  expect([request.embargo_until, request.closed_until_embargo, request.expires_at]).toEqual([
    "2026-12-01T08:00Z",
    true,
    "2027-01-01T00:00Z",
  ]);
  expect([request.contact, request.raw_files]).toEqual(["lab@example.org", true]);
  expect([...placesOf(text.blocks).values()]).toEqual([0, 1, 2]);
  // Without a moment, an embargo cannot close the share.
  expect(requestOf({ ...form, embargo: "" }, context).closed_until_embargo).toBe(false);
});

test("blocks are moved by one place, and not beyond the ends", () => {
  const { blocks } = begin();
  expect(moveBlock(blocks, 0, 1)).toEqual([blocks[1], blocks[0]]);
  expect(moveBlock(blocks, 1, -1)).toEqual([blocks[1], blocks[0]]);
  expect(moveBlock(blocks, 0, -1)).toEqual(blocks);
  expect(moveBlock(blocks, 1, 1)).toEqual(blocks);
});

test("another layout has charts of its own, and the texts stay", () => {
  const { blocks } = insertBlock(begin().blocks, 0, { text: "Between." });
  const other = beginForm({
    offer: someAvailableOptions({ charts: someAvailableOptions().charts.slice(1) }),
    title: "",
    author: "",
  });
  const form = inOtherLayout(begin({ title: "Typed", blocks }), other);
  expect(form.title).toBe("Typed");
  expect(requestOf(form, context).body).toEqual([{ text: "Between." }, { chart: "percentiles" }]);
  expect(new Set(form.blocks.map(({ id }) => id)).size).toBe(2);
});

test("charts and models that are offered no more leave a form that was kept", () => {
  const offer = someAvailableOptions({ charts: someAvailableOptions().charts.slice(1), models: ["PM1743"] });
  const form = offeredOnly(offer, begin({ aliases: { PM1743: "X", "PERC H965i": "Y" } }));
  expect(requestOf(form, context).body).toEqual([{ chart: "percentiles" }]);
  expect(form.aliases).toEqual({ PM1743: "X" });
});
