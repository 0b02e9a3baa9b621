/** Unit tests run beside their sources: components in a simulated browser, everything else in Node alone. */
import { defineConfig } from "vitest/config";

const MOCKED = "src/**/*.mocked.test.ts";

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
    // Tests wait for what a page does next for much of their time: three keep the two processors of our machines busy.
    maxWorkers: 3,
    reporters: ["default", "./vitest-plain-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "components",
          environment: "happy-dom",
          include: ["src/**/*.test.tsx"],
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        // A simulated browser takes longer to start than most of these files to run; the few that need one say so
        // in their first line: `// @vitest-environment happy-dom`.
        test: {
          name: "functions",
          environment: "node",
          include: ["src/**/*.test.ts", "ssr/**/*.test.ts"],
          exclude: [MOCKED],
          // Each module is loaded once for all files of a worker: loading took longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        // Other files must not meet the modules that these put in place of their own.
        test: { name: "mocked", environment: "happy-dom", include: [MOCKED] },
      },
    ],
  },
});
