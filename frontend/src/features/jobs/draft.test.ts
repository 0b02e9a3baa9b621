/** The draft of a job. */
import { expect, test } from "vitest";
import { aProfile, aServer } from "@/testing/objects";
import { chosenServer, parseJobDraft, requestOf } from "./draft";

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

test("the only usable server is chosen; between several a person chooses", () => {
  const ready = aServer();
  const away = aServer({ id: "server-2", number: "s-2", state: "unreachable" });
  const busy = aServer({ id: "server-3", number: "s-3", state: "busy" });

  expect(chosenServer({}, [ready, away])).toBe(ready);
  expect(chosenServer({}, [ready, away, busy])).toBeUndefined();
  expect(chosenServer({ server: "s-3" }, [ready, away, busy])).toBe(busy);
});

test("there is no request without server, profile or drives", () => {
  expect(requestOf({}, undefined, aProfile())).toBeNull();
  expect(requestOf({}, aServer(), undefined)).toBeNull();
  expect(requestOf({ target: "devices" }, aServer(), aProfile())).toBeNull();
});

test("a request names the drives, and only parameters that the profile has", () => {
  const draft = { target: "devices" as const, drives: ["nvme-1"], parameters: { seconds: 5, rounds: 9 } };

  const request = requestOf(draft, aServer(), aProfile());

  expect(request?.target).toEqual({ kind: "devices", stable_ids: ["nvme-1"], layout: "parallel" });
  expect(request?.profile).toEqual({ name: "quick-4k", parameters: { seconds: 5 }, scale: "full" });
});

test("only drives have a state to build on", () => {
  const draft = { ...parseJobDraft({ conditioning: "reuse" }), drives: ["nvme-1"] };

  expect(requestOf({ ...draft, target: "devices" }, aServer(), aProfile())?.conditioning).toBe("reuse");
  expect(requestOf(draft, aServer(), aProfile())?.conditioning).toBe("redo");
  expect(requestOf({ target: "devices", drives: ["nvme-1"] }, aServer(), aProfile())?.conditioning).toBe("redo");
});
