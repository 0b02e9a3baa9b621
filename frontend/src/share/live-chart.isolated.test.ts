// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FADED_OPACITY } from "@/charts/lift";
import { ROUNDS_SAMPLE } from "@/charts/samples";
import { THEMES } from "@/charts/theme";
import { drawLive } from "./live-chart";

const drawn = vi.hoisted(() => ({
  options: [] as { series: { name?: string; lineStyle?: { opacity?: number } }[]; backgroundColor: string }[],
  actions: [] as object[],
  finish: () => {},
  disposed: 0,
  fails: false,
}));

vi.mock("@/charts/runtime", () => ({
  rendererFor: () => "svg",
  replaceOption: (_: unknown, option: (typeof drawn.options)[number]) => {
    if (drawn.fails) throw new Error("it cannot be drawn");
    drawn.options.push(option);
  },
  startChart: () => ({
    on: (name: string, listener: () => void) => {
      if (name === "finished") drawn.finish = listener;
    },
    getOption: () => ({}),
    getWidth: () => 800,
    getHeight: () => 300,
    resize: () => undefined,
    dispatchAction: (action: object) => drawn.actions.push(action),
    dispose: () => {
      drawn.disposed += 1;
    },
  }),
}));

let dark = {
  matches: false,
  addEventListener: (_: string, listener: () => void) => void listener,
  removeEventListener() {},
};

function figureOf(kind: string): HTMLElement {
  document.body.innerHTML = `<figure data-kind="${kind}"><h3>Was it steady?</h3><div class="drawn"><picture>
    <img alt="Steady from round 8."></picture></div></figure>`;
  return document.querySelector("figure") as HTMLElement;
}

beforeEach(() => {
  Object.assign(drawn, { options: [], actions: [], disposed: 0, fails: false });
  dark = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => dark);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("drawLive", () => {
  it("takes the place of the picture when it is drawn, and not before", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    const place = figure.querySelector<HTMLElement>(".drawn");
    expect(place?.dataset.live).toBeUndefined();
    drawn.finish();
    expect(place?.dataset.live).toBe("");
    expect(figure.querySelector("picture")).not.toBeNull();
    const canvas = figure.querySelector("[data-chart]");
    expect(canvas?.getAttribute("role")).toBe("img");
    expect(canvas?.getAttribute("aria-label")).toBe("Steady from round 8.");
  });

  it("follows the theme of the reader", () => {
    let change = () => {};
    dark = {
      matches: false,
      addEventListener: (_, listener) => {
        change = listener;
      },
      removeEventListener: () => undefined,
    };
    drawLive(figureOf("rounds"), ROUNDS_SAMPLE);
    dark.matches = true;
    change();
    expect(drawn.options.map(({ backgroundColor }) => backgroundColor)).toEqual([
      THEMES.light.background,
      THEMES.dark.background,
    ]);
  });

  it("hides and shows the curves of the legend, and keeps the keyboard where it was", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    const entry = () => figure.querySelector<HTMLButtonElement>(".legend button") as HTMLButtonElement;
    const name = entry().textContent ?? "";
    entry().click();
    expect(entry().getAttribute("aria-pressed")).toBe("false");
    expect(document.activeElement).toBe(entry());
    expect(drawn.options.at(-1)?.series.some((series) => series.name === name)).toBe(false);
    entry().click();
    expect(drawn.options.at(-1)?.series.some((series) => series.name === name)).toBe(true);
  });

  it("isolates a curve with Alt, and shows all again", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    const entries = () => [...figure.querySelectorAll<HTMLButtonElement>(".legend button")];
    const press = () => entries()[0]?.dispatchEvent(new MouseEvent("click", { altKey: true }));
    const pressed = () => entries().map((entry) => entry.getAttribute("aria-pressed"));
    press();
    expect(pressed()).toEqual(["true", "false", "false"]);
    press();
    expect(pressed()).toEqual(["true", "true", "true"]);
  });

  it("lifts the curve whose entry is pointed at, and keeps the entry", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    const [entry, other] = figure.querySelectorAll<HTMLButtonElement>(".legend button");
    const opacityOf = (name: string | null | undefined) =>
      drawn.options.at(-1)?.series.find((series) => series.name === name)?.lineStyle?.opacity;
    entry?.dispatchEvent(new Event("pointerenter"));
    expect(opacityOf(other?.textContent)).toBe(FADED_OPACITY);
    expect(opacityOf(entry?.textContent)).toBeUndefined();
    expect(figure.querySelector(".legend button")).toBe(entry);
    entry?.dispatchEvent(new Event("pointerleave"));
    expect(opacityOf(other?.textContent)).toBeUndefined();
  });

  it("is read with the keyboard until somebody leaves", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    const area = figure.querySelector<HTMLElement>('[role="application"]') as HTMLElement;
    const press = (key: string) => area.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    expect(press("ArrowRight")).toBe(false);
    expect(figure.querySelector('[role="status"]')?.textContent).toMatch(/^Round: 1, .*\(1 of 8\)$/);
    expect(press("Tab")).toBe(true);
    expect(press("+")).toBe(true);
    area.dispatchEvent(new FocusEvent("blur"));
    expect(figure.querySelector('[role="status"]')?.textContent).toBe("");
  });

  it("has no zoom where there are no sections", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    expect(figure.querySelector(".zoom")).toBeNull();
  });

  it.each([
    ["a kind that there is not", "toString", ROUNDS_SAMPLE, false],
    ["data of something else", "rounds", null, false],
    ["a drawing that fails", "rounds", ROUNDS_SAMPLE, true],
  ])("leaves the picture as it is for %s", (_, kind, data, fails) => {
    drawn.fails = fails;
    const figure = figureOf(kind);
    expect(() => drawLive(figure, data)).toThrow();
    expect(figure.querySelector(".live")).toBeNull();
    expect(figure.querySelector<HTMLElement>(".drawn")?.dataset.live).toBeUndefined();
    expect(figure.querySelector("img")?.alt).toBe("Steady from round 8.");
  });

  it("gives the picture its place back when it cannot be drawn again", () => {
    const figure = figureOf("rounds");
    drawLive(figure, ROUNDS_SAMPLE);
    drawn.finish();
    drawn.fails = true;
    figure.querySelector<HTMLButtonElement>(".legend button")?.click();
    expect(figure.querySelector(".live")).toBeNull();
    expect(figure.querySelector<HTMLElement>(".drawn")?.dataset.live).toBeUndefined();
    expect(drawn.disposed).toBe(1);
  });
});
