/** Ends a test run in one plain line, the same for every runner of the project: `N passed, N failed, N skipped`. */
import type { Reporter, TestModule } from "vitest/node";

export default class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "skipped" : state] += 1;
      }
    }
    // The default reporter prints its own summary in the same event; this line has to be the last.
    process.on("exit", () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}
