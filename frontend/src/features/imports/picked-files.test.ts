/** Files as they are dropped and chosen. */
import { expect, test } from "vitest";
import { filesOfDrop, filesOfInput, nameOf, refusalOf } from "./picked-files";

const file = (name: string, size = 3) => {
  const made = new File(["x".repeat(Math.min(size, 3))], name);
  if (size > 3) Object.defineProperty(made, "size", { value: size });
  return made;
};

/**
 * Build the entry that a browser provides for a dropped folder. It reads two entries at a time; browsers read hundreds.
 */
function folder(fullPath: string, children: object[]) {
  return {
    isFile: false,
    isDirectory: true,
    fullPath,
    createReader: () => {
      const left = [...children];
      return { readEntries: (give: (entries: object[]) => void) => give(left.splice(0, 2)) };
    },
  };
}

function leaf(fullPath: string) {
  const made = file(fullPath.split("/").at(-1) ?? "");
  return { isFile: true, isDirectory: false, fullPath, file: (give: (made: File) => void) => give(made) };
}

const drop = (...entries: object[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) }) as unknown as DataTransfer;

test("a dropped folder is taken with everything below it, however many portions it comes in", async () => {
  const inner = folder("/run/logs", [leaf("/run/logs/a.log"), leaf("/run/logs/b.log"), leaf("/run/logs/c.log")]);

  const taken = await filesOfDrop(drop(folder("/run", [inner, leaf("/run/out.json")]), leaf("/note.txt")));

  expect(taken.map(({ path }) => path)).toEqual([
    "run/logs/a.log",
    "run/logs/b.log",
    "run/logs/c.log",
    "run/out.json",
    "note.txt",
  ]);
});

test("dropped text is no file", async () => {
  const text = { items: [{ webkitGetAsEntry: () => null }] } as unknown as DataTransfer;

  expect(await filesOfDrop(text)).toEqual([]);
});

test("a file of a chosen folder keeps its path there", () => {
  const inFolder = Object.defineProperty(file("out.json"), "webkitRelativePath", { value: "run/out.json" });

  expect(filesOfInput([inFolder, file("alone.csv")]).map(({ path }) => path)).toEqual(["run/out.json", "alone.csv"]);
});

test("more than one upload takes is refused in words before anything is sent", () => {
  const many = Array.from({ length: 20_001 }, (_, index) => ({ path: `${index}`, file: file("x") }));

  expect(refusalOf(many)).toMatch(/^20,001 files are too many\. One upload takes at most 20,000\./);
  expect(refusalOf([{ path: "big", file: file("big", 5 * 1024 ** 3) }])).toMatch(/^These files have 5 GiB/);
  expect(refusalOf([{ path: "small", file: file("small") }])).toBeNull();
});

test("files are called after the one file, or the folder they share", () => {
  const named = (...paths: string[]) => nameOf(paths.map((path) => ({ path, file: file("x") })));

  expect(named("out.json")).toBe("out.json");
  expect(named("run/out.json", "run/logs/a.log")).toBe("run/");
  expect(named("run/out.json", "other/out.json")).toBeNull();
  expect(named("a.json", "a.jsonl")).toBeNull();
});
