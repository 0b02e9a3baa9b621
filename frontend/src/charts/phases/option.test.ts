import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { phases } from "./definition";
import { kindsOf, phasesHeight, phasesOption, spanText } from "./option";
import { endOf, extentOf, type PhaseBar, type PhasesData, restText } from "./rows";

const bar = (changes: Partial<PhaseBar> = {}): PhaseBar => ({
  ordinal: 1,
  name: "Fill",
  kind: "fill",
  state: "finished",
  word: "finished",
  t0_ms: 0,
  t1_ms: 60_000,
  planned_ms: 60_000,
  ...changes,
});
const never = { state: "skipped", word: "skipped", t0_ms: null, t1_ms: null };
const data: PhasesData = {
  rows: [
    { label: "1. Fill", bars: [bar()] },
    {
      label: "IOPS: rounds 1 to 2",
      bars: [
        bar({ ordinal: 2, name: "Round 1: 4K", kind: "measure", t0_ms: 60_000, t1_ms: 120_000 }),
        bar({
          ordinal: 3,
          name: "Round 2: 4K",
          kind: "measure",
          state: "running",
          word: "running",
          t0_ms: 120_000,
          t1_ms: null,
          planned_ms: 90_000,
        }),
      ],
    },
    { label: "4. Last", bars: [bar({ ordinal: 4, name: "Last", kind: "measure", ...never })] },
  ],
};
const VIEW = { width: 900, height: phasesHeight(data), interactive: true };

describe("rows", () => {
  it("end where a phase ended, or where it was planned to end", () => {
    expect(data.rows.flatMap(({ bars }) => bars.map(endOf))).toEqual([60_000, 120_000, 210_000, null]);
    expect(extentOf(data)).toEqual([0, 210_000]);
    expect(extentOf({ rows: [] })).toEqual([0, 1000]);
  });

  it("say what became of phases that never ran", () => {
    expect(data.rows.map(restText)).toEqual(["", "", "skipped"]);
    const many = [bar(never), bar(never), bar({ ...never, word: "lost" })];
    expect(restText({ label: "", bars: many })).toBe("2 skipped, 1 lost");
  });
});

describe("phasesOption", () => {
  it("has a series for each kind, with its bars in their rows", () => {
    const option = phasesOption(data, THEMES.light, VIEW);
    expect(kindsOf(data)).toEqual(["fill", "measure"]);
    expect(option.series.map(({ name }) => name)).toEqual(["Fill", "Measure", "Not run"]);
    expect(option.series[1]?.data).toEqual([
      [60_000, 1, 120_000],
      [120_000, 1, 210_000],
    ]);
  });

  it.each([360, 900])("writes names and states at a width of %d", (width) => {
    const drawn = drawSvg(phasesOption(data, THEMES.dark, { ...VIEW, width }), width, VIEW.height);
    for (const text of ["1. Fill", "finished", "running", "skipped"]) expect(drawn).toContain(`>${text}</text>`);
  });

  it("leaves out a word that does not fit its bar", () => {
    const short: PhasesData = {
      rows: [{ label: "1. Fill", bars: [bar({ t1_ms: 10 }), bar({ ordinal: 2, t0_ms: 10 })] }],
    };
    const drawn = drawSvg(phasesOption(short, THEMES.light, VIEW), 900, VIEW.height);
    expect(drawn.split(">finished</text>")).toHaveLength(2);
  });
});

describe("the words and numbers beside it", () => {
  it("count the states and list every phase", () => {
    expect(phases.describe(data)).toBe(
      "4 phases: 2 finished, 1 running, 1 skipped. They take 3 min 30 s. A running phase ends at its planned time.",
    );
    expect(phases.describe({ rows: [] })).toBe("This run has no phases.");
    const { rows, columns } = phases.table(data);
    expect(rows[2]).toEqual([3, "Round 2: 4K", "Measure", "running", 120_000, null]);
    expect(columns[5]?.format(null)).toBe("n/a");
    expect(spanText(bar())).toBe("finished, 0:00:00 to 0:01:00, 1 min");
  });
});
