import { expect, test } from "vitest";
import { remembered } from "./remembered";

test("what follows from an object is found once for each object", () => {
  const calls: object[] = [];
  const find = remembered((key: { n: number }) => {
    calls.push(key);
    return key.n === 0 ? undefined : [key.n];
  });
  const [one, alike, none] = [{ n: 1 }, { n: 1 }, { n: 0 }];
  expect(find(one)).toBe(find(one));
  expect(find(alike)).not.toBe(find(one));
  expect([find(none), find(none)]).toEqual([undefined, undefined]);
  expect(calls).toEqual([one, alike, none]);
});
