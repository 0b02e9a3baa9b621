/** Probe of the server: it checks the target now and shows every reason. */
import { Group, Loader } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { requestTargetProbe, targetProbeQuery } from "@/api/target-probes";
import type { JobRequest, TargetProbe, TargetProbeCreate } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { ProbeResults } from "@/components/probe-results";
import { destruction as words } from "@/messages/destruction";
import { probeResults as resultWords } from "@/messages/probe-results";
import { fieldLabel } from "./field-label";
import classes from "./new-run.module.css";

export interface TargetCheck {
  run: () => void;
  isWaiting: boolean;
  probe: TargetProbe | undefined;
  /** The probe is of another target than the present one. */
  isStale: boolean;
  failure: unknown;
}

export function useTargetCheck(request: JobRequest | null): TargetCheck {
  const api = useApi();
  const question = request && questionOf(request);
  const present = JSON.stringify(question);
  const [sent, setSent] = useState<{ id: string; about: string } | null>(null);
  const send = useMutation({
    mutationFn: (about: TargetProbeCreate) => requestTargetProbe(api, about),
    onSuccess: ({ id }, about) => setSent({ id, about: JSON.stringify(about) }),
  });
  const { data: probe, error } = useQuery(targetProbeQuery(api, sent?.id ?? null));
  return {
    run: () => question && send.mutate(question),
    isWaiting: send.isPending || (sent !== null && !error && (!probe || probe.state === "requested")),
    probe,
    isStale: sent !== null && sent.about !== present,
    failure: send.error ?? error,
  };
}

export function TargetCheckResult({ check }: { check: TargetCheck }) {
  const { isWaiting, probe, isStale, failure } = check;
  const place = useRef<HTMLDivElement>(null);
  const isAnswered = !isWaiting && (probe !== undefined || failure !== null);
  // The button is in the bar at the foot, and the answer may be below the window.
  useEffect(() => {
    if (isAnswered) place.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  return (
    <div className={classes.check} ref={place}>
      <div role="status">
        {isWaiting && (
          <Group gap={8}>
            <Loader size="xs" aria-hidden="true" />
            {words.checking}
          </Group>
        )}
        {probe && !isWaiting && <Verdict probe={probe} isStale={isStale} />}
      </div>
      {failure !== null && (
        <ErrorNotice
          error={failure}
          title={isRefused(failure) ? words.checkRefused : words.checkFailed}
          fieldLabel={fieldLabel}
        />
      )}
      {probe?.state === "done" && <ProbeResults results={probe.probe_results ?? []} />}
    </div>
  );
}

function Verdict({ probe, isStale }: { probe: TargetProbe; isStale: boolean }) {
  const refusals = (probe.probe_results ?? []).filter(({ verdict }) => verdict === "refuse").length;
  return (
    <>
      {isStale && <Notice level="warn">{words.checkStale}</Notice>}
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

/** Return true if the lab refused the request as entered, so that no server received it. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 422;
}

function questionOf({ server_id, target, profile, preparation }: JobRequest): TargetProbeCreate {
  return { server_id, target, profile, preparation };
}
