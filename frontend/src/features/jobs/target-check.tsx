/** Asks the server whether it would accept the target now, and shows every reason. */
import { Button, Group, Loader, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checkQuery, requestCheck } from "@/api/checks";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import type { Check, CheckRequest, JobRequest } from "@/api/types";
import { Findings } from "@/components/findings";
import { ErrorNotice, Notice } from "@/components/notice";
import { destruction as words } from "@/messages/destruction";
import { findings as findingWords } from "@/messages/findings";
import { fieldLabel } from "./field-label";

export function TargetCheck({ request }: { request: JobRequest }) {
  const api = useApi();
  const question = questionOf(request);
  const present = JSON.stringify(question);
  const [asked, setAsked] = useState<{ id: string; about: string } | null>(null);
  const ask = useMutation({
    mutationFn: () => requestCheck(api, question),
    onSuccess: ({ id }) => setAsked({ id, about: present }),
  });
  const { data: check, error } = useQuery(checkQuery(api, asked?.id ?? null));
  const failure = ask.error ?? error;
  const waiting = ask.isPending || (asked !== null && !error && (!check || check.state === "requested"));
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
        {check && !waiting && <Verdict check={check} stale={asked?.about !== present} />}
      </div>
      {failure && (
        <ErrorNotice
          error={failure}
          title={isRefused(failure) ? words.checkRefused : words.checkFailed}
          fieldLabel={fieldLabel}
        />
      )}
      {check?.state === "done" && <Findings findings={check.results ?? []} />}
    </>
  );
}

function Verdict({ check, stale }: { check: Check; stale: boolean }) {
  const refusals = (check.results ?? []).filter(({ verdict }) => verdict === "refuse").length;
  return (
    <>
      {stale && <Notice level="warn">{words.checkStale}</Notice>}
      {check.state === "failed" && (
        <Notice level="error" title={words.checkFailed}>
          {check.error?.message}
        </Notice>
      )}
      {check.state === "done" && check.refused && <Notice level="error">{findingWords.refused(refusals)}</Notice>}
      {check.state === "done" && !check.refused && <Notice level="info">{findingWords.accepted}</Notice>}
    </>
  );
}

/** Whether the lab turned the question down as it was entered, so that the server was never asked. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 422;
}

function questionOf({ server_id, target, profile, preparation }: JobRequest): CheckRequest {
  return { server_id, target, profile, preparation };
}
