/** Builds the drawing of charts into one script for a V8 without a page: dist/ssr/charts.js. */
import { defineConfig } from "vite";

const here = new URL(".", import.meta.url).pathname;

export default defineConfig({
  root: here,
  publicDir: false,
  resolve: { alias: { "@": new URL("../src", import.meta.url).pathname } },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    target: "es2023",
    outDir: new URL("../dist/ssr", import.meta.url).pathname,
    emptyOutDir: true,
    lib: { entry: `${here}entry.ts`, formats: ["iife"], name: "storagelabCharts", fileName: () => "charts.js" },
  },
});
