// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchInterest } from "./interest";

function page(): HTMLElement[] {
  document.body.innerHTML = '<figure><img><a href="#x">SVG</a></figure><figure><img></figure>';
  return [...document.querySelectorAll<HTMLElement>("figure")];
}

/** Return the figures with which `enliven` was called, on a desk or elsewhere. */
function watched({ desk = false, fails = false } = {}) {
  vi.stubGlobal("matchMedia", () => ({ matches: desk }));
  const figures = page();
  const enliven = vi.fn(async (_: HTMLElement) => {
    if (fails) throw new Error("no data");
  });
  watchInterest(figures, enliven);
  return { figures, enliven, called: () => enliven.mock.calls.map(([figure]) => figures.indexOf(figure)) };
}

const enter = (pointerType: string) => Object.assign(new Event("pointerenter"), { pointerType });

afterEach(() => vi.unstubAllGlobals());

describe("watchInterest", () => {
  it("loads nothing for a reader who turns to no chart", () => {
    expect(watched().called()).toEqual([]);
  });

  it("takes the chart that the mouse is on, once", () => {
    const { figures, called } = watched();
    figures[1]?.dispatchEvent(enter("mouse"));
    figures[1]?.dispatchEvent(enter("mouse"));
    expect(called()).toEqual([1]);
  });

  it("takes a chart that is tapped, and none that a finger passes over or whose links are followed", () => {
    const { figures, called } = watched();
    figures[0]?.dispatchEvent(enter("touch"));
    figures[0]?.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(called()).toEqual([]);
    figures[0]?.querySelector("img")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(called()).toEqual([0]);
  });

  it("takes a chart that the keyboard came to", () => {
    const { figures, called } = watched();
    figures[0]?.querySelector("a")?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(called()).toEqual([0]);
  });

  it("leaves a chart that failed as it is", async () => {
    const { figures, enliven, called } = watched({ fails: true });
    figures[0]?.dispatchEvent(enter("mouse"));
    await enliven.mock.results[0]?.value.catch(() => undefined);
    figures[0]?.dispatchEvent(enter("mouse"));
    expect(called()).toEqual([0]);
  });

  it("takes the charts in sight at a desk, one after the other", async () => {
    const idle: (() => void)[] = [];
    let notify: (entries: object[]) => void = () => undefined;
    vi.stubGlobal("requestIdleCallback", (task: () => void) => idle.push(task));
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: typeof notify) {
          notify = callback;
        }
        observe() {}
        unobserve() {}
      },
    );
    const { figures, called } = watched({ desk: true });
    expect(called()).toEqual([]);
    idle.shift()?.();
    notify(figures.map((target) => ({ target, isIntersecting: target === figures[1] })));
    await vi.waitFor(() => expect(idle).toHaveLength(1));
    expect(called()).toEqual([]);
    idle.shift()?.();
    await vi.waitFor(() => expect(called()).toEqual([1]));
  });
});
