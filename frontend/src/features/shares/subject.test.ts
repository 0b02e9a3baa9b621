/** Subject of a share: conversion from an address to a request to the lab and back. */
import { expect, test } from "vitest";
import { aShareOptions } from "@/testing/share-objects";
import { parseNewShareSearch, searchOf, subjectOf } from "./subject";

const subject = (query: Record<string, unknown>) => subjectOf(parseNewShareSearch(query));

test("each kind is named by its own fields", () => {
  expect(subject({ kind: "run", run: "r-12", runs: "r-1" })).toEqual({ kind: "run", run_id: "r-12" });
  expect(subject({ kind: "campaign", campaign: "m-3", metric: "latency_p99_ns" })).toEqual({
    kind: "campaign",
    campaign: "m-3",
    view: { metric: "latency_p99_ns" },
  });
  expect(subject({ kind: "comparison", runs: "r-1,r-2", metric: "iops", baseline: "r-2", pooled: true })).toEqual({
    kind: "comparison",
    run_ids: ["r-1", "r-2"],
    view: { metric: "iops", baseline: "r-2", pooled: true },
  });
  expect(subject({ kind: "ranking", profile: "four-corners@2", all: true, without: "abc,def" })).toEqual({
    kind: "ranking",
    view: { everything: true, without: ["abc", "def"], profile: "four-corners@2" },
  });
  expect(subject({ kind: "ranking", runs: "r-1", profile: "four-corners@2", reference: "c-1" })).toEqual({
    kind: "ranking",
    run_ids: ["r-1"],
    view: { reference: "c-1" },
  });
  expect(subject({ kind: "comparison", dashboard: "b-3" })).toEqual({ kind: "comparison", dashboard: "b-3", view: {} });
  const workbench = "0f".repeat(16);
  expect(subject({ kind: "comparison", workbench })).toEqual({ kind: "comparison", workbench, view: {} });
});

test("a layout is asked for where there is one", () => {
  expect(subject({ kind: "run", run: "r-1", layout: "snia" })).toEqual({ kind: "run", run_id: "r-1", layout: "snia" });
  expect(subject({ kind: "run", run: "r-1", layout: "review" })).toEqual({ kind: "run", run_id: "r-1" });
  expect(subject({ kind: "campaign", campaign: "m-1", layout: "plain" })).not.toHaveProperty("layout");
  const options = aShareOptions({ kind: "campaign", run_id: null, campaign: "m-1", layout: "review" });
  expect(subjectOf(searchOf(options))).toMatchObject({ campaign: "m-1", layout: "review" });
});

test("what is not understood is dropped, and without its subject nothing is shared", () => {
  expect(parseNewShareSearch({ kind: "dance", runs: "r-1,<b>", metric: "joy", pooled: "yes", profile: "x" })).toEqual({
    runs: "r-1",
  });
  for (const kind of ["run", "comparison", "ranking", "campaign"]) expect(subject({ kind })).toBeNull();
  expect(subject({ run: "r-1" })).toBeNull();
});

test("the workbench of an earlier share is asked for by its digest", () => {
  const workbench = "0f".repeat(16);
  const options = aShareOptions({ kind: "comparison", run_id: null, workbench });
  expect(subjectOf(searchOf(options))).toMatchObject({ kind: "comparison", workbench });
});

test("the subject of an earlier share becomes an address that asks for the same", () => {
  const view = { ...aShareOptions().view, metric: "latency_mean_ns", baseline: "r-2", pooled: true };
  const options = aShareOptions({ kind: "comparison", run_id: null, run_ids: ["r-1", "r-2"], view });
  expect(subjectOf(searchOf(options))).toEqual({
    kind: "comparison",
    run_ids: ["r-1", "r-2"],
    view: { metric: "latency_mean_ns", baseline: "r-2", pooled: true },
  });
});
