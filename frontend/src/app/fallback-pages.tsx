/** The pages for an address that leads nowhere, for a fault of ours, and for the first moment. */
import { Loader } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ButtonLink } from "@/components/link";
import { NotShown } from "@/components/not-shown";
import { PageHeader } from "@/components/page";
import { messages } from "@/messages";
import classes from "./fallback-pages.module.css";

export function NotFoundPage() {
  return (
    <main className={classes.page}>
      <PageHeader title={messages.problem.notFoundTitle} />
      <p>{messages.problem.notFound}</p>
      <ButtonLink to="/runs">{messages.problem.goToRuns}</ButtonLink>
    </main>
  );
}

export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className={classes.page}>
      <NotShown what={messages.problem.things.page} error={error} retry={retry} />
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
