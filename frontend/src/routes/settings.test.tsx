/** The settings, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { changePreferences, readPreferences } from "@/lib/preferences";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, problem, stubLab, VIEWER } from "@/testing/stub-lab";

beforeEach(() => changePreferences({ shortcuts: true }));

const LAB = { paused: false, reason: null, since: null, by: null, public_key: "ssh-ed25519 AAAA lab" };

test("an operator sees who is signed in and the lab's key, and no way to what is for administrators", async () => {
  openPage("/settings", stubLab({ "GET /api/v1/lab": LAB }));

  const account = await screen.findByRole("region", { name: "Your account" });
  expect(account.textContent).toContain("ada");
  expect(account.textContent).toContain("operator");
  expect(screen.getByText("ssh-ed25519 AAAA lab")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Users" })).toBeNull();
});

test("single keys are switched off, and stay so", async () => {
  openPage("/settings", stubLab({ "GET /api/v1/lab": LAB }));

  fireEvent.click(await screen.findByRole("switch", { name: /Keyboard shortcuts/ }));

  expect(readPreferences().shortcuts).toBe(false);
  expect((screen.getByRole("switch", { name: /Keyboard shortcuts/ }) as HTMLInputElement).checked).toBe(false);
});

test("the theme is chosen in words", async () => {
  openPage("/settings", stubLab({ "GET /api/v1/lab": LAB }));

  fireEvent.click(await screen.findByRole("radio", { name: "Dark" }));

  await waitFor(() => expect(document.documentElement.getAttribute("data-mantine-color-scheme")).toBe("dark"));
  fireEvent.click(screen.getByRole("radio", { name: "Light" }));
});

const token = (changes: object = {}) => ({
  id: "t-1",
  name: "ci",
  role: "operator",
  owner: "grace",
  created_at: AT,
  expires_at: "2999-01-01T00:00:00Z",
  last_used_at: null,
  revoked_at: null,
  ...changes,
});
const page = (...items: object[]) => ({ items, next_cursor: null });

test("a token is made, shown once, and revoked after a question", async () => {
  let bodies: unknown[] = [];
  let revoked_at: string | null = null;
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/tokens": () => page(token({ revoked_at }), token({ id: "t-2", name: "old", expires_at: AT })),
    "POST /api/v1/tokens": async (request) => {
      bodies = [...bodies, await request.json()];
      return { ...token(), token: "sl_secret" };
    },
    "DELETE /api/v1/tokens/t-1": () => {
      revoked_at = AT;
      return new Response(null, { status: 204 });
    },
  });
  openPage("/settings/tokens", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Create token" }));
  expect(await screen.findByText("Enter a name.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: " ci " } });
  fireEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("sl_secret")).toBeTruthy();
  expect(bodies).toEqual([{ name: "ci", role: "viewer", expires_in_days: 90 }]);

  const old = screen.getByText("old").closest("tr") as HTMLElement;
  expect(old.textContent).toContain("expired");
  expect(within(old).queryByRole("button")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Revoke the token ci" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("revoked")).toBeTruthy();
});

test("who may not see the tokens is told who can mend that, and offered no form", async () => {
  openPage(
    "/settings/tokens",
    stubLab({ ...VIEWER, "GET /api/v1/tokens": () => problem(403, "This needs the role admin.") }),
  );

  expect(await screen.findByText("This needs the role admin.")).toBeTruthy();
  expect(screen.getByText(/An administrator can change it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create token" })).toBeNull();
});

const user = (changes: object = {}) => ({
  id: "u-7",
  name: "linus",
  role: "viewer",
  created_at: AT,
  disabled_at: null,
  fixed: false,
  ...changes,
});

test("somebody who is added gets a link, and is disabled and enabled again", async () => {
  let disabled_at: string | null = null;
  const added = user();
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/users": () =>
      page(
        user({ disabled_at }),
        user({ id: "u-3", name: "grace", role: "admin" }),
        user({ id: "u-0", name: "admin", role: "admin", fixed: true }),
      ),
    "POST /api/v1/users": added,
    "POST /api/v1/users/u-7/sign-in-link": { user: added, address: "http://lab.test/sign-in#once", expires_at: AT },
    "PATCH /api/v1/users/u-7": async (request) => {
      const { disabled } = (await request.json()) as { disabled: boolean };
      disabled_at = disabled ? AT : null;
      return user({ disabled_at });
    },
  });
  openPage("/settings/users", lab);

  const name = await screen.findByLabelText(/^Name/);
  fireEvent.change(name, { target: { value: "Linus" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText(/Start with a small letter/)).toBeTruthy();
  fireEvent.change(name, { target: { value: "linus" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("http://lab.test/sign-in#once")).toBeTruthy();

  fireEvent.click(screen.getByRole("button", { name: "Disable linus" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Disable" }));
  fireEvent.click(await screen.findByRole("button", { name: "Enable linus" }));
  expect(await screen.findByRole("button", { name: "Disable linus" })).toBeTruthy();

  expect(screen.queryByRole("button", { name: "Disable grace" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Disable admin" })).toBeNull();
});
