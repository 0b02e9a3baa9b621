/** Every part of Mantine that a source imports has its style sheet, and so has every part that it is made of. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = new URL("../", import.meta.url);
const MANTINE = new URL("../../node_modules/@mantine/core/", import.meta.url);
const LISTED = new Set(
  [...readFileSync(new URL("mantine-parts.css", import.meta.url), "utf8").matchAll(/styles\/([\w-]+)\.css/g)].map(
    ([, name]) => name,
  ),
);

function importedParts(): Set<string> {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(new URL(name, SOURCES), "utf8").matchAll(/import \{([^}]*)\} from "@mantine\/core"/g),
    ])
    .flatMap(([, list = ""]) =>
      list.split(",").map(
        (name) =>
          name
            .trim()
            .replace(/^type /, "")
            .split(" ")[0] ?? "",
      ),
    );
  return new Set(names.filter((name) => existsSync(new URL(`esm/components/${name}/${name}.mjs`, MANTINE))));
}

/** The names of the sheets that a module and all modules that it imports have. */
function sheetsOf(module: URL, visited: Set<string>): string[] {
  if (visited.has(module.href)) return [];
  visited.add(module.href);
  const own = /\/(\w+)\.module\.mjs$/.exec(module.href)?.[1];
  if (own) return [own];
  const imported = readFileSync(module, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g);
  return [...imported].flatMap(([, path = ""]) => sheetsOf(new URL(path, module), visited));
}

const hasSheet = (part: string) => existsSync(new URL(`styles/${part}.css`, MANTINE));

test("every part that is used has its sheet", () => {
  const used = importedParts();
  expect(used.size).toBeGreaterThan(20);
  const visited = new Set<string>();
  const needed = [...used].flatMap((part) => sheetsOf(new URL(`esm/components/${part}/${part}.mjs`, MANTINE), visited));
  expect(needed.filter((part) => hasSheet(part) && !LISTED.has(part))).toEqual([]);
});

test("every listed sheet exists", () => {
  expect([...LISTED].filter((name) => !hasSheet(name ?? ""))).toEqual([]);
});
