/** Jobs that destroy data on drives. */
import { expect, test } from "vitest";
import { aProfile } from "@/testing/objects";
import { destroys } from "./destroys";
import { newStep } from "./preparation/steps";

test("writing profiles and preparation destroy drives; files and reading do not", () => {
  const reading = aProfile({ writes: false });
  expect(destroys({ target: "devices" }, aProfile())).toBe(true);
  expect(destroys({ target: "devices" }, reading)).toBe(false);
  expect(destroys({ target: "devices", preparation: [{ kind: "discard" }] }, reading)).toBe(true);
  expect(destroys({ target: "devices", preparation: [newStep("wait_quiet", [])] }, reading)).toBe(false);
  expect(destroys({ preparation: [{ kind: "discard" }] }, aProfile())).toBe(false);
});
