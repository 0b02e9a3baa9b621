/** The pages for an address that leads nowhere, for a fault of ours, and for the first moment. */
import { Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { body } from "@/api/client";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { ButtonLink } from "@/components/link";
import { NotShown } from "@/components/not-shown";
import { PageHeader } from "@/components/page";
import { messages } from "@/messages";
import { closePalette, openPalette } from "@/shell/palette-state";
import { Shell } from "@/shell/shell";
import classes from "./fallback-pages.module.css";

/** Within the frame of the pages for who is signed in; others see the same words without it. */
export function NotFoundPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: isSignedIn, isPending } = useQuery({
    queryKey: ["is-signed-in"],
    // A lost session leads to the sign-in everywhere else; here it only takes the frame away, so it is no failure.
    queryFn: async () => {
      try {
        queryClient.setQueryData(sessionQuery(api).queryKey, await body(api.GET("/api/v1/session")));
        return true;
      } catch {
        return false;
      }
    },
    initialData: () => (queryClient.getQueryData(sessionQuery(api).queryKey) ? true : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <WaitingPage />;
  if (!isSignedIn) {
    return (
      <main className={classes.page}>
        <NotFound />
      </main>
    );
  }
  return (
    <Shell>
      <div className={classes.missing}>
        <NotFound />
        <OpenPalette />
      </div>
    </Shell>
  );
}

function NotFound() {
  return (
    <>
      <PageHeader title={messages.problem.notFoundTitle} />
      <p>{messages.problem.notFound}</p>
      <ButtonLink to="/runs">{messages.problem.goToRuns}</ButtonLink>
    </>
  );
}

/** Open the search palette at once, and close it with the page; a search likely finds the intended page. */
function OpenPalette() {
  useEffect(() => {
    openPalette();
    return closePalette;
  }, []);
  return null;
}

export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className={classes.page}>
      <NotShown subject={messages.problem.things.page} error={error} retry={retry} />
    </main>
  );
}

export function WaitingPage() {
  return (
    <main className={classes.waiting}>
      <Loader aria-label={messages.loading} />
    </main>
  );
}
