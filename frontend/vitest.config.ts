/** Unit tests run beside their sources in a simulated browser. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@docs": new URL("../docs", import.meta.url).pathname,
      "@": new URL("./src", import.meta.url).pathname,
    },
  },
  // The help shows pages of docs/.
  server: { fs: { allow: [".", "../docs"] } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "ssr/**/*.test.ts"],
    setupFiles: ["./src/testing/setup.ts"],
    // A test that waits for several things on a busy machine; nothing here is fast because of a limit.
    testTimeout: 60_000,
    maxWorkers: 2,
    reporters: ["default", "./vitest-plain-line.ts"],
  },
});
