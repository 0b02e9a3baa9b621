/** The form of a new campaign: its steps on one page, the draft in the address, and the plan beside them. */
import { Button, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { campaignKey, campaignPlanQuery, submitCampaign } from "@/api/campaigns";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { profilesQuery } from "@/api/profiles";
import { serversQuery } from "@/api/servers";
import type { Campaign, CampaignRequest } from "@/api/types";
import { Destruction } from "@/components/destruction";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { driveName, type TypedSerials } from "@/components/serials";
import { useDraft } from "@/components/use-draft";
import { newCampaign as words } from "@/messages/new-campaign";
import { CampaignPreview } from "./campaign-preview";
import { ConfigurationsStep } from "./configurations-step";
import { type CampaignDraft, parseCampaignDraft } from "./draft";
import classes from "./new-campaign.module.css";
import { commonEngines, knownWorkloads, missingForLayouts, requestOf } from "./request";
import { RulesStep } from "./rules-step";
import { ServersStep } from "./servers-step";
import { useShares } from "./shares";
import { WorkloadsStep } from "./workloads-step";

const FORM_HEIGHT = 1600;

export interface NewCampaignProps {
  /** The draft in the address, and how to change it there. */
  stored: CampaignDraft;
  store: (draft: CampaignDraft) => void;
  submitted: (campaign: Campaign) => void;
}

/** What each step gets: the draft, a way to change it, and the fields that the lab refused. */
export interface StepProps {
  draft: CampaignDraft;
  change: (patch: Partial<CampaignDraft>) => void;
  errors: Record<string, string>;
}

export function NewCampaign({ stored, store, submitted }: NewCampaignProps) {
  const api = useApi();
  const [draft, change] = useDraft(stored, store, parseCampaignDraft);
  const servers = useQuery(serversQuery(api));
  const profiles = useQuery(profilesQuery(api));
  const sharesWith = useShares(draft, change, servers.data?.items ?? []);
  const [typed, setTyped] = useState<TypedSerials>({});
  const known = profiles.data?.items ?? [];
  const workloads = knownWorkloads(draft, known);
  const engines = commonEngines(workloads.map(({ profile }) => profile));
  const request = requestOf(draft, sharesWith({ workloads, typed, errors: {} }), known);
  const { plan, previewed } = usePlan(request);
  const submit = useSubmit(request, submitted);
  const errors = { ...fieldErrors(plan.error), ...fieldErrors(submit.error) };
  const shares = sharesWith({ workloads, typed, errors });
  const written = shares.flatMap((share) => share.written);
  const confirmed = shares.every((share) => share.written.length === 0 || share.serials.length > 0);
  const names = shares.flatMap(({ server }) => server?.name ?? []);

  const failed = [servers, profiles].find((query) => query.error);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  // The form appears in one piece: choices that arrive one after the other would push what is below them.
  if (!servers.data || !profiles.data) return <Skeleton height={FORM_HEIGHT} />;
  const step = { draft, change, errors };

  return (
    <div className={classes.layout}>
      <div className={classes.steps}>
        <Section title={words.steps.server}>
          <ServersStep draft={draft} change={change} shares={shares} servers={servers.data.items} />
        </Section>
        <Section title={words.steps.configurations}>
          <ConfigurationsStep {...step} shares={shares} />
        </Section>
        <Section title={words.steps.workloads}>
          <WorkloadsStep {...step} profiles={known} workloads={workloads} />
        </Section>
        <Section title={words.steps.rules}>
          <RulesStep {...step} servers={names} engines={engines} />
        </Section>
      </div>
      <div className={classes.preview}>
        <Section title={words.steps.preview}>
          {request ? (
            <CampaignPreview plan={plan} accepted={draft.accept ?? []} accept={(accept) => change({ accept })} />
          ) : (
            <p className={classes.hint}>
              {workloads.length > 0 && engines.length === 0
                ? words.noEngine
                : (missingForLayouts(draft) ?? words.incomplete)}
            </p>
          )}
          {request && (
            <Destruction
              drives={written}
              sentence={words.destroys(written.map(driveName))}
              typed={typed}
              type={(key, serial) => setTyped((before) => ({ ...before, [key]: serial }))}
              error={shares.map((share) => share.errors.confirm_serials).find(Boolean)}
            />
          )}
          {submit.error && <ErrorNotice error={submit.error} title={words.refused} />}
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

/** The dry run of the request, a moment after its last change; `previewed` once it is that of the request as it stands. */
function usePlan(request: CampaignRequest | null) {
  const api = useApi();
  // As text, because a draft that says the same is a new object at every drawing.
  const present = JSON.stringify(request);
  const [settled] = useDebouncedValue(present, 300);
  const plan = useQuery(campaignPlanQuery(api, JSON.parse(settled) as CampaignRequest | null));
  const previewed = request !== null && settled === present && plan.isSuccess && !plan.isPlaceholderData;
  return { plan, previewed };
}

/** Submits the request; the same request keeps its key, so that a second press or a retry makes no second campaign. */
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
