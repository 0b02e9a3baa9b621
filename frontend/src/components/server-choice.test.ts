/** The choice of a server. */
import { expect, test } from "vitest";
import { aServer } from "@/testing/objects";
import { chosenServer } from "./server-choice";

test("the only usable server is chosen; between several a person chooses", () => {
  const ready = aServer();
  const away = aServer({ id: "server-2", number: "s-2", state: "unreachable" });
  const busy = aServer({ id: "server-3", number: "s-3", state: "busy" });

  expect(chosenServer(undefined, [ready, away])).toBe(ready);
  expect(chosenServer(undefined, [ready, away, busy])).toBeUndefined();
  expect(chosenServer("s-3", [ready, away, busy])).toBe(busy);
});
