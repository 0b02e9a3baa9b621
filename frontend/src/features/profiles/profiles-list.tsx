/** The profiles that this lab can run, as cards by group: built-in ones and those that were written here. */
import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { profilesQuery } from "@/api/profiles";
import type { Profile } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { PROFILE_LISTS, type ProfileListName, profileFacts, profilesListed } from "@/components/profile-groups";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useTypedText } from "@/components/use-typed-text";
import { profiles as words } from "@/messages/profiles";
import { Badge } from "@/parts/badge";
import { EmptyState } from "@/parts/empty-state";
import { ProfileCardLink } from "@/parts/profile-card";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./profiles.module.css";

const CARD_HEIGHT = 172;
const CARDS_AHEAD = 8;

export interface ProfilesListProps {
  group: ProfileListName;
  search: string;
  find: (text: string) => void;
}

export function ProfilesList({ group, search, find }: ProfilesListProps) {
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(profilesQuery(useApi(), { archived: true }));
  const profiles = data?.items ?? [];
  const shown = profilesListed(profiles, { list: group, search });
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
        <Tabs profiles={profiles} />
      </InTopBar>
      <Search search={search} find={find} />
      {error && !data && <ErrorNotice error={error} title={words.failed} retry={() => void refetch()} />}
      {!data && !error && <CardsAhead />}
      {data && shown.length > 0 && (
        <ul className={classes.cards} aria-label={words.caption}>
          {shown.map((profile) => (
            <li key={`${profile.origin} ${profile.name}`}>
              <Card profile={profile} />
            </li>
          ))}
        </ul>
      )}
      {data && shown.length === 0 && <NoProfiles group={group} search={search} find={find} />}
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

function Tabs({ profiles }: { profiles: readonly Profile[] }) {
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
            <span aria-hidden="true">{profilesListed(profiles, { list, search: "" }).length}</span>
          )}
        </Link>
      ))}
    </TabLinks>
  );
}

function Search({ search, find }: Pick<ProfilesListProps, "search" | "find">) {
  const field = useTypedText(search, find);
  return (
    <search className={classes.search}>
      <TextInput
        {...field}
        type="search"
        aria-label={words.search}
        placeholder={words.searchHint}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      />
    </search>
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

function NoProfiles({ group, search, find }: ProfilesListProps) {
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
