/** Unit tests run beside their sources in a simulated browser. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "ssr/**/*.test.ts"],
    setupFiles: ["./src/testing/setup.ts"],
    maxWorkers: 2,
    reporters: ["default", "./vitest-plain-line.ts"],
  },
});
