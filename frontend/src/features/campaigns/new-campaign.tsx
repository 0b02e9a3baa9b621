/** The page of a new campaign: the form, beside it the matrix of everything ticked, and a bar with its cost. */
import { Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { campaignKey, campaignPlanQuery, submitCampaign } from "@/api/campaigns";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { profilesQuery } from "@/api/profiles";
import { serversQuery } from "@/api/servers";
import type { Campaign, CampaignRequest, Profile, Server } from "@/api/types";
import { placeInSentence, useConfirmation } from "@/components/erase-confirmation";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { useDraft } from "@/components/use-draft";
import { useNow } from "@/lib/use-now";
import { newCampaign as words } from "@/messages/new-campaign";
import { Card } from "@/parts/card";
import { StepHeading } from "@/parts/step-heading";
import { CampaignBar } from "./campaign-bar";
import { ConfigurationsStep } from "./configurations-step";
import { type CampaignDraft, parseCampaignDraft } from "./draft";
import { DraftMatrix } from "./draft-matrix";
import { availabilityOf, chosenDrives, draftRows, emptyLayouts } from "./draft-rows";
import classes from "./new-campaign.module.css";
import { PlanBar } from "./plan-bar";
import { PlanDetails } from "./plan-details";
import { commonEngines, knownWorkloads, missingForLayouts, requestOf, withShare } from "./request";
import { RulesStep } from "./rules-step";
import { ServersStep } from "./servers-step";
import { ShareFields } from "./share-fields";
import { useShares } from "./shares";
import { WorkloadsStep } from "./workloads-step";

const PAGE_HEIGHT = 900;
const CLOCK_MS = 30_000;

export interface NewCampaignProps {
  /** The draft in the address, and how to change it there. */
  stored: CampaignDraft;
  store: (draft: CampaignDraft) => void;
  submitted: (campaign: Campaign) => void;
}

/** Properties of each step: the draft, a way to change it, and the fields that the lab refused. */
export interface StepProps {
  draft: CampaignDraft;
  change: (patch: Partial<CampaignDraft>) => void;
  errors: Record<string, string>;
}

export function NewCampaign(props: NewCampaignProps) {
  const api = useApi();
  const servers = useQuery(serversQuery(api));
  const profiles = useQuery(profilesQuery(api));
  const failed = [servers, profiles].find((query) => query.error && !query.data);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  // The form appears in one piece: choices that arrive one after the other would push what is below them.
  if (!servers.data || !profiles.data) return <Skeleton height={PAGE_HEIGHT} />;
  return <Form {...props} servers={servers.data.items} profiles={profiles.data.items} />;
}

interface FormProps extends NewCampaignProps {
  servers: readonly Server[];
  profiles: readonly Profile[];
}

function Form({ stored, store, submitted, servers, profiles }: FormProps) {
  const now = useNow(CLOCK_MS);
  const [draft, change] = useDraft(stored, store, parseCampaignDraft);
  const sharesWith = useShares(draft, change, servers);
  const workloads = knownWorkloads(draft, profiles);
  const engines = commonEngines(workloads.map(({ profile }) => profile));
  const written = sharesWith({ workloads, isConfirmed: false, errors: {} }).flatMap((share) => share.written);
  const { typed, type, serials } = useConfirmation(written);
  const isConfirmed = written.length === 0 || serials.length > 0;
  const request = requestOf(draft, sharesWith({ workloads, isConfirmed, errors: {} }), profiles);
  const { plan, isPlanned } = usePlan(request);
  const submit = useSubmit(request, submitted);
  const failure = submit.error ?? (request ? plan.error : null);
  const errors = { ...fieldErrors(request ? plan.error : null), ...fieldErrors(submit.error) };
  const shares = sharesWith({ workloads, isConfirmed, errors });
  const names = shares.flatMap(({ server }) => server?.name ?? []);
  const pools = shares.map(({ share, drives }) => chosenDrives(share, drives.data?.items ?? []));
  const availability = availabilityOf(draft, pools);
  const empty = emptyLayouts(draft, availability);
  const models = modelsOf(pools.flat());
  const rows = draftRows(
    draft,
    shares.flatMap(({ server, share }) => (server ? [{ id: server.id, name: server.name, share }] : [])),
    availability,
    empty,
  );
  const shownPlan = request && !plan.error ? plan.data : undefined;
  const missing = request
    ? null
    : workloads.length > 0 && engines.length === 0
      ? words.noEngine
      : (missingForLayouts(draft) ?? words.incomplete);
  const isReady = isPlanned && isConfirmed && empty.length === 0 && !submit.isPending;
  const [first] = written;
  const isAwaited = shares.some(({ share, drives }) => drives.isLoading && (share.drives?.length ?? 0) > 0);
  const step = { draft, change, errors };
  return (
    <>
      <div className={classes.page}>
        <div className={classes.form}>
          <Card>
            <div className={classes.block}>
              <TextInput
                label={words.name}
                placeholder={names.length > 0 ? words.unnamed(names) : undefined}
                value={draft.name ?? ""}
                onChange={({ currentTarget }) => change({ name: currentTarget.value || undefined })}
                error={errors.name}
                maxLength={200}
              />
            </div>
            <Step number={1} title={words.steps.server}>
              <ServersStep draft={draft} change={change} shares={shares} servers={servers} />
              {shares.map((shown) => (
                <ShareFields
                  key={shown.index}
                  shown={shown}
                  several={shares.length > 1}
                  changeModels={(share, own) => {
                    const others = pools.filter((_, index) => index !== shown.index).flat();
                    const all = [...new Set([...own, ...modelsOf(others)])];
                    change({ ...withShare(draft, shown.index, share), models: all.length > 1 ? all : undefined });
                  }}
                />
              ))}
            </Step>
            <Step number={2} title={words.steps.configurations}>
              <ConfigurationsStep {...step} availability={availability} empty={empty} models={models} />
            </Step>
            <Step number={3} title={words.steps.workloads}>
              <WorkloadsStep {...step} profiles={profiles} workloads={workloads} />
            </Step>
            <Step number={4} title={words.steps.rules}>
              <RulesStep {...step} engines={engines} />
            </Step>
          </Card>
        </div>
        <div className={classes.preview}>
          <Card title={words.matrixTab} note={words.matrixNote}>
            <DraftMatrix {...{ rows, empty, workloads, draft, change, isPlanned }} plan={shownPlan} />
            <PlanBar plan={shownPlan} isPlanned={isPlanned} missing={missing} now={now} />
          </Card>
          {failure && Object.keys(errors).length === 0 && <ErrorNotice error={failure} title={words.refused} />}
          {shownPlan && (
            <PlanDetails plan={shownPlan} accepted={draft.accept ?? []} accept={(accept) => change({ accept })} />
          )}
        </div>
      </div>
      <CampaignBar
        plan={shownPlan}
        now={now}
        empty={empty}
        reason={reasonOf({ missing, isPlanned, failure, errors })}
        erase={
          first
            ? { drives: written.length, place: placeInSentence(first), serial: first.serial, typed, type }
            : isAwaited
              ? "awaited"
              : null
        }
        start={{ run: () => submit.mutate(), isReady, isPending: submit.isPending }}
      />
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = `campaign-step-${number}`;
  return (
    <section className={classes.step} aria-labelledby={id}>
      <StepHeading number={number} title={title} id={id} />
      {children}
    </section>
  );
}

function modelsOf(drives: readonly { model: string | null }[]): string[] {
  return [...new Set(drives.flatMap(({ model }) => model ?? []))];
}

interface Obstacles {
  missing: string | null;
  isPlanned: boolean;
  failure: unknown;
  errors: Record<string, string>;
}

function reasonOf({ missing, isPlanned, failure, errors }: Obstacles): { text: string; passes: boolean } | null {
  if (missing !== null) return { text: missing, passes: false };
  const [first] = Object.values(errors);
  if (first !== undefined) return { text: words.fix(first), passes: false };
  if (failure) return { text: failure instanceof ApiProblem ? failure.message : words.refused, passes: false };
  return isPlanned ? null : { text: words.planning, passes: true };
}

/** Plan the request a moment after its last change; `isPlanned` once the plan is that of the present request. */
function usePlan(request: CampaignRequest | null) {
  const api = useApi();
  // As text, because a draft with the same content is a new object at every rendering.
  const present = JSON.stringify(request);
  const [settled] = useDebouncedValue(present, 300);
  const plan = useQuery(campaignPlanQuery(api, JSON.parse(settled) as CampaignRequest | null));
  const isPlanned = request !== null && settled === present && plan.isSuccess && !plan.isPlaceholderData;
  return { plan, isPlanned };
}

/** Submit the request. The same request keeps its key, so that a second press or a retry creates no second campaign. */
function useSubmit(request: CampaignRequest | null, submitted: (campaign: Campaign) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const body = request && JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request needs a new key.
  const key = useMemo(idempotencyKey, [body]);
  return useMutation({
    mutationFn: async () => {
      if (!request) throw new Error("there is nothing to submit");
      return submitCampaign(api, request, key);
    },
    onSuccess: async (campaign) => {
      await queryClient.invalidateQueries({ queryKey: campaignKey(campaign.number) });
      submitted(campaign);
    },
  });
}
