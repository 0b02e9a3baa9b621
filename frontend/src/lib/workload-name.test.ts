/** Names of access patterns. */
import { expect, test } from "vitest";
import { nameWorkload } from "./workload-name";

test.each([
  [{ blockBytes: 4096, readPercent: 0, randomPercent: 100 }, "4K random write"],
  [{ blockBytes: 131_072, readPercent: 100, randomPercent: 0 }, "128K sequential read"],
  [{ blockBytes: 8192, readPercent: 70, randomPercent: 50 }, "8K 70 % read"],
  [{ blockBytes: 2 ** 20 }, "1M"],
  [{ blockBytes: 512, readPercent: 100, randomPercent: 100 }, "512 B random read"],
])("%j is called %s", (pattern, name) => {
  expect(nameWorkload(pattern)).toBe(name);
});
