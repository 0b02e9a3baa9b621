/** The button that follows a job. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createApi } from "@/api/client";
import { ApiProvider } from "@/api/context";
import { createReachability } from "@/lib/reachability";
import { loadToasts } from "@/shell/toasts";
import { stubNotifications } from "@/testing/browser-notifications";
import { problem, stubLab } from "@/testing/stub-lab";
import { NotifyButton } from "./notify-button";

afterEach(() => void vi.unstubAllGlobals());

async function show(followed: boolean, answer?: () => Response) {
  const bodies: unknown[] = [];
  const lab = stubLab({
    "PUT /api/v1/jobs/j-1/follow": async (request) => {
      const body = (await request.json()) as object;
      bodies.push(body);
      return answer?.() ?? body;
    },
  });
  const api = createApi({ ...lab, baseUrl: "http://lab.test", reachability: createReachability() });
  const { ToastLayer } = await loadToasts();
  render(
    <MantineProvider>
      <ApiProvider api={api}>
        <QueryClientProvider client={new QueryClient()}>
          <NotifyButton jobRef="j-1" followed={followed} />
          <ToastLayer />
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>,
  );
  return bodies;
}

test("one click follows and asks the browser, and the state is shown", async () => {
  const { requestCount } = stubNotifications("default", "granted");
  const bodies = await show(false);
  expect(requestCount()).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Notify me", pressed: false }));
  expect(await screen.findByRole("button", { name: "Following", pressed: true })).toBeTruthy();
  expect([requestCount(), bodies]).toEqual([1, [{ following: true }]]);
  expect(await screen.findByText(/This browser tells you/)).toBeTruthy();
});

test("a browser that refuses is said, and notices still reach the bell", async () => {
  stubNotifications("default", "denied");
  await show(false);
  fireEvent.click(screen.getByRole("button", { name: "Notify me" }));
  expect(await screen.findByRole("button", { name: "Following" })).toBeTruthy();
  expect(await screen.findByText(/appears in the bell\. This browser blocks/)).toBeTruthy();
});

test("another click follows no longer, and asks nothing", async () => {
  const { requestCount } = stubNotifications("default");
  const bodies = await show(true);
  fireEvent.click(screen.getByRole("button", { name: "Following" }));
  expect(await screen.findByRole("button", { name: "Notify me" })).toBeTruthy();
  expect([requestCount(), bodies]).toEqual([0, [{ following: false }]]);
});

test("a job that cannot be followed is said", async () => {
  stubNotifications("granted");
  await show(false, () => problem(404, "There is no job j-1."));
  fireEvent.click(screen.getByRole("button", { name: "Notify me" }));
  expect(await screen.findByText("There is no job j-1.")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Notify me" })).toBeTruthy());
});
