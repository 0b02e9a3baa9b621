/** Data needed before a share can be edited: its subject, the available options and the previous options. */
import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/api/context";
import { dashboardQuery } from "@/api/dashboards";
import { usePermissions } from "@/api/permissions";
import { ApiProblem } from "@/api/problem";
import { runQuery } from "@/api/runs";
import { sessionQuery } from "@/api/session";
import { availableOptionsQuery, type ShareOptions, type ShareSubject, shareOptionsQuery } from "@/api/shares";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { shareEditor as words } from "@/messages/shares";
import { beginForm } from "./form";
import { ShareEditor } from "./share-editor";
import { workOn } from "./stored-form";
import { type NewShareSearch, searchOf, subjectOf, withMetrics } from "./subject";

const FORM_HEIGHT = 760;

export interface NewShareProps {
  search: NewShareSearch;
  change: (search: NewShareSearch) => void;
  /** Leave the page after the publication. */
  leave: () => void;
}

export function NewShare({ search, change, leave }: NewShareProps) {
  const { operate } = usePermissions();
  const { options, isPending, error, refetch } = useShareOptions(search);
  const { draft } = search;
  const versionOf = search.version_of ?? (draft && options?.version_of) ?? undefined;
  // A version may be of more runs than the one before: what the address names counts.
  const subject = subjectOf(search) ?? (options ? subjectOf(searchOf(options)) : null);
  const isMissing = draft !== undefined && isProblem(error, 404) && subject !== null;
  const isRefused = error !== null && !isMissing;
  useWholeAddress(search, options, change);
  return (
    <>
      <PageHeader title={titleOf(search, subject)} />
      {!operate && <Notice level="info">{words.viewer}</Notice>}
      {operate && isRefused && <Refused search={search} error={error} retry={refetch} />}
      {operate && isMissing && <Notice level="warn">{words.draftMissing(draft)}</Notice>}
      {operate && isPending && <Loading height={FORM_HEIGHT} />}
      {operate && !isPending && !isRefused && !subject && (
        <EmptyState title={words.nothingTitle}>
          <Text>{words.nothing}</Text>
          <ButtonLink to="/runs" search={{}} variant="default">
            {words.toRuns}
          </ButtonLink>
        </EmptyState>
      )}
      {operate && !isPending && !isRefused && subject && (
        <Offered
          key={workOn(subject, versionOf)}
          subject={subject}
          search={search}
          change={change}
          versionOf={versionOf}
          draft={isMissing ? undefined : draft}
          options={options}
          leave={leave}
        />
      )}
    </>
  );
}

/** Read the options of the draft or of the previous version. */
function useShareOptions({ draft, version_of: versionOf }: NewShareSearch) {
  const api = useApi();
  const from = draft ?? versionOf;
  const { data, error, isPending, refetch } = useQuery({
    ...shareOptionsQuery(api, from ?? ""),
    enabled: from !== undefined,
    // A draft that takes the place of another one must not take the form away that it was made from.
    placeholderData: draft ? keepPreviousData : undefined,
  });
  return { options: data, error, isPending: from !== undefined && isPending, refetch: () => void refetch() };
}

/** Add the subject of a draft to the address, so that a reload finds it after the draft is deleted. */
function useWholeAddress(search: NewShareSearch, options: ShareOptions | undefined, change: NewShareProps["change"]) {
  const isWhole = search.draft === undefined || subjectOf(search) !== null;
  useEffect(() => {
    if (isWhole || !options) return;
    const restored = searchOf(options);
    if (subjectOf(restored)) change({ ...restored, version_of: options.version_of ?? undefined, ...search });
  });
}

/** Show the remedies for a share that cannot be continued here. */
function Refused({ search, error, retry }: { search: NewShareSearch; error: Error; retry: () => void }) {
  const share = search.draft ?? search.version_of;
  if (!share || !isProblem(error, 409)) return <ErrorNotice error={error} retry={retry} />;
  return (
    <Notice level="info" title={words.elsewhere}>
      <Text>{error.message}</Text>
      <Text>{words.elsewhereExplain}</Text>
      <AnchorLink to="/shares/$ref" params={{ ref: share }}>
        {words.toShare(share)}
      </AnchorLink>
    </Notice>
  );
}

