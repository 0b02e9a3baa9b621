/** The picture of a result. */
import { expect, test } from "vitest";
import { anImportResult } from "@/testing/result-objects";
import { pictureOf } from "./picture-of";

const [measured] = anImportResult().measurements;
if (!measured) throw new Error("the sample has no measurement");
const CURVE = { metric: "iops", end_ms: 120_000, values: [1, null, 3] };

test("one measurement with a curve is drawn over time", () => {
  expect(pictureOf({ measurements: [measured], curve: CURVE })).toEqual({
    kind: "curve",
    metric: "iops",
    values: [1, null, 3],
    seconds: 120,
  });
});

test("requested rates make a load curve by what was achieved", () => {
  const measurements = [3, 1, 2].map((step) => ({ ...measured, offered_iops: step, iops: step * 10 }));
  const picture = pictureOf({ measurements, curve: CURVE });
  expect(picture).toMatchObject({ kind: "load", points: [{ iops: 10 }, { iops: 20 }, { iops: 30 }] });
});

test("several points are bars, by their depth where each has its own", () => {
  const depths = [1, 4].map((outstanding_ios) => ({ ...measured, outstanding_ios }));
  expect(pictureOf({ measurements: depths, curve: null })).toMatchObject({ bars: [{ label: "1" }, { label: "4" }] });
  const alike = pictureOf({ measurements: [measured, measured], curve: null });
  expect(alike).toMatchObject({ kind: "bars", bars: [{ label: "1" }, { label: "2" }] });
});

test("a result without a figure has no picture", () => {
  const nothing = { ...measured, iops: null, throughput_bytes_per_s: null };
  expect(pictureOf({ measurements: [nothing], curve: null })).toBeNull();
  expect(pictureOf({ measurements: [{ ...nothing, throughput_bytes_per_s: 5 }], curve: null })).toMatchObject({
    metric: "throughput_bytes_per_s",
  });
});
