/** Prints file, line and name of everything that the TypeScript files declare, for scripts/check_language.py. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const FRONTEND = import.meta.dirname;
const ROOT = join(FRONTEND, "..");
const LEFT_OUT = new Set(["node_modules", "dist", "generated", "public"]);

/** Lists the TypeScript files below a folder; generated ones are left out. */
function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!LEFT_OUT.has(entry.name)) yield* sourceFiles(path);
    } else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const isDeclaration = (node) =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyAssignment(node);

for (const path of sourceFiles(FRONTEND)) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      process.stdout.write(`${relative(ROOT, path)}\t${line + 1}\t${node.name.text}\n`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
