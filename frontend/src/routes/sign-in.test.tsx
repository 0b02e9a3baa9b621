/** Signing in and out, opened as pages. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const SESSION = { user: { id: "u-1", name: "ada", role: "operator" } };
const RUNS = { items: [], next_cursor: null };

/** Build a lab that knows no person until the token `good` is posted, and accepts that token once. */
function closedLab() {
  let signedIn = false;
  let spent = false;
  return stubLab({
    "GET /api/v1/session": () => (signedIn ? SESSION : problem(401, "Sign in first.")),
    "POST /api/v1/session": async (request) => {
      const { token } = (await request.json()) as { token: string };
      if (token !== "good" || spent) return problem(401, "This link was used or is too old.");
      spent = true;
      signedIn = true;
      return SESSION;
    },
    "DELETE /api/v1/session": () => {
      signedIn = false;
      return new Response(null, { status: 204 });
    },
    "GET /api/v1/runs": RUNS,
  });
}

test("without a session every page leads to the sign-in and remembers where it was going", async () => {
  const { router } = openPage("/runs?state=failed", closedLab());

  expect(await screen.findByRole("heading", { name: "Sign in to Storage Lab" })).toBeTruthy();
  expect(router.state.location.search).toEqual({ next: "/runs?state=failed&q=state%3Afailed" });
});

test("the token in the address is spent once, leaves the address, and the wanted page opens", async () => {
  const lab = closedLab();
  const { router } = openPage("/sign-in?next=%2Fruns%3Fstate%3Dfailed#good", lab);

  await waitFor(() => expect(router.state.location.pathname).toBe("/runs"));

  expect(router.state.location.href).toBe("/runs?q=state%3Afailed");
  expect(lab.requests.filter((line) => line === "POST /api/v1/session")).toHaveLength(1);
});

test("a link that was used is refused in words, and another can be pasted", async () => {
  const { router } = openPage("/sign-in#old", closedLab());

  expect(await screen.findByText("This link was used or is too old.")).toBeTruthy();
  expect(router.state.location.hash).toBe("");
  fireEvent.change(screen.getByLabelText("One-time link"), {
    target: { value: " http://127.0.0.1:8000/sign-in#good\n" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("signing out ends the session, forgets what was opened and leads to the sign-in", async () => {
  localStorage.setItem("storagelab-recent", JSON.stringify([{ path: "/runs/r-4", name: "r-4 · Secret drive" }]));
  const lab = stubLab({
    "GET /api/v1/runs": RUNS,
    "DELETE /api/v1/session": () => new Response(null, { status: 204 }),
  });
  const { router } = openPage("/runs", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Signed in as ada" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Sign out" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/sign-in"));
  expect(lab.requests).toContain("DELETE /api/v1/session");
  expect(localStorage.getItem("storagelab-recent")).toBe("[]");
});

test("an address that leads nowhere says so and shows a way out", async () => {
  const { router } = openPage("/nowhere", closedLab());

  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/nowhere");
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.getByRole("link", { name: "Go to the runs" }).getAttribute("href")).toBe("/runs");
});
