/** Builds the pages into dist/; in development the API is the back end on port 8000. */
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { packTexts } from "./pack-texts.ts";
import { pageFiles } from "./page-files.ts";
import { tokenSheet } from "./token-styles.ts";

const backEnd = "http://127.0.0.1:8000";

/** The style sheet comes before the scripts: a page has words to show before they run. */
function wordsFirst(): Plugin {
  return {
    name: "words-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  };
}

/** Request the font together with the pages: after the first words, it would move their lines. */
function fontFirst(): Plugin {
  return {
    name: "font-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.includes("inter-latin-opsz-normal"));
        if (font === undefined) throw new Error("The font of the pages is not among the files that were built.");
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

const MADE_OF_TEXT = "new Function('width', 'height', 'dpr', 'return ' + exprRes[1])";
/** Sizes such as `[width * dpr / 2, height / 2]`, in the scope of the function above. */
const READ = `((width, height, dpr) => {
  const sides = exprRes[1].replace(/[[\\]\\s]/g, "").split(",").map((side) => {
    const [product, divisor = "1"] = side.split("/");
    const factors = product.split("*").map((each) => ({ width, height, dpr })[each] ?? Number(each));
    return factors.reduce((all, each) => all * each, 1) / Number(divisor);
  });
  return sides.length > 1 ? sides : sides[0];
})`;

/** The content security policy allows no functions that are made of text, which is how ClayGL reads sizes. */
function withoutEval(): Plugin {
  return {
    name: "without-eval",
    transform(code, id) {
      if (!id.endsWith("/claygl/src/createCompositor.js")) return null;
      if (!code.includes(MADE_OF_TEXT)) this.error("ClayGL reads sizes in another way than before.");
      return { code: code.replace(MADE_OF_TEXT, () => READ), map: null };
    },
  };
}

export default defineConfig({
  plugins: [react(), tokenSheet(), withoutEval(), pageFiles(), packTexts(), wordsFirst(), fontFirst()],
  resolve: {
    alias: {
      "@docs": new URL("../docs", import.meta.url).pathname,
      "@": new URL("./src", import.meta.url).pathname,
    },
  },
  build: {
    target: "es2023",
    // The content security policy allows no data addresses for fonts.
    assetsInlineLimit: 0,
    // The chunk of ECharts, which is loaded after the page, is about 650 kB before compression.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Code that every page needs comes in one file: a distant phone waits for each further one.
            { name: "index", tags: ["$initial"], priority: 4 },
            // The same applies to the pieces that nearly every page uses, the places of its charts and their
            // descriptions in words.
            {
              name: "pieces",
              test: /\/(?:node_modules\/@(?:mantine|tabler)|src\/(?:api|components(?!\/lab-table)|lib|messages|parts)|src\/charts\/(?:definition|theme|parts|zoom|figure-skeleton|chart-figure\.module|glyph|legend|csv|markdown|exact))\b/,
              minShareCount: 4,
              priority: 3,
            },
            // the tables of long lists, which most pages do without,
            { name: "lab-table", test: /\/src\/components\/lab-table\//, minShareCount: 2, priority: 2 },
            // A row of a run and its page share this code; icons are separate too. Otherwise a list would load the page
            // of a run.
            {
              name: "run-row",
              test: /\/src\/(?:api\/run-validity|components\/validity-tags)\./,
              minShareCount: 2,
              priority: 2,
            },
            { name: "icons", test: /\/node_modules\/@tabler\//, minShareCount: 2, priority: 2 },
            // Cards of dashboards name charts that they do not draw.
            {
              name: "panels",
              test: /\/src\/charts\/(?:panels|panel-picture|by-kind|[^/]+\/panel)\./,
              minShareCount: 2,
              priority: 2,
            },
            // Code that draws charts comes with the data of the first one; code for a single kind, such as the surface
            // in three dimensions, stays with that kind.
            {
              name: "chart",
              test: /\/node_modules\/(?:echarts|zrender)\/|\/src\/charts\/(?:chart|chart-figure)\./,
              minShareCount: 2,
              priority: 2,
            },
            // and the result of a run.
            {
              name: "run",
              test: /\/src\/(?:features\/run-validity\/validity|features\/run\/(?:run-page|run-view)|routes\/run(?:-result)?)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  // The help shows pages of docs/.
  server: { fs: { allow: [".", "../docs"] }, proxy: { "/api/v1": backEnd, "/s/": backEnd, "/healthz": backEnd } },
});
