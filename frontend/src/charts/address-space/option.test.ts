import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { addressRows, curvesFor, type SampleRow, SWEEP_SAMPLES, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { addressSpace } from "./definition";
import { type AddressSpaceData, addressSpaceOption } from "./option";

const WIDE = { width: 1100, height: 320, interactive: true };
const data = SWEEP_SAMPLES["address-space"] as AddressSpaceData;
const of = (rows: readonly SampleRow[]): AddressSpaceData => ({
  curves: curvesFor(sweepSource(rows), "address-space"),
});
const option = (input: AddressSpaceData) => addressSpaceOption(input, THEMES.light, WIDE);
type Line = { data: number[][]; showSymbol?: boolean };

describe("the address space", () => {
  it("is drawn in gigabytes, each part where it begins, in order", () => {
    const [line] = option(of(addressRows().toReversed())).series as Line[];
    expect(line?.data[0]).toEqual([0, 200e6]);
    expect(line?.data[99]).toEqual([99e9, 101e6]);
    const [axis] = option(data).xAxis;
    expect([axis?.name, axis?.min, axis?.max]).toEqual(["Position in the address space (GB)", 0, 100e9]);
    expect(drawSvg(option(data), 1100, 320)).toContain(">80</text>");
  });

  it("has symbols only where there are few points", () => {
    expect((option(data).series as Line[])[0]?.showSymbol).toBe(false);
    expect((option(of(addressRows().slice(0, 10))).series as Line[])[0]?.showSymbol).toBeUndefined();
  });

  it("is a share of the target where its size is unknown", () => {
    const shares = of(addressRows().map((row) => ({ ...row, range_offset_bytes: null, range_size_bytes: null })));
    const [axis] = option(shares).xAxis;
    expect([axis?.name, axis?.max]).toEqual(["Position in the address space (%)", 100]);
    expect((option(shares).series as Line[])[0]?.data[50]).toEqual([50, 150e6]);
  });

  it("is said by its beginning, its end and its mean", () => {
    expect(addressSpace.describe(data)).toBe(
      "64 KiB sequential read, 1T/2Q: 200 MB/s at the beginning, 101 MB/s at the end, mean 151 MB/s.",
    );
    expect(addressSpace.table(data).rows[1]).toEqual(["64 KiB sequential read, 1T/2Q", 1e9, 1e9, 1, 199e6, "exact"]);
  });

  it("does not fail without measurements", () => {
    expect(drawSvg(option({ curves: [] }), 1100, 320)).toContain("<svg");
    expect(addressSpace.describe({ curves: [] })).toBe("No measurements.");
  });
});
