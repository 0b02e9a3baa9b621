/** The form of a new job: four steps on one page, the draft in the address, and a preview of everything it would do. */
import { Button, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { jobKey, planQuery, submitJob } from "@/api/jobs";
import { profilesQuery } from "@/api/profiles";
import { drivesQuery, serversQuery } from "@/api/servers";
import type { Job, JobRequest } from "@/api/types";
import { Destruction } from "@/components/destruction";
import { driveKey } from "@/components/drive-use";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { confirmedSerials, type TypedSerials } from "@/components/serials";
import { chosenServer, ServerChoice } from "@/components/server-choice";
import { useDraft } from "@/components/use-draft";
import { newJob as words } from "@/messages/jobs";
import { ConditioningChoice } from "./conditioning-choice";
import { destroys } from "./destroys";
import { type JobDraft, mayCopy, missingOf, parseJobDraft, requestOf } from "./draft";
import { fieldLabel } from "./field-label";
import { JobPreview } from "./job-preview";
import classes from "./new-job.module.css";
import { parseSteps } from "./preparation/steps";
import { ProfileStep } from "./profile-step";
import { TargetProbeForm } from "./target-probe";
import { TargetStep } from "./target-step";
import { WearConsent } from "./wear-consent";

const FORM_HEIGHT = 1200;

export interface NewJobProps {
  /** The draft in the address, and how to change it there. */
  stored: JobDraft;
  store: (draft: JobDraft) => void;
  submitted: (job: Job) => void;
}

/** What each step gets: the draft, a way to change it, and the fields that the lab refused. */
export interface StepProps {
  draft: JobDraft;
  change: (patch: Partial<JobDraft>) => void;
  errors: Record<string, string>;
}

export function NewJob({ stored, store, submitted }: NewJobProps) {
  const api = useApi();
  const [draft, change] = useDraft(useReadable(stored), store, parseJobDraft);
  const servers = useQuery(serversQuery(api));
  const profiles = useQuery(profilesQuery(api));
  const server = chosenServer(draft.server, servers.data?.items ?? []);
  const profile = profiles.data?.items.find(({ name }) => name === draft.profile);
  const drives = useQuery(drivesQuery(api, draft.target === "devices" && server ? server : null));
  const [typed, setTyped] = useState<TypedSerials>({});
  const writes = destroys(draft, profile);
  const written = writes ? (drives.data?.items ?? []).filter((drive) => draft.drives?.includes(driveKey(drive))) : [];
  const serials = confirmedSerials(written, typed);
  const [acceptWear, setAcceptWear] = useState(false);
  const request = requestOf(draft, server, profile, serials, acceptWear);
  const { plan, previewed } = usePlan(request);
  // What is left of a plan that leaves phases out may only read.
  const onlyReads = draft.conditioning === "reuse" && plan.data?.destroys?.length === 0;
  const destroyed = onlyReads ? [] : written;
  const confirmed = !writes || onlyReads || serials.length > 0;
  const submit = useSubmit(request, submitted);
  const errors = { ...fieldErrors(plan.error), ...fieldErrors(submit.error) };

  const failed = [servers, profiles].find((query) => query.error);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  // The form appears in one piece: choices that arrive one after the other would push what is below them.
  if (!servers.data || !profiles.data) return <Skeleton height={FORM_HEIGHT} />;
  const step = { draft, change, errors };

  return (
    <div className={classes.layout}>
      <div className={classes.steps}>
        <Section title={words.steps.server}>
          <ServerChoice
            servers={servers.data.items}
            chosen={server}
            choose={(number) => change({ server: number, drives: undefined })}
            error={errors.server_id}
          />
        </Section>
        <Section title={words.steps.target}>
          <TargetStep {...step} server={server} drives={drives} writes={writes} copies={mayCopy(draft, profile)} />
        </Section>
        <Section title={words.steps.profile}>
          <ProfileStep {...step} profiles={profiles.data.items} chosen={profile} />
        </Section>
      </div>
      <div className={classes.preview}>
        <Section title={words.steps.preview}>
          {request && <ConditioningChoice {...step} plan={plan.data} />}
          {request ? (
            <JobPreview plan={plan} />
          ) : (
            <p className={classes.hint}>{words.incomplete(missingOf(draft, server, profile))}</p>
          )}
          {request && <TargetProbeForm request={request} />}
          {request && (
            <Destruction
              drives={destroyed}
              typed={typed}
              type={(key, serial) => setTyped((before) => ({ ...before, [key]: serial }))}
              error={errors.confirm_serials}
            />
          )}
          {request && <WearConsent plan={plan.data} accepted={acceptWear} accept={setAcceptWear} />}
          {submit.error && <ErrorNotice error={submit.error} title={words.refused} fieldLabel={fieldLabel} />}
          <Button
            className={classes.submit}
            onClick={() => submit.mutate()}
            disabled={!previewed || !confirmed}
            loading={submit.isPending}
          >
            {words.submit}
          </Button>
        </Section>
      </div>
    </div>
  );
}

/** The draft in the address with only such steps of preparation as can be understood. */
function useReadable(stored: JobDraft): JobDraft {
  return useMemo(() => ({ ...stored, preparation: parseSteps(stored.preparation) }), [stored]);
}

/** The dry run of the request, a moment after its last change; `previewed` once it is that of the request as it stands. */
function usePlan(request: JobRequest | null) {
  const api = useApi();
  // As text, because a draft that says the same is a new object at every drawing.
  const present = JSON.stringify(request);
  const [settled] = useDebouncedValue(present, 300);
  const plan = useQuery(planQuery(api, JSON.parse(settled) as JobRequest | null));
  const previewed = request !== null && settled === present && plan.isSuccess && !plan.isPlaceholderData;
  return { plan, previewed };
}

/** Submits the request; the same request keeps its key, so that a second press or a retry makes no second job. */
function useSubmit(request: JobRequest | null, submitted: (job: Job) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const body = request && JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request needs a new key.
  const key = useMemo(idempotencyKey, [body]);
  return useMutation({
    mutationFn: async () => {
      if (!request) throw new Error("there is nothing to submit");
      return submitJob(api, request, key);
    },
    onSuccess: (job) => {
      queryClient.setQueryData(jobKey(job.number), job);
      submitted(job);
    },
  });
}
