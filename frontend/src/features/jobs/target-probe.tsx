/** Asks the server whether it would accept the target now, and shows every reason. */
import { Button, Group, Loader, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { requestTargetProbe, targetProbeQuery } from "@/api/target-probes";
import type { JobRequest, TargetProbe, TargetProbeCreate } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { ProbeResults } from "@/components/probe-results";
import { destruction as words } from "@/messages/destruction";
import { probeResults as resultWords } from "@/messages/probe-results";
import { fieldLabel } from "./field-label";

export function TargetProbeForm({ request }: { request: JobRequest }) {
  const api = useApi();
  const question = questionOf(request);
  const present = JSON.stringify(question);
  const [asked, setAsked] = useState<{ id: string; about: string } | null>(null);
  const ask = useMutation({
    mutationFn: () => requestTargetProbe(api, question),
    onSuccess: ({ id }) => setAsked({ id, about: present }),
  });
  const { data: probe, error } = useQuery(targetProbeQuery(api, asked?.id ?? null));
  const failure = ask.error ?? error;
  const waiting = ask.isPending || (asked !== null && !error && (!probe || probe.state === "requested"));
  return (
    <>
      <Group gap={16}>
        <Button variant="default" onClick={() => ask.mutate()} loading={waiting}>
          {words.check}
        </Button>
        <Text c="dimmed">{words.checkHint}</Text>
      </Group>
      <div role="status">
        {waiting && (
          <Group gap={8}>
            <Loader size="xs" aria-hidden="true" />
            {words.checking}
          </Group>
        )}
        {probe && !waiting && <Verdict probe={probe} stale={asked?.about !== present} />}
      </div>
      {failure && (
        <ErrorNotice
          error={failure}
          title={isRefused(failure) ? words.checkRefused : words.checkFailed}
          fieldLabel={fieldLabel}
        />
      )}
      {probe?.state === "done" && <ProbeResults results={probe.probe_results ?? []} />}
    </>
  );
}

function Verdict({ probe, stale }: { probe: TargetProbe; stale: boolean }) {
  const refusals = (probe.probe_results ?? []).filter(({ verdict }) => verdict === "refuse").length;
  return (
    <>
      {stale && <Notice level="warn">{words.checkStale}</Notice>}
      {probe.state === "failed" && (
        <Notice level="error" title={words.checkFailed}>
          {probe.error?.message}
        </Notice>
      )}
      {probe.state === "done" && probe.refused && <Notice level="error">{resultWords.refused(refusals)}</Notice>}
      {probe.state === "done" && !probe.refused && <Notice level="info">{resultWords.accepted}</Notice>}
    </>
  );
}

/** Whether the lab turned the question down as it was entered, so that the server was never asked. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 422;
}

function questionOf({ server_id, target, profile, preparation }: JobRequest): TargetProbeCreate {
  return { server_id, target, profile, preparation };
}
