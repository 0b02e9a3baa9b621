/** The draft of a job. */
import { expect, test } from "vitest";
import { aProfile, aServer } from "@/testing/objects";
import { mayCopy, missingOf, parseJobDraft, requestOf } from "./draft";

test("a draft that was tampered with keeps what can be understood", () => {
  const draft = parseJobDraft({
    server: "s-1",
    target: "everything",
    size_bytes: -1,
    drives: ["a", 7],
    parameters: { seconds: 5, name: "x" },
    repeats: "many",
    conditioning: "skip",
  });

  expect(draft).toEqual({ server: "s-1", drives: ["a"], parameters: { seconds: 5 } });
});

test("there is no request without server, profile or drives", () => {
  expect(requestOf({}, undefined, aProfile())).toBeNull();
  expect(requestOf({}, aServer(), undefined)).toBeNull();
  expect(requestOf({ target: "devices" }, aServer(), aProfile())).toBeNull();
});

test("what is missing is told part by part; a file needs neither place nor size", () => {
  expect(missingOf({}, aServer(), aProfile())).toEqual([]);
  expect(missingOf({ target: "devices" }, aServer(), aProfile())).toEqual(["drives"]);
  expect(missingOf({ target: "devices", drives: ["nvme-1"] }, undefined, undefined)).toEqual(["server", "profile"]);
});

test("a request names the drives, and only parameters that the profile has", () => {
  const draft = { target: "devices" as const, drives: ["nvme-1"], parameters: { seconds: 5, rounds: 9 } };

  const request = requestOf(draft, aServer(), aProfile());

  expect(request?.target).toEqual({ kind: "devices", stable_ids: ["nvme-1"], layout: "parallel" });
  expect(request?.profile).toEqual({ name: "quick-4k", parameters: { seconds: 5 }, scale: "full" });
});

test("repeats until they agree have a limit, and others have no rule", () => {
  const agreeing = requestOf({ repeat_cv: 2 }, aServer(), aProfile());
  const counted = requestOf({ repeats: 4 }, aServer(), aProfile());

  expect(agreeing).toMatchObject({ repeats: 10, repeat_until: { cv_percent: 2, min_repeats: 3 } });
  expect(counted).toMatchObject({ repeats: 4, repeat_until: null });
});

test("only drives have a state to build on", () => {
  const draft = { ...parseJobDraft({ conditioning: "reuse" }), drives: ["nvme-1"] };

  expect(requestOf({ ...draft, target: "devices" }, aServer(), aProfile())?.conditioning).toBe("reuse");
  expect(requestOf(draft, aServer(), aProfile())?.conditioning).toBe("redo");
  expect(requestOf({ target: "devices", drives: ["nvme-1"] }, aServer(), aProfile())?.conditioning).toBe("redo");
});

test("a second place is part of the request of a file where one was typed, and shown where it may be needed", () => {
  const sets = aProfile({ engines: ["files"] });
  const draft = parseJobDraft({ path: "/srv/a", copy_to: " /mnt/b " });

  expect(requestOf(draft, aServer(), sets)?.target).toMatchObject({ path: "/srv/a", copy_to: "/mnt/b" });
  expect(requestOf({ copy_to: "  " }, aServer(), sets)?.target).not.toHaveProperty("copy_to");
  const drives = requestOf({ ...draft, target: "devices", drives: ["nvme-1"] }, aServer(), sets);
  expect(drives?.target).not.toHaveProperty("copy_to");
  expect([mayCopy({}, undefined), mayCopy({}, aProfile()), mayCopy({}, sets)]).toEqual([false, false, true]);
  // The lab refuses a value from another profile, so it must remain visible.
  expect(mayCopy(draft, aProfile())).toBe(true);
});

test("an engine is taken only where the profile can be run with it", () => {
  const both = aProfile({ engines: ["fio", "vdbench"] });

  expect(parseJobDraft({ engine: "vdbench" })).toEqual({ engine: "vdbench" });
  expect(requestOf({}, aServer(), both)?.engine).toBe("fio");
  expect(requestOf({ engine: "vdbench" }, aServer(), both)?.engine).toBe("vdbench");
  expect(requestOf({ engine: "vdbench" }, aServer(), aProfile({ engines: ["fio"] }))?.engine).toBe("fio");
});

test("a start is a moment, whatever the address has", () => {
  expect(parseJobDraft({ start_after: "2026-11-24T18:00:00Z" })).toEqual({ start_after: "2026-11-24T18:00:00.000Z" });
  expect(parseJobDraft({ start_after: "soon" })).toEqual({});
  const draft = { start_after: "2026-11-24T18:00:00.000Z" };
  expect(requestOf(draft, aServer(), aProfile())?.start_after).toBe("2026-11-24T18:00:00.000Z");
});
