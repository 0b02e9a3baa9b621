/** The page of a new run: target, profile and plan in three steps, and a bar with its cost and the start. */
import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { planQuery } from "@/api/jobs";
import { overviewQuery } from "@/api/overview";
import { ApiProblem } from "@/api/problem";
import { profilesQuery } from "@/api/profiles";
import { drivesQuery, serversQuery } from "@/api/servers";
import { sessionQuery } from "@/api/session";
import type { Job, JobRequest, Overview, Profile, Server } from "@/api/types";
import { driveKey } from "@/components/drive-use";
import { placeInSentence, useConfirmation } from "@/components/erase-confirmation";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { defaultProfile } from "@/components/profile-groups";
import { chosenServer, takesJobs } from "@/components/server-choice";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useDraft } from "@/components/use-draft";
import { useNow } from "@/lib/use-now";
import { newJob } from "@/messages/jobs";
import { newRun as words } from "@/messages/new-run";
import { customProfile } from "./custom";
import { destroys } from "./destroys";
import { isOnDrives, type JobDraft, mayCopy, missingOf, parseJobDraft, requestOf } from "./draft";
import { DraftActions } from "./draft-actions";
import { fieldId, isSetting } from "./field-id";
import { lastServer, rememberServer } from "./last-server";
import classes from "./new-run.module.css";
import { costFigures, figuresAhead } from "./plan-cost";
import { PlanStep } from "./plan-step";
import { parseSteps } from "./preparation/steps";
import { ProfileStep } from "./profile-step";
import { RunBar, type RunBarProps } from "./run-bar";
import { TargetCheckResult, useTargetCheck } from "./target-probe";
import { TargetStep } from "./target-step";
import { useStartKey, useSubmit } from "./use-start";
import { WearConsent } from "./wear-consent";

const PAGE_HEIGHT = 900;
const CLOCK_MS = 30_000;

export interface NewRunProps {
  /** The draft in the address, and how to change it there. */
  stored: JobDraft;
  store: (draft: JobDraft) => void;
  submitted: (job: Job) => void;
}

/** The draft, a way to change it, and the fields that the lab refused. */
export interface StepProps {
  draft: JobDraft;
  change: (patch: Partial<JobDraft>) => void;
  errors: Record<string, string>;
}

export function NewRun(props: NewRunProps) {
  const api = useApi();
  const servers = useQuery(serversQuery(api));
  const profiles = useQuery(profilesQuery(api));
  const overview = useQuery(overviewQuery(api));
  const failed = [servers, profiles].find((query) => query.error && !query.data);
  // The form appears in one piece: choices that arrive one after the other would push what is below them.
  const isQueueRead = !overview.isPending || overview.failureCount > 0;
  const loaded = servers.data && profiles.data && isQueueRead ? ([servers.data, profiles.data] as const) : null;
  return (
    <>
      <DraftNote />
      {!loaded && <PageHeader title={words.title} actions={<DraftActions />} />}
      {failed && <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && !loaded && <Skeleton height={PAGE_HEIGHT} />}
      {loaded && (
        <Form
          {...props}
          servers={loaded[0].items}
          profiles={loaded[1].items}
          lanes={overview.data?.queue.lanes ?? []}
        />
      )}
    </>
  );
}

interface FormProps extends NewRunProps {
  servers: readonly Server[];
  profiles: readonly Profile[];
  lanes: Overview["queue"]["lanes"];
}

