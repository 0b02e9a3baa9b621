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
