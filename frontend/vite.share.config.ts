/** Build of the script of permalinks beside the pages, into dist/assets; dist/share.json contains its name. */
import { defineConfig } from "vite";
import { packTexts } from "./pack-texts.ts";
import { permalinkVariables } from "./token-styles.ts";

export default defineConfig({
  publicDir: false,
  plugins: [permalinkVariables(), packTexts()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    target: "es2023",
    // The pages are there already.
    emptyOutDir: false,
    manifest: "share.json",
    modulePreload: { polyfill: false },
    // The chunk with ECharts and all charts, which loads when a reader turns to the first of them.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: "src/share/main.ts",
      output: { entryFileNames: "assets/share-[hash].js", chunkFileNames: "assets/share-[name]-[hash].js" },
    },
  },
});
