import { expect, test } from "vitest";
import { tokenState } from "./token-state";

const NOON = "2026-11-21T12:00:00Z";
const at = new Date(NOON).getTime();

test.each([
  ["2026-11-21T12:00:01Z", null, "active"],
  [NOON, null, "expired"],
  ["2026-11-21T12:00:01Z", NOON, "revoked"],
  ["2026-11-20T12:00:00Z", NOON, "revoked"],
])("a token until %s, revoked at %s, is %s", (expires_at, revoked_at, state) => {
  expect(tokenState({ expires_at, revoked_at }, at)).toBe(state);
});
