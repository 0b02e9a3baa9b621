import { expect, test } from "vitest";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { measurementLines } from "./measurement-lines";

test("each measured phase is a line with exact numbers under the names of the API", () => {
  const read = aPhase({
    ordinal: 2,
    name: "Read",
    measurement: aMeasurement({ iops: 25_100.25, latency_p99_ns: null, badges: [{ code: "not_steady" }] as never }),
  });
  const [head, line, ...others] = measurementLines([aPhase({ measurement: null }), read]);
  const row = Object.fromEntries((head ?? []).map((name, place) => [name, line?.[place]]));
  expect(others).toEqual([]);
  expect(line).toHaveLength(head?.length ?? 0);
  expect(row).toMatchObject({
    phase_ordinal: 2,
    phase_name: "Read",
    iops: 25_100.25,
    latency_p99_ns: null,
    badges: "not_steady",
  });
});

test("a published measurement has the characters of its source, their place and damaged ones", () => {
  const figure = { value: 1, value_kind: "exact", reconstructed: false, restated: false };
  const measurement = aMeasurement({
    published_figures: [
      { ...figure, metric: "iops", text: "10.195.618", place: "Table 2, row 3", source_reads: null },
      { ...figure, metric: "iops", text: "10.2 milioni", place: "paragraph 11", source_reads: null, restated: true },
    ],
  });
  const [head, line] = measurementLines([aPhase({ measurement })]);
  const row = Object.fromEntries((head ?? []).map((name, place) => [name, line?.[place]]));
  expect(row).toMatchObject({
    value_printed: "iops: 10.195.618; iops, restated: 10.2 milioni",
    place: "iops: Table 2, row 3; iops, restated: paragraph 11",
    source_reads: null,
  });
  expect(line).toHaveLength(head?.length ?? 0);
});
