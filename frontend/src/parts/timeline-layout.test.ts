import { describe, expect, it } from "vitest";
import { freeGaps, placeBars, placeNow, type Range, type TimelineBar, ticksOf } from "./timeline-layout";

/** A day in which an hour is 40 px wide, seen at 13:30. */
const WIDTH = 960;
const at = (hour: number) => new Date(2026, 10, 24, 0, hour * 60).getTime();
const DAY: Range = { from: at(12), to: at(36) };
const NOW = at(13.5);

function bar(kind: TimelineBar["kind"], start: number, end: number): TimelineBar {
  return { id: `${kind} ${start}`, kind, start: at(start), end: at(end), title: kind };
}

const place = (...bars: TimelineBar[]) => placeBars(bars, DAY, NOW, WIDTH);
const px = (percent: number) => (percent / 100) * WIDTH;

describe("bars", () => {
  it("lie at their times, with a gap behind", () => {
    const [only] = place(bar("queued", 18, 24));
    expect(px(only?.left ?? 0)).toBeCloseTo(240);
    expect(px(only?.width ?? 0)).toBeCloseTo(238);
  });

  it("never cover one another, whatever overlaps, and are three px wide or more", () => {
    const placed = place(
      bar("running", 12, 13),
      bar("queued", 12.5, 16),
      bar("queued", 15.9, 15.95),
      bar("queued", 15.99, 16.02),
      bar("reserved", 16, 20),
    );
    expect(placed).toHaveLength(5);
    for (const [index, { left, width }] of placed.entries()) {
      expect(px(width)).toBeGreaterThanOrEqual(3 - 1e-9);
      const next = placed[index + 1];
      if (next) expect(px(left + width)).toBeLessThanOrEqual(px(next.left) - 1.99);
    }
  });

  it("are cut off at the ends of the range, and left out beyond", () => {
    const [long] = place(bar("unreachable", 9, 60));
    expect(long?.left).toBe(0);
    expect(px(long?.width ?? 0)).toBeCloseTo(WIDTH - 2);
    expect(place(bar("done", 2, 11), bar("queued", 40, 41))).toEqual([]);
  });

  it("never leave the track, however many there are", () => {
    const many = Array.from({ length: 500 }, (_, index) => bar("queued", 14 + index / 1000, 14.01 + index / 1000));
    const end = place(...many).at(-1);
    expect((end?.left ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(100);
  });

  it("that run are done up to now, and reach it when they take longer than expected", () => {
    const [running] = place(bar("running", 12, 18));
    expect(running?.done).toBeCloseTo((60 / 238) * 100);
    const [late] = place(bar("running", 12, 13));
    expect(px(late?.width ?? 0)).toBeCloseTo(58);
    expect(late?.done).toBeCloseTo(100);
    expect(place(bar("queued", 18, 19))[0]?.done).toBeNull();
  });
});

describe("the text of a bar", () => {
  it.each([
    ["whole", bar("queued", 18, 20), 0],
    ["after", bar("running", 12, 18), (60 / 238) * 100],
    ["before", bar("running", 12, 14), 0],
    ["before", bar("running", 12, 13), 0],
  ] as const)("has room %s the line", (side, given, indent) => {
    const [placed] = place(given);
    expect(placed?.text).toBe(side);
    expect(placed?.indent).toBeCloseTo(indent);
    expect(indent + (placed?.extent ?? 0)).toBeLessThanOrEqual(100 + 1e-9);
  });

  it("is left out below 48 px, the icon below 20", () => {
    expect(place(bar("queued", 18, 19.2))[0]).toMatchObject({ text: null, hasIcon: true });
    expect(place(bar("queued", 18, 19.3))[0]).toMatchObject({ text: "whole", hasIcon: false });
    expect(place(bar("queued", 18, 20))[0]).toMatchObject({ text: "whole", hasIcon: true });
    expect(place(bar("queued", 18, 18.5))[0]).toMatchObject({ text: null, hasIcon: false });
  });
});

describe("ticks", () => {
  const texts = (range: Range, now: number, width: number) =>
    ticksOf(range, now, width).map(({ text }) => text.replace("\u00a0", " "));

  it("lie at whole hours with the day at midnight, and give way to the now label", () => {
    expect(texts(DAY, at(20), 700)).toEqual(["12:00", "15:00", "18:00", "Wed 25", "03:00", "06:00", "09:00", "12:00"]);
    expect(texts(DAY, NOW, 700)[0]).toBe("15:00");
    expect(texts(DAY, at(36), 700).at(-1)).toBe("09:00");
  });

  it("are five on a phone", () => {
    expect(texts(DAY, at(40), 258)).toEqual(["12:00", "18:00", "Wed 25", "06:00", "12:00"]);
    // Beside the label, which lies at the beginning.
    expect(texts(DAY, NOW, 254)).toEqual(["18:00", "Wed 25", "06:00", "12:00"]);
  });

  it("are days over a week", () => {
    const week = { from: at(12), to: at(12 + 7 * 24) };
    expect(texts(week, at(0), 700)).toEqual(["Wed 25", "Thu 26", "Fri 27", "Sat 28", "Sun 29", "Mon 30", "Tue 1"]);
  });

  it("are minutes within an hour", () => {
    const span = { from: at(9) + 50_000, to: at(9.25) };
    expect(texts(span, at(0), 700)).toEqual(["09:02", "09:04", "09:06", "09:08", "09:10", "09:12", "09:14"]);
  });

  it("stay within the track", () => {
    const aligned = ticksOf(DAY, at(24), 700);
    expect([aligned[0]?.align, aligned[1]?.align, aligned.at(-1)?.align]).toEqual(["start", "middle", "end"]);
  });
});

it("puts the now line at its time, its label within the track, and neither outside of the range", () => {
  expect(placeNow(DAY, at(24), WIDTH)).toEqual({ left: 50, align: "middle" });
  expect(placeNow(DAY, at(36), WIDTH)?.align).toBe("end");
  expect(placeNow(DAY, at(11), WIDTH)).toBeNull();
});

describe("free times", () => {
  const gaps = (...bars: TimelineBar[]) => freeGaps(bars, NOW, DAY.to).map(({ start, end }) => [start, end]);

  it("lie between now and the last bar", () => {
    expect(gaps(bar("done", 8, 11), bar("queued", 18, 20), bar("queued", 22, 24))).toEqual([
      [NOW, at(18)],
      [at(20), at(22)],
    ]);
  });

  it("begin where a late run is over, and are 40 minutes long or more", () => {
    expect(gaps(bar("running", 12, 13), bar("queued", 14, 15), bar("reserved", 15.7, 16))).toEqual([
      [at(15), at(15.7)],
    ]);
  });

  it("are all of the time of a server with nothing planned", () => {
    expect(gaps(bar("done", 8, 11))).toEqual([[NOW, DAY.to]]);
  });

  it("are none on a server that is away", () => {
    expect(gaps(bar("unreachable", 9, 60))).toEqual([]);
  });
});
