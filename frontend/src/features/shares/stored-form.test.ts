// @vitest-environment happy-dom
/** Stored share forms of a tab. */
import { beforeEach, expect, test } from "vitest";
import { someAvailableOptions } from "@/testing/share-objects";
import { beginForm } from "./form";
import { readStored, readTyped, workOn, writeStored, writeTyped } from "./stored-form";

const begin = (title: string) => beginForm({ offer: someAvailableOptions(), title, author: "Ada" });

beforeEach(() => sessionStorage.clear());

test("a form comes back after a reload, and one that is not understood does not", () => {
  const stored = { layout: "plain", form: begin("Typed"), preview: { number: "p-2", request: "{}" } };
  writeStored("run", stored);
  expect(readStored("run", begin("A run"))).toEqual(stored);
  expect(readStored("other", begin("A run"))).toBeNull();
  writeStored("run", null);
  expect(readStored("run", begin("A run"))).toBeNull();
  for (const broken of ['{"form":{"title":"x"}}', "{}", "{"]) {
    sessionStorage.setItem("storagelab-share run", broken);
    expect(readStored("run", begin("A run"))).toBeNull();
  }
});

test("layouts of one subject are one work, and its versions are others", () => {
  const run = { kind: "run", run_id: "r-1" } as const;
  expect(workOn({ ...run, layout: "snia" })).toBe(workOn(run));
  expect(workOn(run, "p-1")).not.toBe(workOn(run));
});

test("what was typed is handed over as it was, and only texts", () => {
  writeTyped("run", { title: "Typed", note: "Look at the cache." });
  expect(readTyped("run")).toEqual({ title: "Typed", note: "Look at the cache." });
  writeTyped("run", {});
  expect(sessionStorage.length).toBe(0);
  sessionStorage.setItem("storagelab-share-typed run", '{"title":1,"author":"Grace","other":"x"}');
  expect(readTyped("run")).toEqual({ author: "Grace" });
});
