/** One profile in one of its versions: its plan, what can be chosen, its versions and its runs. */
import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { profileQuery, profileUseQuery } from "@/api/profiles";
import type { ProfileDetail, ProfileUse } from "@/api/types";
import { LazyDetails } from "@/components/lazy-details";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { shortSpan } from "@/lib/short-times";
import { messages } from "@/messages";
import { profiles, profile as words } from "@/messages/profiles";
import { Badge } from "@/parts/badge";
import { Callout } from "@/parts/callout";
import { HeadNumbers } from "@/parts/head-numbers";
import { BasedOn } from "./based-on";
import { ChangesCard, hasVersionBefore, ParametersCard } from "./parameters-card";
import { PhasesCard } from "./phases-card";
import { PlanCard } from "./plan-card";
import { ProfileActions, ProfilePrimary } from "./profile-actions";
import { ProfileRail } from "./profile-rail";
import { FilesTab, ParametersTab, RunsTab, VersionsTab } from "./profile-tabs";
import classes from "./profiles.module.css";
import { type ExpectedRun, useExpectedRun } from "./use-expected-run";

const PAGE_HEIGHT = 900;
/** The target that the durations of a profile are stated for. */
const STATED_SIZE = "256\u00a0MiB";
const TABS = ["plan", "parameters", "files", "versions", "runs"] as const;
export type ProfileTab = (typeof TABS)[number];

export interface ProfileView {
  version: number | undefined;
  tab: ProfileTab;
  /** Number of a configuration. */
  on: string | undefined;
}

export interface ProfilePageProps {
  name: string;
  view: ProfileView;
  showOn: (configuration: string) => void;
}

export function ProfilePage({ name, view, showOn }: ProfilePageProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(profileQuery(api, name, view.version));
  const { data: use } = useQuery(profileUseQuery(api, name));
  if (error && !data) {
    return (
      <>
        <PageHeader title={name} />
        <ErrorNotice error={error} title={words.failed} retry={() => void refetch()} />
      </>
    );
  }
  return data ? <Shown profile={data} use={use} view={view} showOn={showOn} /> : <Loading height={PAGE_HEIGHT} />;
}

interface ShownProps extends Omit<ProfilePageProps, "name"> {
  profile: ProfileDetail;
  use: ProfileUse | undefined;
}

function Shown({ profile, use, view, showOn }: ShownProps) {
  const { name, version, latest_version: latest } = profile;
  const expected = useExpectedRun(profile, use, view.on);
  return (
    <div className={classes.page}>
      <Head profile={profile} use={use} view={view} expected={expected} />
      {version < latest && (
        <Notice level="info">
          {words.older(version, latest)}
          <AnchorLink to="/profiles/$name" params={{ name }} underline="always">
            {words.toNewest}
          </AnchorLink>
        </Notice>
      )}
      {profile.problem && (
        <Callout tone="err" fact={words.unreadable}>
          {profile.problem}
        </Callout>
      )}
      {view.tab === "plan" && (
        <div className={classes.columns}>
          <div className={classes.column}>
            {!profile.problem && <PlanCard profile={profile} expected={expected} showOn={showOn} />}
            {!profile.problem && <PhasesCard profile={profile} run={expected.run} />}
            <div className={classes.pair} data-alone={!hasVersionBefore(profile) || undefined}>
              <ParametersCard profile={profile} />
              {hasVersionBefore(profile) && <ChangesCard profile={profile} />}
            </div>
          </div>
          <aside className={classes.column} aria-label={words.about}>
            <ProfileRail profile={profile} use={use} expected={expected} />
          </aside>
        </div>
      )}
      {view.tab === "parameters" && <ParametersTab profile={profile} />}
      {view.tab === "files" && <FilesTab profile={profile} />}
      {view.tab === "versions" && <VersionsTab profile={profile} use={use} />}
      {view.tab === "runs" && <RunsTab profile={profile} />}
    </div>
  );
}

interface HeadProps {
  profile: ProfileDetail;
  use: ProfileUse | undefined;
  view: ProfileView;
  expected: ExpectedRun;
}

function Head({ profile, use, view, expected }: HeadProps) {
  usePageName(profile.title);
  const barHasActions = useHasPlace("actions");
  const document = words.document(profile.name, profile.version);
  return (
    <header className={classes.head}>
      <title>{messages.documentTitle(view.tab === "plan" ? document : `${document} · ${words.tab[view.tab]}`)}</title>
      <InTopBar place="tabs">
        <Tabs profile={profile} use={use} />
      </InTopBar>
      <InTopBar place="actions">
        <div className={classes.actions} data-in-page={!barHasActions || undefined}>
          <ProfileActions profile={profile} />
        </div>
      </InTopBar>
      <InTopBar place="primary">
        <ProfilePrimary profile={profile} />
      </InTopBar>
      <div className={classes.names}>
        <div className={classes.titleRow}>
          <Title order={1} dir="auto">
            {profile.title}
          </Title>
          <Badge tone="outlined">{profiles.versionTag(profile.version)}</Badge>
          <Badge>{words.origins[profile.origin]}</Badge>
          <Badge tone={profile.writes ? "err" : "idle"}>{profile.writes ? words.erases : words.readsOnly}</Badge>
          {profile.archived && <Badge tone="warn">{profiles.archivedTag}</Badge>}
        </div>
        <Prose profile={profile} />
      </div>
      <Times profile={profile} expected={expected} />
    </header>
  );
}

/** Paragraphs; a line end within one has no meaning. */
function Prose({ profile: { description, source, based_on: base, archived } }: { profile: ProfileDetail }) {
  return (
    <div className={classes.prose} dir="auto">
      {archived && <p>{words.isArchived}</p>}
      {description.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {source && <LazyDetails summary={words.source}>{() => <p>{source}</p>}</LazyDetails>}
      {base && (
        <p>
          {words.basedOn} <BasedOn on={base} />
        </p>
      )}
    </div>
  );
}

/** Show the times for the chosen hardware if runs are known, else for the size of the lab's stated durations. */
function Times({ profile, expected }: Omit<HeadProps, "use" | "view">) {
  const { chosen, plan } = expected;
  const typical = chosen?.median_seconds ?? profile.estimated_seconds;
  const of = chosen ? chosen.configuration.name : STATED_SIZE;
  const label = words.typicalOn(of);
  return (
    <HeadNumbers
      className={classes.times}
      numbers={[
        { label, value: shortSpan(typical), title: label },
        { label: words.max, value: shortSpan(chosen ? plan?.max_seconds : profile.max_seconds) },
      ]}
    />
  );
}

function Tabs({ profile, use }: Pick<HeadProps, "profile" | "use">) {
  const counts: Partial<Record<ProfileTab, number>> = {
    parameters: profile.parameters.length,
    versions: profile.versions.length,
    runs: use?.run_count,
  };
  const version = profile.version === profile.latest_version ? undefined : profile.version;
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to="/profiles/$name"
          params={{ name: profile.name }}
          search={({ on }) => ({ version, tab: tab === "plan" ? undefined : tab, on })}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {words.tab[tab]}
          {(counts[tab] ?? 0) > 0 && <span aria-hidden="true">{counts[tab]}</span>}
        </Link>
      ))}
    </TabLinks>
  );
}
