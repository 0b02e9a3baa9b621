/** One server and the form that adds one, opened as pages. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

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
  openPage("/inventory/servers/s-1", lab);

  expect(await screen.findByText("SHA256:abc")).toBeTruthy();
  expect(screen.getByText("ssh-ed25519 AAAA storagelab")).toBeTruthy();
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
  openPage("/inventory/servers/s-1", lab);

  expect(await screen.findByText("No answer from 10.0.0.4 port 22 within 10 s.")).toBeTruthy();
  expect(screen.queryByText("Confirm the host key")).toBeNull();
});

test("a server reached through SSH needs an address and a user before anything is sent", async () => {
  const lab = stubLab({});
  openPage("/inventory/servers/new", lab);

  fireEvent.click(await screen.findByRole("radio", { name: "Through SSH" }));
  fireEvent.click(screen.getByRole("button", { name: "Add server" }));

  expect(await screen.findByText("Say where the server is.")).toBeTruthy();
  expect(screen.getByText("Say which account to use.")).toBeTruthy();
  expect(lab.asked.some((line) => line.startsWith("POST"))).toBe(false);
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
  const { router } = openPage("/inventory/servers/new", lab);

  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: "rack-4" } });
  fireEvent.click(screen.getByRole("button", { name: "Add server" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/inventory/servers/s-1"));
  expect(sent).toEqual([
    { name: "rack-4", transport: "local", address: null, port: 22, username: null, host_key_fingerprint: null },
  ]);
});
