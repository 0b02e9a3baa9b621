import { expect, test } from "vitest";
import shared from "@/api/generated/workbench-documents.json";
import { DocumentProblem, readDocument } from "./document";

type Path = (string | number)[];
type Holder = Record<string | number, unknown> & unknown[];

/** A value of a case as a document has it: long texts and lists are written as objects there. */
function expand(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { repeated, numbered, count = 0 } = value as { repeated?: string; numbered?: unknown; count?: number };
  if (repeated !== undefined) return repeated.repeat(count);
  if (numbered === undefined) return value;
  const text = JSON.stringify(numbered);
  return Array.from({ length: count }, (_, place) => JSON.parse(text.replaceAll("#", String(place + 1))));
}

const isRemoved = (value: unknown): boolean => typeof value === "object" && value !== null && "removed" in value;

/** A copy of a document with another value at a path. */
function change(document: unknown, path: Path, value: unknown): unknown {
  const changed = structuredClone(document);
  const last = path.at(-1) ?? "";
  const holder = path.slice(0, -1).reduce((part, key) => part[key] as Holder, changed as Holder);
  if (typeof last === "number") holder.splice(last, 1, ...(isRemoved(value) ? [] : [expand(value)]));
  else if (isRemoved(value)) delete holder[last];
  else holder[last] = expand(value);
  return changed;
}

/** Return the path at which a document is refused; null if it is accepted. */
function refusedAt(document: unknown): string | null {
  try {
    readDocument(document);
    return null;
  } catch (problem) {
    if (problem instanceof DocumentProblem) return problem.place;
    throw problem;
  }
}

test("documents are read as the lab reads them", () => {
  for (const [document, read] of shared.bases) expect(readDocument(document)).toEqual(read);
});

test("what the lab takes is taken, and the rest refused at its place", () => {
  const cases = shared.cases as [base: number, path: Path, value: unknown, places: string[]][];
  const different = cases.flatMap(([base, path, value, places]) => {
    const refused = refusedAt(change(shared.bases[base]?.[0], path, value));
    const isSame = refused === null ? places.length === 0 : places.includes(refused);
    return isSame ? [] : [{ base, path, value, places, refused }];
  });
  expect(cases.length).toBeGreaterThan(2000);
  expect(different).toEqual([]);
});

test("a fault is named with its place", () => {
  const read = () => readDocument({ version: 1, entries: { runs: ["r-1", "r 2"] } });
  expect(read).toThrow("entries.runs.1: must be the number of a run, such as r-12");
});
