/** Completeness of the parts sheet. */
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { PartsSheet } from "./parts-sheet";

const MODULES = import.meta.glob<Record<string, unknown>>(["../../parts/*.tsx", "!../../parts/*.test.tsx"], {
  eager: true,
});

interface Fiber {
  elementType: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Collects what React has made elements of, below and beside a fiber. */
function drawnFrom(fiber: Fiber | null, drawn = new Set<unknown>()): Set<unknown> {
  for (let current = fiber; current; current = current.sibling) {
    drawn.add(current.elementType);
    drawnFrom(current.child, drawn);
  }
  return drawn;
}

function rootOf(container: Element): Fiber {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"));
  const held = (container as unknown as Record<string, { stateNode: { current: Fiber } } | undefined>)[key ?? ""];
  if (!held) throw new Error("React keeps its root in another place than before.");
  return held.stateNode.current;
}

const parts = Object.values(MODULES)
  .flatMap((exported) => Object.entries(exported))
  .filter(([name]) => /^[A-Z][a-z]/.test(name));

test("every component of parts is drawn on the sheet", async () => {
  const { container } = await renderPart(<PartsSheet />);
  const drawn = drawnFrom(rootOf(container));
  expect(parts.length).toBeGreaterThan(25);
  expect(parts.filter(([, part]) => !drawn.has(part)).map(([name]) => name)).toEqual([]);
});
