/** Differences between two versions of a profile, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ProfileDiff, ProfileVersion } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aProfileDetail } from "@/testing/profile-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const version = (number: number, note = ""): ProfileVersion => ({
  version: number,
  title: "My reads",
  note,
  based_on: null,
  sha256: "",
  created_by: "ada",
  created_at: AT,
});

const VERSIONS = {
  "GET /api/v1/profiles/my-reads": aProfileDetail({ versions: [version(2, "Longer"), version(1)] }),
};

const DIFF: ProfileDiff = {
  name: "my-reads",
  a: version(1),
  b: version(2, "Longer"),
  differences: [
    { group: "parameters", name: "seconds", field: "default", a: "2", b: "5" },
    { group: "phases", name: "Settle", field: null, a: null, b: HOSTILE },
    { group: "judging", name: "Fill", field: "stop.passes", a: "1", b: "2" },
  ],
  lines: [
    { kind: "same", a: 1, b: 1, text: "name: my-reads" },
    { kind: "removed", a: 2, b: null, text: "version: 1" },
    { kind: "added", a: null, b: 2, text: "version: 2" },
  ],
};

test("fields stand by their groups, and lines with their numbers", async () => {
  const lab = stubLab({ ...VERSIONS, "GET /api/v1/profiles/my-reads/diff": DIFF });
  const { router } = openPage("/profiles/my-reads/diff?a=1&b=2", lab);

  const judging = within(await screen.findByRole("table", { name: "Differences: Ends and steady state" }));
  expect(judging.getByRole("row", { name: "Fill stop.passes 1 2" })).toBeTruthy();
  const phases = within(screen.getByRole("table", { name: "Differences: Phases" }));
  expect(phases.getByRole("row", { name: `Settle all missing ${HOSTILE}` })).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  const lines = within(screen.getByRole("table", { name: "Differing lines with context" }));
  expect(lines.getByRole("row", { name: "2 − removed version: 1" })).toBeTruthy();
  expect(lines.getByRole("row", { name: "2 + added version: 2" })).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/profiles/my-reads/diff?a=1&b=2");
  fireEvent.click(screen.getByRole("button", { name: "Swap" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ a: 2, b: 1 }));
});

test("an address without versions asks for them, and one that is gone says so", async () => {
  const lab = stubLab({
    ...VERSIONS,
    "GET /api/v1/profiles/my-reads/diff": problem(404, "There is no profile my-reads in version 9."),
  });
  const { router } = openPage("/profiles/my-reads/diff?a=x", lab);

  expect(await screen.findByText("Choose two versions")).toBeTruthy();
  await router.navigate({ to: "/profiles/$name/diff", params: { name: "my-reads" }, search: { a: 1, b: 9 } });
  expect(await screen.findByText("There is no profile my-reads in version 9.")).toBeTruthy();
});

test("texts that differ in too much are not compared line by line, and the same version says that it is", async () => {
  const lab = stubLab({
    ...VERSIONS,
    "GET /api/v1/profiles/my-reads/diff": { ...DIFF, differences: [], lines: null },
  });
  openPage("/profiles/my-reads/diff?a=1&b=1", lab);

  expect(await screen.findByText("Both sides are the same version.")).toBeTruthy();
  expect(screen.getByText("Too many differing lines to compare.")).toBeTruthy();
});

test("each version but the first leads to what it changed", async () => {
  openPage("/profiles/my-reads?tab=versions", stubLab(VERSIONS));

  const link = await screen.findByRole("link", { name: "Changes of version 2 since version 1" });
  expect(link.getAttribute("href")).toBe("/profiles/my-reads/diff?a=1&b=2");
  expect(screen.queryByRole("link", { name: /^Changes of version 1/ })).toBeNull();
});
