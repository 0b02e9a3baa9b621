/** The build step of the tokens: the sheet of the pages as a module, and the variables of permalinks as a file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";
import { pageSheet, permalinkSheet } from "./src/app/token-css.ts";

const MODULE = "virtual:tokens.css";
const FILE = "/__tokens.css";

const templates = new URL("../backend/storagelab/shares/templates/", import.meta.url);

/** Return the location and the content of the file with the variables of permalinks. */
export function permalinkFile(): { url: URL; text: string } {
  const sheet = readFileSync(new URL("page.css", templates), "utf8");
  return { url: new URL("tokens.css", templates), text: permalinkSheet(sheet) };
}

/** Gives the pages `virtual:tokens.css`. */
export function tokenSheet(): Plugin {
  return {
    name: "token-sheet",
    resolveId: (id) => (id === MODULE ? FILE : null),
    load: (id) => (id === FILE ? pageSheet() : null),
  };
}

/** Writes the variables of permalinks before a build, where the back end is at hand and they differ. */
export function permalinkVariables(): Plugin {
  return {
    name: "permalink-variables",
    apply: "build",
    buildStart() {
      if (!existsSync(templates)) return;
      const { url, text } = permalinkFile();
      if (!existsSync(url) || readFileSync(url, "utf8") !== text) writeFileSync(url, text);
    },
  };
}
