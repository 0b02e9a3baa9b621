/** Forms of pasted tokens. */
import { expect, test } from "vitest";
import { tokenOf } from "./token";

test.each([
  ["http://127.0.0.1:8000/sign-in#abc", "abc"],
  ["#abc", "abc"],
  ["  abc\n", "abc"],
  ["http://127.0.0.1:8000/sign-\nin#ab\nc", "abc"],
  ["", ""],
])("%j holds the token %j", (pasted, token) => {
  expect(tokenOf(pasted)).toBe(token);
});