function Form({ stored, store, submitted, servers, profiles, lanes }: FormProps) {
  const api = useApi();
  const now = useNow(CLOCK_MS);
  const [draft, change] = useDraft(useReadable(stored), store, parseJobDraft);
  const { data: session } = useQuery(sessionQuery(api));
  const userId = session?.user.id;
  const server = serverOf(draft, servers, userId);
  const saved = draft.custom ? undefined : savedProfile(draft, profiles);
  const onDrives = isOnDrives(draft);
  const profile = draft.custom ? customProfile(draft.custom, { fills: !onDrives }) : saved;
  const drives = useQuery(drivesQuery(api, onDrives && server ? server : null));
  const writes = destroys(draft, profile);
  const written = writes ? (drives.data?.items ?? []).filter((drive) => draft.drives?.includes(driveKey(drive))) : [];
  const { typed, type, serials } = useConfirmation(written);
  const [acceptWear, setAcceptWear] = useState(false);
  const request = requestOf(draft, server, profile, serials, acceptWear);
  const { plan, isPlanned } = usePlan(request);
  // A plan that leaves out phases may only read.
  const onlyReads = draft.conditioning === "reuse" && plan.data?.destroys?.length === 0;
  const erased = onlyReads ? [] : written;
  const isConfirmed = !writes || onlyReads || serials.length > 0;
  const submit = useSubmit(request, (job) => {
    if (userId !== undefined && server) rememberServer(userId, server.number);
    submitted(job);
  });
  const failure = submit.error ?? (request ? plan.error : null);
  const errors = { ...fieldErrors(request ? plan.error : null), ...fieldErrors(submit.error) };
  const check = useTargetCheck(request);
  const [isOpen, setOpen] = useState(false);
  const lead = (path: string) => {
    if (isSetting(path)) setOpen(true);
    // The settings are on the page with the next drawing.
    requestAnimationFrame(() => focusField(fieldId(path)));
  };
  const missing = missingOf(draft, server, profile);
  const isReady = isPlanned && isConfirmed && !submit.isPending;
  useStartKey(() => {
    if (isReady) submit.mutate();
    else focusObstacle(erased.length > 0 && !isConfirmed);
  });
  const step = { draft, change, errors };
  const [first] = erased;
  const shownPlan = request && !plan.error ? plan.data : undefined;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <DraftActions
            request={request}
            plan={shownPlan}
            profile={profile}
            replace={(next) => change({ ...EMPTY, ...next })}
          />
        }
      />
      <div className={classes.page}>
        <TargetStep
          {...step}
          servers={servers}
          server={server}
          lanes={lanes}
          drives={drives}
          writes={writes}
          copies={mayCopy(draft, profile)}
          now={now}
        />
        <ProfileStep {...step} profiles={profiles} chosen={saved} />
        <PlanStep
          {...step}
          request={request}
          plan={shownPlan}
          error={failure && Object.keys(errors).length === 0 ? failure : null}
          isRefused={Object.keys(errors).length > 0}
          missing={missing.length > 0 ? newJob.incomplete(missing) : null}
          profile={profile}
          server={server}
          drives={drives.data?.items ?? []}
          isOpen={isOpen}
          setOpen={setOpen}
          now={now}
        />
        <WearConsent plan={shownPlan} accepted={acceptWear} accept={setAcceptWear} />
        <TargetCheckResult check={check} />
      </div>
      <RunBar
        figures={
          request && shownPlan
            ? costFigures(shownPlan, request, now.getTime())
            : figuresAhead({ drives: onDrives ? (draft.drives ?? []).length : null, writes })
        }
        errors={errors}
        profile={profile}
        lead={lead}
        erase={
          first
            ? { drives: erased.length, place: placeInSentence(first), serial: first.serial, typed, type }
            : drives.isLoading && writes && draft.drives
              ? "awaited"
              : null
        }
        reason={reasonOf({ missing, isPlanned, failure })}
        check={request ? check : null}
        start={{ run: () => submit.mutate(), isReady, isPending: submit.isPending }}
      />
    </>
  );
}

/** Every field of a draft, so that another draft replaces all of it. */
const EMPTY: Record<keyof JobDraft, undefined> = {
  server: undefined,
  target: undefined,
  path: undefined,
  size_bytes: undefined,
  copy_to: undefined,
  drives: undefined,
  preparation: undefined,
  conditioning: undefined,
  profile: undefined,
  custom: undefined,
  version: undefined,
  scale: undefined,
  engine: undefined,
  parameters: undefined,
  name: undefined,
  configuration: undefined,
  repeats: undefined,
  repeat_cv: undefined,
  priority: undefined,
  on_lost: undefined,
  start_after: undefined,
  note: undefined,
};

function DraftNote() {
  const hasPlace = useHasPlace("badge");
  if (!hasPlace) return null;
  return (
    <InTopBar place="badge">
      <span className={classes.draft}>{words.draft}</span>
    </InTopBar>
  );
}

/** Return the server that a draft names; else the one this person used last, or the only one that takes runs. */
function serverOf(draft: JobDraft, servers: readonly Server[], userId: string | undefined): Server | undefined {
  const named = chosenServer(draft.server, servers);
  if (draft.server || named) return named;
  const last = servers.find(({ number }) => number === lastServer(userId));
  return last && takesJobs(last) ? last : undefined;
}

function savedProfile(draft: JobDraft, profiles: readonly Profile[]): Profile | undefined {
  if (draft.profile) return profiles.find(({ name }) => name === draft.profile);
  return defaultProfile(profiles, isOnDrives(draft));
}

interface Obstacles {
  missing: ReturnType<typeof missingOf>;
  isPlanned: boolean;
  failure: unknown;
}

function reasonOf({ missing, isPlanned, failure }: Obstacles): RunBarProps["reason"] {
  if (missing.length > 0) return { text: newJob.incomplete(missing), passes: false };
  if (failure) return { text: failure instanceof ApiProblem ? failure.message : newJob.refused, passes: false };
  return isPlanned ? null : { text: newJob.planning, passes: true };
}

/** Return the draft in the address with only such steps of preparation as can be understood. */
function useReadable(stored: JobDraft): JobDraft {
  return useMemo(() => ({ ...stored, preparation: parseSteps(stored.preparation) }), [stored]);
}

/** Plan the request a moment after its last change; `isPlanned` once the plan is that of the present request. */
function usePlan(request: JobRequest | null) {
  const api = useApi();
  // Compare as text, because an equal draft is a new object at every render.
  const present = JSON.stringify(request);
  const [settled] = useDebouncedValue(present, 300);
  const plan = useQuery(planQuery(api, JSON.parse(settled) as JobRequest | null));
  const isPlanned = request !== null && settled === present && plan.isSuccess && !plan.isPlaceholderData;
  return { plan, isPlanned };
}

function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

const REASON = "#new-run-reason";

/** Move the focus to the obstacle to a start: the serial to type, or the first error. */
function focusObstacle(isSerial: boolean): void {
  document.querySelector<HTMLElement>(isSerial ? `${REASON} input` : `${REASON} a`)?.focus();
}
