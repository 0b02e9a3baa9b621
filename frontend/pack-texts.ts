/** Leaves every text of a build compressed beside itself: the back end sends that, and need not compress for each visitor. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

export function packTexts(): Plugin {
  let folder = "";
  return {
    name: "pack-texts",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      // This is called after a failed build too, whose own error is the one to be read.
      if (!existsSync(folder)) return;
      const texts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
        /\.(?:js|css|svg|html)$/.test(name),
      );
      for (const name of texts) {
        const path = join(folder, name);
        // A build begins with an empty folder: what is packed already was packed by a build before it of the same run.
        if (!existsSync(`${path}.gz`)) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
