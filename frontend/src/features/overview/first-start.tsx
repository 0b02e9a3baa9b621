/** What somebody can do in a lab that has measured nothing yet. */
import { Button, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { addServer } from "@/api/servers";
import type { Overview, ServerGlance } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { writeRunList } from "@/lib/run-list";
import { glance as words } from "@/messages/glance";
import classes from "./overview.module.css";

/** About a minute on a file. */
const PROFILE = "quick-4k";
const TAKES_JOBS: readonly string[] = ["idle", "leased", "reserved"];

export interface FirstStartProps {
  overview: Overview;
  /** Opens the form of a job for this server. */
  openJob: (profile: string, server: string) => void;
}

export function FirstStart({ overview: { comparison, servers }, openJob }: FirstStartProps) {
  const { operate } = usePermissions();
  const local = servers.items.find(({ is_local }) => is_local);
  return (
    <Section title={words.start}>
      <div className={classes.cards}>
        {comparison.length > 1 && (
          <Card title={words.compareTitle} explain={words.compareExplain}>
            <ButtonLink to="/compare" search={{ runs: writeRunList(comparison) }} variant="default">
              {words.compareOpen}
            </ButtonLink>
          </Card>
        )}
        {operate && (
          <Card title={words.testTitle} explain={words.testExplain}>
            {local ? <TestHere server={local} /> : <RegisterHere registered={(server) => openJob(PROFILE, server)} />}
          </Card>
        )}
        {operate && (
          <Card title={words.registerTitle} explain={words.registerExplain}>
            <ButtonLink to="/inventory/servers/new" variant="default">
              {words.registerOpen}
            </ButtonLink>
          </Card>
        )}
      </div>
      {!operate && <Text c="dimmed">{words.viewer}</Text>}
    </Section>
  );
}

function TestHere({ server: { number, use } }: { server: ServerGlance }) {
  return TAKES_JOBS.includes(use) ? (
    <ButtonLink to="/jobs/new" search={{ profile: PROFILE, server: number }}>
      {words.testOpen}
    </ButtonLink>
  ) : (
    <ButtonLink to="/inventory/servers/$ref" params={{ ref: number }} variant="default">
      {words.testServer}
    </ButtonLink>
  );
}

function RegisterHere({ registered }: { registered: (server: string) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: () =>
      addServer(api, {
        name: words.testName,
        transport: "local",
        address: null,
        port: 22,
        username: null,
        host_key_fingerprint: null,
      }),
    onSuccess: async ({ number }) => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      registered(number);
    },
  });
  return (
    <>
      {register.error && <ErrorNotice error={register.error} />}
      <Button loading={register.isPending} onClick={() => register.mutate()}>
        {words.testRegister}
      </Button>
    </>
  );
}

function Card({ title, explain, children }: { title: string; explain: string; children: ReactNode }) {
  return (
    <div className={classes.card}>
      <Title order={3}>{title}</Title>
      <Text c="dimmed">{explain}</Text>
      <div className={classes.cardAction}>{children}</div>
    </div>
  );
}
