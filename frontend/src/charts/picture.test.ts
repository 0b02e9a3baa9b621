// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { drawPicture, footRoom, headRoom } from "./picture";
import { queueDepth } from "./queue-depth/definition";
import { depthSample } from "./samples";

const SIZE = { theme: "light", width: 600, height: 500 } as const;
const parse = (svg: string) => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;

/** The sample with the first configuration renamed. */
function renamed(name: string) {
  const { source } = depthSample();
  return { source: { ...source, configuration: source.configuration?.map((old, i) => (i < 9 ? name : old)) ?? [] } };
}

describe("drawPicture", () => {
  it("stands on its own: role, title, description, legend as text", () => {
    const svg = parse(drawPicture(queueDepth, depthSample(), SIZE));
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.querySelector("title")?.textContent).toBe(queueDepth.title);
    expect(svg.querySelector("desc")?.textContent).toContain("Pass-through peaks at");
    const texts = [...svg.querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(["RAID 0, 16 drives", "RAID 5, 16 drives", "Pass-through", "IOPS"]));
  });

  it("breaks the paragraphs of its foot into lines", () => {
    const [runs, address] = [`Runs: ${"r-1 RAID 10, ".repeat(20)}`, `https://lab/workbench?panels=${"p".repeat(300)}`];
    const foot = [runs, address, "27 Nov 2026"];
    const svg = parse(drawPicture(queueDepth, depthSample(), { ...SIZE, foot }));
    const texts = [...svg.querySelectorAll(":scope > text")].map(({ textContent }) => textContent ?? "");
    const lines = texts.slice(texts.findIndex((text) => text.startsWith("Runs:")));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join("")).toContain(address);
    expect(lines.at(-1)).toBe("27 Nov 2026");
    expect(footRoom(foot, SIZE.width)).toBeGreaterThan(15 * lines.length);
  });

  it("needs nothing from outside and no inline styles", () => {
    const svg = drawPicture(queueDepth, depthSample(), SIZE);
    expect(svg).not.toMatch(/<script|<style|style=|href=|<image|<foreignObject|\son\w+=/i);
    expect(svg.match(/https?:[^"]*/g)?.every((address) => address.startsWith("http://www.w3.org/"))).toBe(true);
  });

  it.each(["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{a|b}", "a\u0000b\u001b[31m", "]]>&amp;"])(
    "writes the name %j as text",
    (name) => {
      const drawing = drawPicture(queueDepth, renamed(name), SIZE);
      const svg = parse(drawing);
      expect(svg.querySelector("script, img, parsererror")).toBeNull();
      expect(drawing).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
      const text = name.replaceAll(/\p{Cc}/gu, "");
      expect([...svg.querySelectorAll("text")].map(({ textContent }) => textContent)).toContain(text);
    },
  );

  it("is the same text each time, and does not share ids with another picture", () => {
    const first = drawPicture(queueDepth, depthSample(), SIZE);
    const other = drawPicture(queueDepth, renamed("other"), { ...SIZE, width: 500 });
    const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(drawPicture(queueDepth, depthSample(), SIZE)).toBe(first);
    expect(ids(first).filter((id) => ids(other).includes(id))).toEqual([]);
  });

  it("names lines at their ends instead of in a legend where it is wide", () => {
    const texts = (width: number) =>
      [...parse(drawPicture(queueDepth, depthSample(), { ...SIZE, width })).querySelectorAll("text")].filter(
        ({ textContent }) => textContent === "Pass-through",
      ).length;
    expect(texts(600)).toBe(1);
    // Once in each of its two panels.
    expect(texts(1040)).toBe(2);
  });

  it("has what it is of beside its title, and a foot where one is given", () => {
    const svg = drawPicture(queueDepth, depthSample(), { ...SIZE, width: 1280, foot: ["27 Nov 2026 · lab"] });
    expect(svg).toContain(">4 KiB random read</text>");
    expect(svg).toContain(">27 Nov 2026 · lab</text>");
  });

  it("leaves its curves room below a legend of many entries, and counts those it does not draw", () => {
    const [one, two] = [depthSample().source, depthSample().source];
    const names = Array.from({ length: 40 }, (_, place) => `Controller ${place} with sixteen drives in one array`);
    const source = Object.fromEntries(
      Object.keys(one).map((column) => [
        column,
        names.flatMap((name) =>
          (two[column] ?? []).slice(0, 9).map((value) => (column === "configuration" ? name : value)),
        ),
      ]),
    );
    const svg = parse(drawPicture(queueDepth, { source }, SIZE));
    expect(headRoom(queueDepth, { source }, SIZE.width)).toBe(30 + 8 * 20 + 4);
    expect(Number(svg.querySelector("svg")?.getAttribute("y"))).toBe(headRoom(queueDepth, { source }, SIZE.width));
    const legend = [...svg.querySelectorAll(":scope > g > text")].map(({ textContent }) => textContent ?? "");
    expect(legend.at(-1)).toBe(`and ${names.length - (legend.length - 1)} more, in the data of the chart`);
  });

  it("leaves hidden series out of curves and legend", () => {
    const svg = drawPicture(queueDepth, depthSample(), { ...SIZE, hidden: new Set(["Pass-through"]) });
    expect(svg.replace(/<desc>.*<\/desc>/, "")).not.toContain("Pass-through");
  });
});
