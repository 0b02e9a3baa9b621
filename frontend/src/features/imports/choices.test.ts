/** Decisions about results. */
import { expect, test } from "vitest";
import { aConfiguration, anImport, anImportResult } from "@/testing/result-objects";
import { choiceOf, findConfiguration, storedResults, withChoice } from "./choices";

test("without a decision a result is stored as it was read, and a duplicate is left out", () => {
  const made = anImport({
    results: [
      anImportResult({ suggested_configuration: { name: "P420i" } }),
      anImportResult({ index: 1, title: "Again", duplicate_of: { id: "run-1", number: "r-1" } }),
    ],
  });

  expect(storedResults(made, {}, [])).toEqual([
    { index: 0, include: true, title: "4K random write", configuration: { name: "P420i" } },
    { index: 1, include: false, title: "Again", configuration: null },
  ]);
});

test("the upload's own title is that of its only result", () => {
  const result = anImportResult();
  const made = anImport({ title: "Forty hours", results: [result] });

  expect(choiceOf(made, result, {}).title).toBe("Forty hours");
});

test("an emptied title falls back to the one that was read", () => {
  const made = anImport({ results: [anImportResult(), anImportResult({ index: 1 })] });
  const choices = withChoice({}, 0, { title: "  " });

  expect(storedResults(made, choices, [])[0]?.title).toBe("4K random write");
});

test("an existing configuration is found by its label, or by a name that only one has", () => {
  const configurations = [
    aConfiguration({ id: "c-a", number: "c-1", name: "stock" }),
    aConfiguration({ id: "c-b", number: "c-2", name: "stock" }),
    aConfiguration({ id: "c-c", number: "c-3", name: "tuned" }),
  ];

  expect(findConfiguration(" stock (c-2)", configurations)?.id).toBe("c-b");
  expect(findConfiguration("tuned", configurations)?.id).toBe("c-c");
  expect(findConfiguration("stock", configurations)).toBeNull();
  const made = anImport({ results: [anImportResult()] });
  const choices = withChoice({}, 0, { configuration: "tuned (c-3)" });
  expect(storedResults(made, choices, configurations)[0]?.configuration).toEqual({ id: "c-c" });
});
