import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastOf } from "@/lib/colour";
import { ownStyles } from "@/testing/style-rules";
import { permalinkFile } from "../../token-styles";
import { pageSheet } from "./token-css";
import { cellInk, type ThemeTokens, themes } from "./tokens";

const SOURCES = new URL("../", import.meta.url);
const TEMPLATES = new URL("../../../backend/storagelab/shares/templates/", import.meta.url);
/** The tokens themselves, and what is written from them. */
const EXEMPT = new Set(["app/tokens.ts", "tokens.css"]);

function filesOf(folder: URL, kinds: RegExp): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => kinds.test(name) && !EXEMPT.has(name) && !/\.test\.tsx?$|^api\/generated\//.test(name))
    .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
}

describe("the tokens are the only source", () => {
  it("finds a planted colour or place", () => {
    const planted = [
      "color: #1A5FD0;",
      "const fill = '#fff';",
      "border: 1px solid #0008;",
      `background: ${"rgb"}(1 2 3);`,
      `fill: ${"rgba"}(1,2,3,.5)`,
      `stroke: \`${"hsl"}(\${hue} 50% 50%)\``,
      "z-index: 10;",
      "<Modal zIndex={200}>",
      "style={{ zIndex: 5 }}",
    ];
    for (const text of planted) expect(ownStyles(`\n${text}`), text).toHaveLength(1);
    expect(ownStyles("color: #1A5FD0;\nz-index: 2")).toEqual([
      { line: 1, text: "#1A5FD0" },
      { line: 2, text: "z-index: 2" },
    ]);
  });

  it("takes tokens, addresses and entities for what they are", () => {
    for (const text of [
      "z-index: var(--sl-z-menu)",
      "/sign-in#abc",
      "&#039;",
      '<a href="#main">',
      "#summary{margin:0}",
    ])
      expect(ownStyles(text), text).toEqual([]);
  });

  it.each(filesOf(SOURCES, /\.(?:tsx?|css)$/))("holds in %s", (_, text) => {
    expect(ownStyles(text)).toEqual([]);
  });

  it.each(filesOf(TEMPLATES, /\.(?:css|j2)$/))("holds in the template %s", (_, text) => {
    expect(ownStyles(text)).toEqual([]);
  });
});

describe("the style sheets", () => {
  it("have the variables of permalinks as the build writes them", () => {
    const { url, text } = permalinkFile();
    expect(readFileSync(url, "utf8")).toBe(text);
  });

  it("know every variable that a source or a template uses", () => {
    const defined = new Set(pageSheet().match(/--sl-[a-z0-9-]+(?=:)/g));
    const used = [...filesOf(SOURCES, /\.(?:tsx?|css)$/), ...filesOf(TEMPLATES, /\.css$/)].flatMap(([name, text]) =>
      [...text.matchAll(/var\((--sl-[a-z0-9-]+)\)/g)].map(([, variable = ""]) => ({ name, variable })),
    );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ variable }) => !defined.has(variable))).toEqual([]);
  });
});

type ColourName = keyof ThemeTokens["colours"];
const GROUNDS: readonly ColourName[] = ["bg", "side", "surface", "surface2", "surface3"];
const STATES = ["ok", "warn", "err", "accent"] as const;

/** Return the pairs of text and background colours that the interface uses. */
function textPairs(): [ink: ColourName, ground: ColourName][] {
  const inks: readonly ColourName[] = ["text", "text2", "text3", "accentInk"];
  return [
    ...inks.flatMap((ink) => GROUNDS.map((ground): [ColourName, ColourName] => [ink, ground])),
    ...STATES.flatMap((state): [ColourName, ColourName][] => [
      ["text", `${state}Soft`],
      ["text2", `${state}Soft`],
      [state === "accent" ? "accentInk" : state, `${state}Soft`],
      ...(["bg", "surface", "surface2"] as const).map((ground): [ColourName, ColourName] => [state, ground]),
    ]),
    ["idle", "idleSoft"],
    ["idle", "surface"],
    ["onAccent", "accent"],
    ["onErr", "err"],
    ["text", "segment"],
    // A tooltip is inverse.
    ["bg", "text"],
  ];
}

describe.each(Object.values(themes))("contrast where it is $name", ({ colours, series, ramps }) => {
  it.each(textPairs())("of text: %s on %s reaches 4.5:1", (ink, ground) => {
    expect(contrastOf(colours[ink], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["bg", "surface"] as const)("of borders and marks on %s reaches 3:1", (ground) => {
    for (const name of ["control", "accent", "ok", "warn", "err", "axis"] as const)
      expect(contrastOf(colours[name], colours[ground]), name).toBeGreaterThanOrEqual(3);
  });

  it("of lines that are not the only edge of anything reaches 1.5:1", () => {
    expect(contrastOf(colours.line2, colours.surface)).toBeGreaterThanOrEqual(1.5);
  });

  it.each(series.map((entry, index) => [index + 1, entry] as const))("of series %i is seen and read", (_, entry) => {
    expect(contrastOf(entry.colour, colours.surface)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(entry.ink, colours.surface)).toBeGreaterThanOrEqual(4.5);
  });

  it("of the run behind a curve reaches 3:1", () => {
    expect(contrastOf(colours.ghost, colours.surface)).toBeGreaterThanOrEqual(3);
  });

  it("of letters in cells reaches 4.5:1 on every stop", () => {
    for (const stop of Object.values(ramps).flat()) {
      const best = Math.max(contrastOf(stop, cellInk.onPale), contrastOf(stop, cellInk.onDeep));
      expect(best, stop).toBeGreaterThanOrEqual(4.5);
    }
  });
});
