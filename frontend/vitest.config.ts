/** Unit tests run beside their sources: components in a simulated browser, everything else in Node alone. */
import { defineConfig } from "vitest/config";

/** Tests that need modules of their own: they put others in place of them, or look at what is not loaded yet. */
const ISOLATED = "src/**/*.isolated.test.{ts,tsx}";

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
    // A test that waits for several things on a busy machine; nothing here is fast because of a limit.
    testTimeout: 60_000,
    // Each worker loads and warms up the whole front end; with three of them that took as long as the tests.
    maxWorkers: 2,
    reporters: ["default", "./vitest-plain-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "components",
          // A worker is taken over by the next file only when that is of its project: one after the other.
          sequence: { groupOrder: 0 },
          environment: "happy-dom",
          include: ["src/**/*.test.tsx"],
          exclude: [ISOLATED],
          // Each module is loaded once for all files of a worker: loading took longer than the tests.
          isolate: false,
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        // A simulated browser takes longer to start than most of these files to run; the few that need one declare it
        // in their first line: `// @vitest-environment happy-dom`.
        test: {
          name: "functions",
          sequence: { groupOrder: 1 },
          environment: "node",
          include: ["src/**/*.test.ts", "ssr/**/*.test.ts"],
          exclude: [ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          sequence: { groupOrder: 2 },
          environment: "happy-dom",
          include: [ISOLATED],
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
    ],
  },
});
