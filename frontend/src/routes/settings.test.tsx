/** The settings, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changePreferences, readPreferences } from "@/lib/preferences";
import { stubNotifications } from "@/testing/browser-notifications";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aSession, SETTINGS } from "@/testing/personal-objects";
import { ADMIN, problem, stubLab, VIEWER } from "@/testing/stub-lab";

beforeEach(() => changePreferences({ shortcuts: true, browserNotices: true, density: "comfortable" }));
afterEach(() => void vi.unstubAllGlobals());

const LAB = { paused: false, reason: null, since: null, by: null, public_key: "ssh-ed25519 AAAA lab" };

const sections = async () => within(await screen.findByRole("navigation", { name: "Settings" }));

test("each section of the settings has its page", async () => {
  openPage("/settings", stubLab(ADMIN));
  const links = (await sections()).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Account", "/settings"],
    ["Appearance", "/settings/appearance"],
    ["Notifications", "/settings/notifications"],
    ["Shortcuts", "/settings/shortcuts"],
    ["Tokens", "/settings/tokens"],
    ["Users", "/settings/users"],
    ["Engines", "/settings/engines"],
    ["Demo data", "/settings/demo"],
    ["Public page", "/settings/public-page"],
    ["Lab", "/settings/lab"],
  ]);
});

test("an operator sees who is signed in, and no way to what is for administrators", async () => {
  openPage("/settings", stubLab({ "GET /api/v1/lab": LAB }));

  const account = await screen.findByRole("region", { name: "Your account" });
  expect(account.textContent).toContain("ada");
  expect(account.textContent).toContain("operator");
  expect((await sections()).queryByRole("link", { name: /Users|Tokens|Public page/ })).toBeNull();
});

test("the lab's key is shown to be copied", async () => {
  openPage("/settings/lab", stubLab({ "GET /api/v1/lab": LAB }));
  expect(await screen.findByText("ssh-ed25519 AAAA lab")).toBeTruthy();
});

test("single keys are switched off, and stay so", async () => {
  openPage("/settings/shortcuts", stubLab({ "GET /api/v1/lab": LAB }));

  fireEvent.click(await screen.findByRole("switch", { name: "Single-key shortcuts" }));

  expect(readPreferences().shortcuts).toBe(false);
  expect((screen.getByRole("switch", { name: "Single-key shortcuts" }) as HTMLInputElement).checked).toBe(false);
});

test("the theme is chosen by its picture, and Undo takes it back", async () => {
  openPage("/settings/appearance", stubLab({}));
  const scheme = () => document.documentElement.getAttribute("data-mantine-color-scheme");
  fireEvent.click(await screen.findByRole("radio", { name: "Light" }));
  fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(scheme()).toBe("dark"));
  expect(screen.getByText(/^Saved \d\d:\d\d$/).getAttribute("role")).toBe("status");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(scheme()).toBe("light"));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("the density is that of the document, and stays so in this browser", async () => {
  const first = openPage("/settings/appearance", stubLab({}));
  fireEvent.click(await screen.findByRole("radio", { name: "Compact" }));
  await waitFor(() => expect(document.documentElement.dataset.density).toBe("compact"));
  first.unmount();
  document.documentElement.removeAttribute("data-density");

  openPage("/help", stubLab({}));
  await waitFor(() => expect(document.documentElement.dataset.density).toBe("compact"));
  changePreferences({ density: "comfortable" });
  await waitFor(() => expect(document.documentElement.dataset.density).toBe("comfortable"));
});

/** Build a lab that stores the settings it receives. */
function labWithSettings() {
  const bodies: unknown[] = [];
  let settings = SETTINGS;
  const lab = stubLab({
    "GET /api/v1/session": () => aSession({}, settings),
    "PATCH /api/v1/session": async (request) => {
      const body = (await request.json()) as {
        settings: { notices?: Record<string, object>; follow_started?: boolean };
      };
      bodies.push(body.settings);
      const { notices = {}, follow_started = settings.follow_started } = body.settings;
      const changed = Object.entries(settings.notices).map(([kind, current]) => [
        kind,
        { ...current, ...notices[kind] },
      ]);
      settings = { ...settings, follow_started, notices: Object.fromEntries(changed) as typeof SETTINGS.notices };
      return aSession({}, settings);
    },
  });
  return { lab, bodies };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("a kind of notice is turned off in one place, at once, and Undo turns it on", async () => {
  const { lab, bodies } = labWithSettings();
  openPage("/settings/notifications", lab);
  const name = "Browser: A run I follow finishes";
  fireEvent.click(await screen.findByRole("checkbox", { name }));
  expect(await screen.findByText(/^Saved/)).toBeTruthy();
  expect(box(name).checked).toBe(false);
  expect(box("Bell: A run I follow finishes").checked).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(box(name).checked).toBe(true));
  await waitFor(() =>
    expect(bodies).toEqual([
      { notices: { run_finished: { browser: false } } },
      { notices: { run_finished: { browser: true } } },
    ]),
  );
});

test("a setting that the lab does not take is taken back and said", async () => {
  const refused = () => problem(500, "The lab has a problem.");
  openPage("/settings/notifications", stubLab({ "PATCH /api/v1/session": refused }));
  fireEvent.click(await screen.findByRole("switch", { name: "Follow runs I start" }));
  expect(await screen.findByText("Could not save the setting")).toBeTruthy();
  const own = () => screen.getByRole<HTMLInputElement>("switch", { name: "Follow runs I start" });
  await waitFor(() => expect(own().checked).toBe(true));
});

test("a browser that may show no notifications says so, and asks for nothing", async () => {
  const { requestCount } = stubNotifications("default");
  openPage("/settings/notifications", stubLab({}));
  const own = await screen.findByRole<HTMLInputElement>("switch", { name: "Show notifications in this browser" });
  expect(own.disabled).toBe(true);
  expect(screen.getByText(/^Not allowed yet\. Choose Notify me on a run/)).toBeTruthy();
  expect(requestCount()).toBe(0);
});

test("a browser that may show them can be tried", async () => {
  const { shown } = stubNotifications("granted");
  openPage("/settings/notifications", stubLab({}));
  fireEvent.click(await screen.findByRole("button", { name: "Send a test" }));
  expect(shown.map(({ title }) => title)).toEqual(["Notifications work"]);
});

test("demo data is removed with a way back", async () => {
  let count = 96;
  const lab = stubLab({
    "GET /api/v1/demo-data": () => ({ run_count: count }),
    "DELETE /api/v1/demo-data": () => {
      count = 0;
      return { removed_count: 96, preserved_runs: [] };
    },
    "POST /api/v1/demo-data": () => {
      count = 96;
      return { run_count: 96 };
    },
  });
  openPage("/settings/demo", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Remove demo data" }));
  fireEvent.click(await screen.findByRole("button", { name: "Restore demo data" }));
  expect(await screen.findByRole("button", { name: "Remove demo data" })).toBeTruthy();
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
