/** Opens an address in the whole application, against a stub lab. */
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createApi } from "@/api/client";
import { Providers } from "@/app/providers";
import { createQueryClient } from "@/app/query-client";
import { createLabRouter } from "@/app/router";
import { createReachability } from "@/lib/reachability";
import type { StubLab } from "./stub-lab";

/** The address after every navigation is `router.state.location`. */
export function openPage(address: string, lab: StubLab) {
  const api = createApi({
    fetch: lab.fetch,
    reachability: createReachability(),
    baseUrl: "http://lab.test",
    openStream: lab.openStream,
    sendForm: lab.sendForm,
  });
  const queryClient = createQueryClient(() => undefined);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createLabRouter({ api, queryClient }, history);
  const { unmount } = render(
    <Providers api={api} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, unmount };
}
