/** The profiles that this lab can run, as cards by group: built-in ones and those that were written here. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { profilesQuery } from "@/api/profiles";
import { savedFiltersQuery } from "@/api/saved-filters";
import type { Page, Profile } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import { ButtonLink } from "@/components/link";
import { type QueriedSearch, SaveListView } from "@/components/list-query";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { PROFILE_LISTS, type ProfileListName, profileFacts, profilesListed } from "@/components/profile-groups";
import { QueryField } from "@/components/query-field";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useReadableQuery } from "@/components/use-readable-query";
import { ViewLinks } from "@/components/view-tabs";
import { profiles as words } from "@/messages/profiles";
import { Badge } from "@/parts/badge";
import { EmptyState } from "@/parts/empty-state";
import { ProfileCardLink } from "@/parts/profile-card";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./profiles.module.css";

const CARD_HEIGHT = 172;
const CARDS_AHEAD = 8;

export interface ProfilesSearch extends QueriedSearch {
  /** Suggested ones where none is named. */
  group?: ProfileListName;
}

export interface ProfilesListProps {
  search: ProfilesSearch;
  change: (search: ProfilesSearch) => void;
  /** Storage format of the list's views. */
  form: ViewForm<ProfilesSearch>;
}

export function ProfilesList({ search, change, form }: ProfilesListProps) {
  const { operate } = usePermissions();
  const api = useApi();
  const { group = "suggested", q } = search;
  const find = (text: string) => change({ ...search, q: text || undefined });
  const { requested, settle } = useReadableQuery<Page<Profile>>(q);
  const all = useQuery(profilesQuery(api, { archived: true }));
  const matches = useQuery({
    ...profilesQuery(api, { archived: true, q: requested }),
    placeholderData: keepPreviousData,
  });
  const { data, error, queryError } = settle(matches.data, matches.error);
  const shown = profilesListed(data?.items ?? [], { list: group, isFound: requested !== undefined });
  return (
    <>
      <PageHeader
        title={words.title}
        primary={
          operate && (
            <ButtonLink to="/profiles/new" leftSection={<IconPlus size={15} stroke={2} aria-hidden="true" />}>
              {words.new}
            </ButtonLink>
          )
        }
      />
      <InTopBar place="tabs">
        <Tabs profiles={all.data?.items ?? []} search={search} form={form} />
      </InTopBar>
      <div className={classes.search}>
        <QueryField list="profiles" isSmall value={q ?? ""} change={find} error={queryError} />
        <SaveListView form={form} search={search} change={change} />
      </div>
      {error !== null && !data && (
        <ErrorNotice error={error} title={words.failed} retry={() => void matches.refetch()} />
      )}
      {!data && error === null && <CardsAhead />}
      {data && shown.length > 0 && (
        <ul className={classes.cards} aria-label={words.caption}>
          {shown.map((profile) => (
            <li key={`${profile.origin} ${profile.name}`}>
              <Card profile={profile} />
            </li>
          ))}
        </ul>
      )}
      {data && shown.length === 0 && <NoProfiles group={group} search={q ?? ""} find={find} />}
    </>
  );
}

function Card({ profile }: { profile: Profile }) {
  const { name, version, archived, problem } = profile;
  return (
    <ProfileCardLink
      to="/profiles/$name"
      params={{ name }}
      {...profileFacts(profile, true)}
      badge={
        <>
          {version > 1 && <span>{words.versionTag(version)}</span>}
          {archived && <Badge>{words.archivedTag}</Badge>}
          {problem && <Badge tone="err">{words.unreadableTag}</Badge>}
        </>
      }
    />
  );
}

interface TabsProps extends Pick<ProfilesListProps, "search" | "form"> {
  profiles: readonly Profile[];
}

function Tabs({ profiles, search, form }: TabsProps) {
  const views = useQuery(savedFiltersQuery(useApi(), form.page)).data?.items ?? [];
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {PROFILE_LISTS.map((list) => (
        <Link
          key={list}
          to="/profiles"
          search={{ group: list === "suggested" ? undefined : list }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {words.groups[list]}
          {profiles.length > 0 && (
            <span aria-hidden="true">{profilesListed(profiles, { list, isFound: false }).length}</span>
          )}
        </Link>
      ))}
      <ViewLinks {...{ form, views, search }} linkTo={(next) => ({ to: "/profiles", search: next })} />
    </TabLinks>
  );
}

function CardsAhead() {
  return (
    <Waiting>
      <div className={classes.cards}>
        {Array.from({ length: CARDS_AHEAD }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike.
          <SkeletonBox key={place} height={CARD_HEIGHT} radius={11} />
        ))}
      </div>
    </Waiting>
  );
}

interface NoProfilesProps {
  group: ProfileListName;
  search: string;
  find: (text: string) => void;
}

function NoProfiles({ group, search, find }: NoProfilesProps) {
  const { operate } = usePermissions();
  if (search !== "") {
    return (
      <EmptyState
        title={words.noMatch}
        text={words.noMatchText(search)}
        actions={[
          <Button key="clear" variant="default" onClick={() => find("")}>
            {words.clearSearch}
          </Button>,
        ]}
      />
    );
  }
  const isMine = group === "mine";
  return (
    <EmptyState
      title={isMine ? words.noneOfMine : words.noneArchived}
      text={isMine ? words.noneOfMineText : words.noneArchivedText}
      actions={
        isMine && operate
          ? [
              <ButtonLink key="new" variant="default" to="/profiles/new">
                {words.new}
              </ButtonLink>,
            ]
          : undefined
      }
    />
  );
}
