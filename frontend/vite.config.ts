/** Builds the pages into dist/; in development the API is the back end on port 8000. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const backEnd = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
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
  },
  // The help shows pages of docs/.
  server: { fs: { allow: [".", "../docs"] }, proxy: { "/api/v1": backEnd, "/s/": backEnd, "/healthz": backEnd } },
});