interface OfferedProps {
  subject: ShareSubject;
  search: NewShareSearch;
  change: (search: NewShareSearch) => void;
  versionOf: string | undefined;
  draft: string | undefined;
  options: ShareOptions | undefined;
  leave: () => void;
}

/** Draw the editor once the lab has returned the available options. */
function Offered({ subject, search, change, versionOf, draft, options, leave }: OfferedProps) {
  const api = useApi();
  // The editor stays while the options of another layout or of other metrics are on their way.
  const offer = useQuery({ ...availableOptionsQuery(api, subject), placeholderData: keepPreviousData });
  const session = useQuery(sessionQuery(api));
  // The title of a run is a good one for its share, and so is the name of a dashboard.
  const board = useQuery({ ...dashboardQuery(api, subject.dashboard ?? ""), enabled: Boolean(subject.dashboard) });
  const run = useQuery({ ...runQuery(api, subject.run_id ?? ""), enabled: subject.kind === "run" });
  if (offer.error) {
    return (
      <>
        <ErrorNotice error={offer.error} retry={() => void offer.refetch()} />
        {draft && (
          <AnchorLink to="/shares/$ref" params={{ ref: draft }}>
            {words.toShare(draft)}
          </AnchorLink>
        )}
      </>
    );
  }
  const isReady = session.data && (subject.kind !== "run" || !run.isPending) && !(subject.dashboard && board.isPending);
  if (!offer.data || !isReady) return <Loading height={FORM_HEIGHT} />;
  const layout = subject.layout ?? "plain";
  // A version that has another layout or other metrics than the share before has to name its subject again.
  const whole = { ...(options && searchOf(options)), ...search };
  const begin = beginForm({
    offer: offer.data,
    chart: search.chart,
    title: run.data?.title ?? board.data?.name ?? nameOf(subject),
    author: session.data?.user.name ?? "",
    options,
    isDraft: draft !== undefined,
    layout,
  });
  return (
    <ShareEditor
      name={draft && versionOf ? `${nameOf(subject)}. ${words.versionTitle(versionOf)}` : nameOf(subject)}
      subject={subject}
      versionOf={versionOf}
      draft={draft}
      offer={offer.data}
      isOfferOld={offer.isPlaceholderData}
      hadAliases={options?.had_aliases ?? false}
      begin={begin}
      isDraftOfBegin={options?.layout === layout}
      block={search.block}
      chooseBlock={(block) => change({ ...search, block })}
      chooseLayout={(chosen) => change({ ...whole, layout: chosen })}
      chooseMetrics={(names) => change(withMetrics(whole, subject.kind, names))}
      replaced={(number) => change({ ...search, draft: number })}
      leave={leave}
    />
  );
}

function isProblem(error: unknown, status: number): boolean {
  return error instanceof ApiProblem && error.status === status;
}

function titleOf({ draft, version_of: versionOf }: NewShareSearch, subject: ShareSubject | null): string {
  if (draft) return words.draftTitle(draft);
  if (versionOf) return words.versionTitle(versionOf);
  return subject ? words.title[subject.kind ?? "run"] : words.nothingTitle;
}

/** Return the shared subject in a few words. */
function nameOf({ kind, run_id, run_ids, campaign, dashboard, workbench, view }: ShareSubject): string {
  const { subjects } = words;
  if (kind === "campaign") return subjects.campaign(campaign ?? "");
  if (dashboard) return subjects.dashboard(dashboard);
  if (workbench) return subjects.workbench;
  if (kind === "comparison") return subjects.comparison((run_ids ?? []).join(", "));
  if (kind === "ranking") return subjects.ranking(view?.profile ?? (run_ids ?? []).join(", "));
  return subjects.run(run_id ?? "");
}
