/** The editor of profiles, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { aCheck, aProfileDetail } from "@/testing/profile-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const PATIENCE = { timeout: 5000 };

function textArea(): HTMLTextAreaElement {
  return screen.getByLabelText("Profile in YAML");
}

test("problems stand at their lines, and a sound text is saved as a new profile", async () => {
  const sent: Record<string, unknown>[] = [];
  const lab = stubLab({
    "POST /api/v1/profiles/validate": async (request) => {
      const { text } = await request.json();
      if (!text.includes("wrong")) return aCheck();
      const problems = [{ path: "phases.0.kind", line: 2, message: "'wrong' is not one of fill" }];
      return aCheck({ problems, profile: null, job_files: [] });
    },
    "POST /api/v1/profiles": async (request) => {
      sent.push({ ...(await request.json()), key: request.headers.get("Idempotency-Key") });
      return sent.length === 1 ? problem(409, "The profile my-reads already exists.") : aProfileDetail();
    },
    "GET /api/v1/profiles/my-reads": aProfileDetail(),
  });
  const { router } = openPage("/profiles/new", lab);

  expect(await screen.findByText("Valid", undefined, PATIENCE)).toBeTruthy();
  expect(textArea().value).toContain("name: my-profile");
  fireEvent.change(textArea(), { target: { value: "name: a\nkind: wrong\nx: 1\n" } });
  expect(screen.getByRole("button", { name: "Save as a new profile" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: "Line 2" }, PATIENCE));
  expect(document.activeElement).toBe(textArea());
  expect(textArea().value.slice(textArea().selectionStart, textArea().selectionEnd)).toBe("kind: wrong");
  expect(textArea().getAttribute("aria-invalid")).toBe("true");
  // Behind its line, and in the list.
  expect(screen.getAllByText("'wrong' is not one of fill")).toHaveLength(2);
  fireEvent.change(textArea(), { target: { value: "name: my-reads\n" } });
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "First" } });
  const button = screen.getByRole("button", { name: "Save as a new profile" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false), PATIENCE);
  fireEvent.click(screen.getByRole("tab", { name: "Job files" }));
  expect(await screen.findByText(/rw=write/)).toBeTruthy();
  fireEvent.click(button);
  expect(await screen.findByText("The profile my-reads already exists.")).toBeTruthy();
  fireEvent.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe("/profiles/my-reads"));
  expect(sent[1]).toMatchObject({ text: "name: my-reads\n", note: "First", based_on: null });
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

test("a copy begins with the text of the other and says what it is based on", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/profiles/my-reads": aProfileDetail({ version: 1 }),
    "POST /api/v1/profiles/validate": aCheck(),
    "POST /api/v1/profiles": async (request) => {
      sent.push(await request.json());
      return aProfileDetail();
    },
  });
  openPage("/profiles/new?from=my-reads@1", lab);

  await screen.findByLabelText("Profile in YAML", undefined, PATIENCE);
  expect(textArea().value).toBe("# mine\nname: my-reads-copy\nversion: 1\ntitle: My reads\n");
  const button = screen.getByRole("button", { name: "Save as a new profile" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false), PATIENCE);
  fireEvent.click(button);
  await waitFor(() => expect(sent).toMatchObject([{ based_on: "my-reads@1" }]));
  expect(lab.requests).toContain("GET /api/v1/profiles/my-reads?version=1");
});

test("the next version goes out from the newest, and a lost one is told", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/profiles/my-reads": aProfileDetail({ version: 4, latest_version: 4 }),
    "POST /api/v1/profiles/validate": aCheck(),
    "POST /api/v1/profiles/my-reads/versions": async (request) => {
      sent.push(await request.json());
      return problem(409, "my-reads is at version 5, and your change is based on version 4.");
    },
  });
  openPage("/profiles/my-reads/edit", lab);

  await screen.findByLabelText("Profile in YAML", undefined, PATIENCE);
  expect(textArea().value).toContain("version: 5");
  const button = screen.getByRole("button", { name: "Save as version 5" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false), PATIENCE);
  fireEvent.click(button);
  expect(await screen.findByText("my-reads is at version 5, and your change is based on version 4.")).toBeTruthy();
  expect(sent).toMatchObject([{ expected_version: 4 }]);
});

test("a job file is read with its remarks by line, and the text before can be brought back", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "POST /api/v1/profiles/validate": aCheck(),
    "POST /api/v1/profiles/from-job-file": async (request) => {
      const given = await request.json();
      sent.push(given);
      const refused = { line: 2, level: "refused", words: "exec_prerun would run a command" };
      if (given.text.includes("exec_prerun")) return { text: null, document: null, findings: [refused] };
      const dropped = { line: 1, level: "dropped", words: "the lab chooses the target" };
      return { text: "name: fio-1\nversion: 1\n", document: {}, findings: [dropped] };
    },
  });
  openPage("/profiles/new", lab);

  await screen.findByLabelText("Profile in YAML", undefined, PATIENCE);
  const before = textArea().value;
  const chooser = screen.getByLabelText("Choose a file", { selector: "input" });
  fireEvent.change(chooser, { target: { files: [new File(["[a]\r\nexec_prerun=x\r\n"], "bad.fio")] } });
  expect(await screen.findByText("Could not convert bad.fio. Your text is unchanged.")).toBeTruthy();
  const remarks = within(screen.getByRole("table", { name: "Remarks on the file, by line" }));
  expect(remarks.getByText("exec_prerun would run a command")).toBeTruthy();
  expect(remarks.getByText("exec_prerun=x")).toBeTruthy();
  expect(textArea().value).toBe(before);
  fireEvent.change(chooser, { target: { files: [new File(["sd=sd1,lun=/dev/x\n"], "good.vdb")] } });
  await waitFor(() => expect(textArea().value).toBe("name: fio-1\nversion: 1\n"));
  expect(sent).toEqual([
    { engine: "fio", text: "[a]\nexec_prerun=x\n" },
    { engine: "vdbench", text: "sd=sd1,lun=/dev/x\n" },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(textArea().value).toBe(before);
  fireEvent.change(chooser, { target: { files: [new File(["\0\0"], "x.bin")] } });
  expect(await screen.findByText("The file is not text.")).toBeTruthy();
});

test("a profile of the catalogue is copied and not edited, and a viewer saves nothing", async () => {
  const lab = stubLab({
    ...VIEWER,
    "GET /api/v1/profiles/quick-4k": aProfileDetail({ name: "quick-4k", origin: "catalogue" }),
  });
  const { router } = openPage("/profiles/quick-4k/edit", lab);
  expect(await screen.findByText("Built-in profile")).toBeTruthy();
  await router.navigate({ to: "/profiles/new" });
  expect(await screen.findByText("Your role is viewer and cannot save profiles.", undefined, PATIENCE)).toBeTruthy();
});
