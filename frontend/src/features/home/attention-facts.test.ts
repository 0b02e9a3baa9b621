import { expect, test } from "vitest";
import { anAlert, aRecentResult } from "@/testing/overview-objects";
import { alertFacts } from "./attention-facts";

const NOW = new Date(2026, 10, 24, 13, 31);

test("a server that does not answer says when it was seen, what waits, and can be tried again", () => {
  const alert = anAlert({
    severity: "critical",
    kind: "server_unreachable",
    message: "lab-sc5200 cannot be reached: no route to host",
    link: { component: "server", id: "server-6", number: "s-6", name: "lab-sc5200" },
    at: new Date(2026, 10, 24, 9, 12).toISOString(),
    waiting_count: 1,
  });
  expect(alertFacts(alert, [], NOW)).toMatchObject({
    fact: "lab-sc5200 does not answer",
    detail: "Last seen 09:12. One run waits.",
    tone: "err",
    act: "retry",
  });
  expect(alertFacts({ ...alert, at: null, waiting_count: 0 }, [], NOW).detail).toBe(
    "lab-sc5200 cannot be reached: no route to host",
  );
});

test("a fact of hardware names its server, one of a run or campaign that thing", () => {
  expect(alertFacts(anAlert(), [], NOW)).toMatchObject({
    fact: "rack-4: drive is wearing out",
    tone: "warn",
    act: "open",
  });
  const link = (component: "run" | "campaign", number: string, name: string) => ({ component, id: "x", number, name });
  const message = "m-3 waits for your decision: r-485 lost slot 5";
  const waits = anAlert({ kind: "campaign_asks", message, link: link("campaign", "m-3", "PM9A3 firmware") });
  expect(alertFacts(waits, [], NOW)).toMatchObject({
    fact: "PM9A3 firmware waits",
    detail: "r-485 lost slot 5",
    act: "decide",
  });
});

test.each([
  [
    "run_not_steady",
    "r-9 did not become steady. Not steady after 5 rounds: range 53.4 % (limit 20 %) in rounds 1 to 5.",
    "Range 53.4 % (limit 20 %) in rounds 1 to 5.",
  ],
  ["run_failed", "r-9 failed: fio: the disk is full", "fio: the disk is full"],
  ["run_not_steady", "r-9 did not become steady.", "r-9 did not become steady."],
] as const)("the grey line of %s does not say the fact again", (kind, message, detail) => {
  const link = { component: "run" as const, id: "x", number: "r-9", name: "4K write" };
  expect(alertFacts(anAlert({ kind, message, link }), [], NOW).detail).toBe(detail);
});

test("a result that got worse is compared with the run before, where that is known", () => {
  const link = { component: "run" as const, id: "x", number: "r-9", name: "4K write" };
  const worse = anAlert({ kind: "run_regression", severity: "notice", link });
  const change = { percent: -11, value: 1, run_number: "r-4", run_title: "Before", unusual: "regression" as const };
  const facts = alertFacts(worse, [aRecentResult({ number: "r-9", change })], NOW);
  expect(facts).toMatchObject({ fact: "r-9 got worse", tone: "idle", act: "compare", other: "r-4" });
  expect(alertFacts(worse, [], NOW)).toMatchObject({ act: "open", other: null });
});
