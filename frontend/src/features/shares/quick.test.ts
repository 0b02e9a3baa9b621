/** The quick form of a share, without its dialog. */
import { expect, test } from "vitest";
import { someAvailableOptions } from "@/testing/share-objects";
import { beginQuick, chartsOf, firstFinding, quickLayouts, quickRequest } from "./quick";

const RUN = { kind: "run", run_id: "r-1" } as const;
const request = { subject: RUN, name: "r-1", title: "Quick 4K" };
const FINDINGS = [
  { key: "f1", finding: null, origin: "computed", sentence: "JBOD writes 3.3 times as much.", default: true },
  { key: null, finding: "f-7", origin: "published", sentence: "It leads.", default: true },
  { key: "f2", finding: null, origin: "computed", sentence: "Silent.", default: false },
];
/** Options with findings of the lab. */
const withFindings = () => Object.assign(someAvailableOptions(), { findings: FINDINGS });
const charted = (...kinds: string[]) =>
  someAvailableOptions({
    charts: kinds.map((kind, place) => ({
      key: `${kind}-${place}`,
      kind,
      title: kind,
      caption: "",
      default: place === 0,
      runs: ["r-1"],
    })),
  });
const contextOf = (offer = someAvailableOptions()) => ({
  subject: { ...RUN, layout: "plain" as const },
  offer,
  title: "Quick 4K",
  author: "ada",
  begun: firstFinding(offer),
  momentOf: (local: string) => (local ? `${local}Z` : undefined),
});

test("the finding is that of the lab, or else the first headline against the baseline", () => {
  expect(firstFinding(withFindings())).toBe("JBOD writes 3.3 times as much.");
  const headline = { label: "JBOD: IOPS", value: 11_300_000, unit: "1/s", better: "higher" as const };
  const compared = someAvailableOptions({
    headline: [
      { ...headline, label: "Direct: IOPS", relative_percent: null, baseline: true },
      { ...headline, relative_percent: 187, baseline: false },
    ],
  });
  expect(firstFinding(compared)).toBe("JBOD: IOPS: 11.3M, +187 %.");
  expect(firstFinding(someAvailableOptions({ headline: [] }))).toBe("");
});

test("layouts are those that the subject has charts for", () => {
  expect(quickLayouts(RUN, charted("bars"))).toEqual(["plain", "figure"]);
  expect(quickLayouts(RUN, charted("queue-depth", "report-lines"))).toEqual(["plain", "curves", "figure", "snia"]);
  expect(quickLayouts({ kind: "campaign", campaign: "m-1" }, charted("bars"))).toEqual([
    "plain",
    "review",
    "figure",
    "snia",
  ]);
});

test("a layout decides the charts of the page", () => {
  const offer = charted("bars", "queue-depth", "percentiles", "rank");
  const form = beginQuick(offer, request);
  expect(chartsOf(form, offer)).toEqual(["bars-0"]);
  expect(chartsOf({ ...form, layout: "curves" }, offer)).toEqual(["queue-depth-1", "percentiles-2"]);
  const one = beginQuick(offer, { ...request, chart: { kind: "rank" } });
  expect([one.layout, chartsOf(one, offer)]).toEqual(["figure", ["rank-3"]]);
});

test("a written finding takes the place of the first one, or is the first text", () => {
  const offer = withFindings();
  const form = beginQuick(offer, request);
  expect(quickRequest(form, contextOf(offer))).not.toHaveProperty("findings");
  const replaced = quickRequest({ ...form, finding: " Mine. " }, contextOf(offer));
  expect(replaced).toMatchObject({ findings: [{ key: "f1", text: "Mine." }, { finding: "f-7" }] });
  expect(replaced.body).toEqual([{ chart: "over-time" }, { chart: "percentiles" }]);
  const without = quickRequest({ ...beginQuick(someAvailableOptions(), request), finding: "Mine." }, contextOf());
  expect(without.body?.[0]).toEqual({ text: "Mine." });
});

test("an embargo closes the page until its date", () => {
  const form = { ...beginQuick(someAvailableOptions(), request), hasEmbargo: true, embargo: "2999-01-01T08:00" };
  const sent = quickRequest(form, contextOf());
  expect([sent.embargo_until, sent.closed_until_embargo]).toEqual(["2999-01-01T08:00Z", true]);
  expect(quickRequest({ ...form, hasEmbargo: false }, contextOf()).embargo_until).toBeNull();
});
