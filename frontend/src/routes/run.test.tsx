/** One run, opened as a page. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { AT, aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

test("a failed run says what happened, who can mend it and what was kept", async () => {
  const failure = {
    kind: "infrastructure",
    message: "The file system is full.",
    who: "lab",
    kept: "Phases 1 and 2.",
  } as const;
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": aRun({ state: "failed", failure }) }));

  expect(await screen.findByText("The file system is full.")).toBeTruthy();
  expect(screen.getByText(/The lab can mend this/)).toBeTruthy();
  expect(screen.getByText("Kept: Phases 1 and 2.")).toBeTruthy();
});

test("artifacts are folded away, and listed with their digest and a download", async () => {
  const artifact = {
    id: "artifact-1",
    run_id: "run-1",
    phase_ordinal: 1,
    name: "phases/01/status.json",
    kind: "engine_output",
    media_type: "application/json",
    size_bytes: 2048,
    sha256: "ab".repeat(32),
    created_at: AT,
  };
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ artifact_count: 1 }),
    "GET /api/v1/artifacts": { items: [artifact], next_cursor: null },
  });
  openPage("/runs/r-1", lab);

  const details = (await screen.findByText("Raw files (1)")).closest("details");
  if (!details) throw new Error("there is no disclosure");
  expect(screen.queryByRole("link", { name: /^Download / })).toBeNull();
  details.open = true;
  fireEvent(details, new Event("toggle"));
  const download = await screen.findByRole("link", { name: "Download phases/01/status.json" });

  expect(download.getAttribute("href")).toBe("http://lab.test/api/v1/artifacts/artifact-1/content");
  expect(screen.getByText("ab".repeat(32))).toBeTruthy();
});

test("sharing shows the address of the permalink once, to be copied", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun(),
    "POST /api/v1/shares": async (request) => {
      sent.push(await request.json());
      return { url: "http://lab.test/s/token", title: "Quick", document_sha256: "cd".repeat(32) };
    },
  });
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Share" }));
  fireEvent.click(await screen.findByRole("button", { name: "Freeze and share" }));

  expect(await screen.findByText("http://lab.test/s/token")).toBeTruthy();
  expect(sent).toEqual([{ run_id: "run-1", title: "Quick 4K on rack-4", author: "ada", note: "", expires_at: null }]);
});

test("a run that does not exist is said in the lab's own words", async () => {
  openPage("/runs/r-9", stubLab({ "GET /api/v1/runs/r-9": () => problem(404, "There is no run r-9.") }));

  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("There is no run r-9."));
});
