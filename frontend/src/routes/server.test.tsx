/** One server and the form that adds one, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ServerWindow } from "@/api/types";
import { aTree } from "@/testing/hardware-objects";
import { AT, aDrive, anEnrolmentOf, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, stubLab, VIEWER } from "@/testing/stub-lab";

const NO_DRIVES = { items: [], next_cursor: null };
const REMOTE = {
  transport: "ssh",
  address: "10.0.0.4",
  port: 22,
  username: "lab",
  state: "new",
  lab_public_key: "ssh-ed25519 AAAA storagelab",
} as const;

test("the offered host key is shown and trusted only when confirmed", async () => {
  const confirmed: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/servers/s-1": aServer({ ...REMOTE, offered_host_key_fingerprint: "SHA256:abc" }),
    "GET /api/v1/drives": NO_DRIVES,
    "POST /api/v1/servers/s-1/host-key": async (request) => {
      confirmed.push(await request.json());
      return aServer(REMOTE);
    },
  });
  openPage("/servers/s-1?tab=maintenance", lab);

  expect(await screen.findByText("SHA256:abc")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download server-setup.sh" }).getAttribute("href")).toBe(
    "http://lab.test/api/v1/servers/s-1/setup-script",
  );
  expect(screen.getByText("scp server-setup.sh root@10.0.0.4:")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Trust this key" }));

  await waitFor(() => expect(confirmed).toEqual([{ fingerprint: "SHA256:abc" }]));
});

test("what went wrong at the last contact stands on the page", async () => {
  const last_error = { kind: "infrastructure", message: "No answer from 10.0.0.4 port 22 within 10 s." };
  const lab = stubLab({
    "GET /api/v1/servers/s-1": aServer({
      ...REMOTE,
      state: "unreachable",
      host_key_fingerprint: "SHA256:abc",
      last_error,
    }),
    "GET /api/v1/drives": NO_DRIVES,
  });
  openPage("/servers/s-1", lab);

  expect(await screen.findByText("No answer from 10.0.0.4 port 22 within 10 s.")).toBeTruthy();
  expect(screen.getByText(/^Last seen /)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(lab.requests).toContain("POST /api/v1/servers/s-1/discover"));
  expect(screen.queryByText("Confirm the host key")).toBeNull();
});

test("a server that is not there says so under a heading, with the way to the others", async () => {
  openPage("/servers/s-1", stubLab({}));

  expect(await screen.findByRole("heading", { level: 1, name: "Could not load the server" })).toBeTruthy();
  expect(screen.getByText("There is nothing at /api/v1/servers/s-1.")).toBeTruthy();
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(trail.getByRole("link", { name: "Servers" })).toBeTruthy();
});

test("a server reached through SSH needs an address and a user before anything is sent", async () => {
  const lab = stubLab({});
  openPage("/servers/new", lab);

  fireEvent.click(await screen.findByRole("radio", { name: "SSH" }));
  fireEvent.click(screen.getByRole("button", { name: "Add a server" }));

  expect(await screen.findByText("Enter an address.")).toBeTruthy();
  expect(screen.getByText("Enter a user.")).toBeTruthy();
  expect(lab.requests.some((line) => line.startsWith("POST"))).toBe(false);
});

test("this machine is added by name alone, and its page opens", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "POST /api/v1/servers": async (request) => {
      sent.push(await request.json());
      return aServer();
    },
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/drives": NO_DRIVES,
  });
  const { router } = openPage("/servers/new", lab);

  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: "rack-4" } });
  fireEvent.click(screen.getByRole("button", { name: "Add a server" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/servers/s-1"));
  expect(sent).toEqual([
    { name: "rack-4", transport: "local", address: null, port: 22, username: null, host_key_fingerprint: null },
  ]);
});

test("a drive is enrolled by the end of its serial number, and the command for the server is shown", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/drives": { items: [aDrive({ serial: "S6CKNX0W100001", filesystem: "ext4" })], next_cursor: null },
    "GET /api/v1/enrolments": NO_DRIVES,
    "POST /api/v1/enrolments": async (request) => {
      sent.push(await request.json());
      return { id: "enrolment-1", state: "proposed", command: "sudo storagelab-runner enrol --stable-id nvme-DRIVE_1" };
    },
  });
  openPage("/servers/s-1?tab=drives", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Enrol /dev/nvme1n1…" }));
  const dialog = await screen.findByRole("dialog", { name: "Enrol /dev/nvme1n1" });
  expect(within(dialog).getByText("ext4")).toBeTruthy();
  const ending = within(dialog).getByLabelText(/Last 6 characters/) as HTMLInputElement;
  expect(ending.value).toBe("");
  fireEvent.change(ending, { target: { value: "100002" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
  expect(await within(dialog).findByText(/The serial number of this drive ends differently/)).toBeTruthy();
  expect(sent).toEqual([]);

  fireEvent.change(ending, { target: { value: "100001" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
  expect(await within(dialog).findByText("sudo storagelab-runner enrol --stable-id nvme-DRIVE_1")).toBeTruthy();
  expect(sent).toEqual([{ server_id: "server-1", stable_id: "nvme-DRIVE_1", serial_ending: "100001" }]);
});

test("a drive is protected and its enrolment said in words", async () => {
  const drives = [aDrive({ enrolment: anEnrolmentOf({ state: "void", void_reason: "Its size changed." }) })];
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/drives": () => ({ items: drives, next_cursor: null }),
    "PATCH /api/v1/drives/drive-1": async (request) => {
      const change = await request.json();
      drives[0] = aDrive(change);
      return drives[0];
    },
  });
  openPage("/servers/s-1?tab=drives", lab);

  expect(await screen.findByText("ended: Its size changed.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Protect /dev/nvme1n1" }));
  expect(await screen.findByText("protected")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Enrol / })).toBeNull();
});

const QUARANTINED = aServer({
  state: "quarantined",
  state_reason: "A neighbouring drive changed during r-7.",
  unknown_attempts: [{ attempt_id: null, message: "fio (process 4711) holds /dev/nvme1n1 open." }],
});

test("a server leaves quarantine by a reason, and is taken over only by its name", async () => {
  const sent: unknown[] = [];
  const keep = async (request: Request) => {
    sent.push([new URL(request.url).pathname.split("/").at(-1), await request.json()]);
    return QUARANTINED;
  };
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/servers/s-1": QUARANTINED,
    "GET /api/v1/drives": NO_DRIVES,
    "POST /api/v1/servers/s-1/release": keep,
    "POST /api/v1/servers/s-1/resync": keep,
  });
  openPage("/servers/s-1", lab);

  expect(await screen.findByText("A neighbouring drive changed during r-7.")).toBeTruthy();
  expect(screen.getByText("fio (process 4711) holds /dev/nvme1n1 open.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Release…" }));
  const release = await screen.findByRole("dialog", { name: "Release this server?" });
  fireEvent.click(within(release).getByRole("button", { name: "Discover and release" }));
  expect(await within(release).findByText("Give a reason.")).toBeTruthy();
  fireEvent.change(within(release).getByLabelText(/^Reason/), { target: { value: " looked at it " } });
  fireEvent.click(within(release).getByRole("button", { name: "Discover and release" }));
  await waitFor(() => expect(sent).toEqual([["release", { reason: "looked at it" }]]));

  fireEvent.click(screen.getByRole("button", { name: "Resync…" }));
  const resync = await screen.findByRole("dialog", { name: "Take this server over?" });
  fireEvent.change(within(resync).getByLabelText(/Type the name/), { target: { value: "rack-4" } });
  fireEvent.change(within(resync).getByLabelText(/^Reason/), { target: { value: "restored" } });
  fireEvent.click(within(resync).getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["resync", { name: "rack-4", reason: "restored" }]));
});

test("a viewer sees why a server is in quarantine, and no button", async () => {
  const lab = stubLab({
    ...VIEWER,
    "GET /api/v1/servers/s-1": QUARANTINED,
    "GET /api/v1/servers/s-1/tree": aTree(),
    "GET /api/v1/drives": { items: [aDrive()], next_cursor: null },
  });
  openPage("/servers/s-1?tab=drives", lab);

  expect(await screen.findByText("An administrator can release it.")).toBeTruthy();
  expect(await screen.findByText("not enrolled")).toBeTruthy();
  const main = within(screen.getByRole("main"));
  expect(main.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["Saved views"]);
});

test("a maintenance window is planned and removed", async () => {
  const windows: ServerWindow[] = [];
  const lab = stubLab({
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/drives": NO_DRIVES,
    "GET /api/v1/servers/s-1/windows": ({ url }) => ({
      items: url.includes("kind=maintenance") ? windows : [],
      next_cursor: null,
    }),
    "POST /api/v1/servers/s-1/windows": async (request) => {
      const { kind, starts_at, ends_at, reason } = await request.json();
      windows.push({
        id: "w-1",
        kind,
        starts_at: starts_at ?? AT,
        ends_at,
        reason,
        is_on: true,
        created_by_id: "u-1",
        created_by: "ada",
        released_at: null,
        created_at: AT,
      });
      return windows[0] ?? {};
    },
    "DELETE /api/v1/servers/s-1/windows/w-1": () => {
      windows.pop();
      return new Response(null, { status: 204 });
    },
  });
  openPage("/servers/s-1?tab=maintenance", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Plan a window…" }));
  const dialog = await screen.findByRole("dialog", { name: "Plan a maintenance window" });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: "new drives" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Plan window" }));
  expect(await within(dialog).findByText("Enter an end.")).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Until/), { target: { value: "2099-01-01T12:00" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Plan window" }));

  fireEvent.click(await screen.findByRole("button", { name: "Remove the window for new drives" }));
  expect(await screen.findByText("No maintenance windows.")).toBeTruthy();
});
