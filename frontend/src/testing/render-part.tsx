/** Shows one part in a page of its own, with the router that its links need. */
import { MantineProvider } from "@mantine/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";

/** Every address leads to the same page; the present one is `router.state.location`. */
export async function renderPart(part: ReactNode) {
  const root = createRootRoute({ component: () => <main>{part}</main> });
  const anywhere = createRoute({ getParentRoute: () => root, path: "$" });
  const home = createRoute({ getParentRoute: () => root, path: "/" });
  const router = createRouter({
    routeTree: root.addChildren([home, anywhere]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const { container } = render(
    <MantineProvider>
      {/* The types know the router of the lab only. */}
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByRole("main");
  return { router, container };
}
