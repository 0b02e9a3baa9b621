/** Addresses of the zip of a permalink. */
import { expect, test } from "vitest";
import { zipAddress } from "./zip-address";

test.each([
  ["https://lab.example/s/abc_-1", "https://lab.example/s/abc_-1.zip"],
  [" https://lab.example/s/abc/v2/?x=1#chart ", "https://lab.example/s/abc/v2.zip"],
  ["http://lab.example:8000/p/a-result-1.pdf", "http://lab.example:8000/p/a-result-1.zip"],
  ["https://lab.example/s/abc.zip", "https://lab.example/s/abc.zip"],
  ["https://lab.example/shares/p-1", null],
  ["javascript:alert(1)//s/abc", null],
  ["https://user:secret@lab.example/s/abc", null],
  ["https://lab.example/s/abc' --with $(x)", null],
  ["", null],
])("the zip of %s is %s", (address, zip) => expect(zipAddress(address)).toBe(zip));
