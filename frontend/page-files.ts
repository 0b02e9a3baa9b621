/**
 * Plugin that lists the first files and answers of each page for the lab, so that browsers request them beside the
 * first script.
 */
import type { Plugin } from "vite";
import { FIRST_FILES } from "./src/app/first-files.ts";

/** Fields of a chunk that this module reads. */
interface Chunk {
  type: "chunk";
  fileName: string;
  isEntry: boolean;
  imports: string[];
  moduleIds: string[];
  viteMetadata?: { importedCss?: Set<string> };
}

export function pageFiles(): Plugin {
  return {
    name: "page-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk & typeof file => file.type === "chunk");
        const pages = Object.entries(FIRST_FILES).map(([address, { modules, later = [], answer }]) => {
          const needed = neededChunks([...modules.map((name) => `routes/${name}`), ...later], chunks);
          const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
          const scripts = needed.map(({ fileName }) => fileName);
          return [address, { scripts, styles: [...styles], answers: answer === undefined ? [] : [answer] }];
        });
        this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(Object.fromEntries(pages)) });
      },
    },
  };
}

/** Return the chunks of modules and all that they import, without those that come with every page. */
function neededChunks(modules: readonly string[], chunks: readonly Chunk[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || chunk.isEntry || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(byName.get(name));
  };
  for (const module of modules) {
    const isIt = (id: string) => [".ts", ".tsx"].some((end) => id.endsWith(`/src/${module}${end}`));
    const first = chunks.find(({ moduleIds }) => moduleIds.some(isIt));
    if (!first) throw new Error(`No file was built for src/${module}.`);
    add(first);
  }
  return [...needed];
}
