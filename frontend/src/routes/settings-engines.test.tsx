/** The engines among the settings, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EnginePackage } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { AT, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const PACKAGE = "/api/v1/engine-packages/vdbench";
const STORED: EnginePackage = {
  engine: "vdbench",
  version: "Vdbench 5.04.07",
  sha256: "ab".repeat(32),
  size_bytes: 3_145_728,
  uploaded_at: AT,
  uploaded_by: "grace",
};
const NO_JAVA = "Java was not found on PATH, and Vdbench needs it: install a Java runtime on the server.";

function labWith(answers: Record<string, Answer>) {
  const servers = [
    aServer({ name: "rack-4", vdbench_version: "Vdbench 5.04.07" }),
    aServer({ id: "server-2", number: "s-2", name: HOSTILE, vdbench_problem: NO_JAVA }),
    aServer({ id: "server-3", number: "s-3", name: "new", runner_version: null, fio_version: null }),
  ];
  return stubLab({ "GET /api/v1/servers": { items: servers, next_cursor: null }, ...answers });
}

const zip = (bytes = 3) => new File([new Uint8Array(bytes)], "vdbench50407.zip");

async function choose(file: File) {
  fireEvent.change(await screen.findByLabelText(/^Choose/, { selector: "input" }), { target: { files: [file] } });
}

test("every engine is told with the servers that have it, and what is unknown is said", async () => {
  const lab = labWith({ ...VIEWER });
  openPage("/settings/engines", lab);

  const engines = within(await screen.findByRole("table", { name: "Engines and their servers" }));
  await waitFor(() => expect(engines.getByText("1 of 3, 1 unknown")).toBeTruthy());
  expect(engines.getAllByText("2 of 3, 1 unknown")).toHaveLength(2);
  const table = await screen.findByRole("table", { name: "Engines by server at the last discovery" });
  const rows = within(table).getAllByRole("row");
  expect(rows[1]?.textContent).toContain("Vdbench 5.04.07found");
  expect(rows[2]?.textContent).toContain(`${NO_JAVA}missing`);
  expect(rows[3]?.textContent).toContain("unknown, not discovered yet");
  expect(document.querySelector("main img")).toBeNull();
  // A person who may not see the package gets no refused request either.
  expect(screen.getByText("Only administrators can see, upload and remove the package.")).toBeTruthy();
  expect(lab.requests.some((call) => call.includes("engine-packages"))).toBe(false);
});

test("a zip is sent as it is, with its progress, and what was checked is shown", async () => {
  let stored: EnginePackage | null = null;
  let finish = () => {};
  const wait = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const lab = labWith({
    ...ADMIN,
    "GET /api/v1/engine-packages": () => ({ items: stored ? [stored] : [], next_cursor: null }),
    [`PUT ${PACKAGE}`]: async () => {
      await wait;
      stored = STORED;
      return STORED;
    },
  });
  openPage("/settings/engines", lab);

  expect(await screen.findByText("No Vdbench package uploaded.")).toBeTruthy();
  await choose(zip());
  expect(await screen.findByRole("progressbar", { name: "Uploading vdbench50407.zip" })).toBeTruthy();
  const [sent] = lab.forms;
  expect(sent?.headers).toEqual({ "Content-Type": "application/zip" });
  expect(sent?.form).toBeInstanceOf(File);
  finish();
  const message = "Vdbench 5.04.07 was checked and stored. Servers without Vdbench get it at their next discovery.";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText(STORED.sha256)).toBeTruthy();
  expect(screen.getByText("rack-4 (Vdbench 5.04.07)")).toBeTruthy();
});

test("what is no package is refused in the words of the lab, and what is too large is not sent", async () => {
  const lab = labWith({
    ...ADMIN,
    "GET /api/v1/engine-packages": { items: [STORED], next_cursor: null },
    [`PUT ${PACKAGE}`]: problem(422, "The package is not a distribution of Vdbench: vdbench.jar are not in it."),
  });
  openPage("/settings/engines", lab);

  await choose(zip());
  expect(
    await screen.findByText("The package is not a distribution of Vdbench: vdbench.jar are not in it."),
  ).toBeTruthy();
  const large = zip();
  Object.defineProperty(large, "size", { value: 33 * 1024 ** 2 });
  await choose(large);
  expect(await screen.findByText(/has 33 MiB. A distribution has at most 32 MiB. Nothing was sent./)).toBeTruthy();
  expect(lab.forms).toHaveLength(1);
  expect(screen.getByText(STORED.sha256)).toBeTruthy();
});

test("a package is taken away after a question", async () => {
  let stored: EnginePackage | null = STORED;
  const lab = labWith({
    ...ADMIN,
    "GET /api/v1/engine-packages": () => ({ items: stored ? [stored] : [], next_cursor: null }),
    [`DELETE ${PACKAGE}`]: () => {
      stored = null;
      return new Response(null, { status: 204 });
    },
  });
  openPage("/settings/engines", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove the Vdbench package?" }));
  fireEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No Vdbench package uploaded.")).toBeTruthy();
});

test("the address from before the settings leads there", async () => {
  const { router } = openPage("/engines", labWith({ ...VIEWER }));
  expect(await screen.findByRole("heading", { level: 1, name: "Engines" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/settings/engines");
});
