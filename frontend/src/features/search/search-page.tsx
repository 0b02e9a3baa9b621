/** What a search found, by kind; arrow keys go from one thing to the next. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useApi } from "@/api/context";
import { searchQuery } from "@/api/search";
import type { HitGroup, SearchAnswer } from "@/api/types";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { TrayButton } from "@/components/tray-button";
import { word } from "@/messages";
import { search as words } from "@/messages/search";
import { GroupLink, HitLink } from "./hit-link";
import classes from "./search.module.css";

/** The order in which kinds stand, whatever order they come in. */
const KINDS = [
  "server",
  "controller",
  "drive",
  "drive_model",
  "array",
  "hardware_model",
  "configuration",
  "published_hardware",
  "run",
  "profile",
  "campaign",
  "share",
];

export function SearchPage({ q }: { q: string }) {
  const api = useApi();
  const { data, error, refetch, isPlaceholderData } = useQuery(searchQuery(api, q));
  const answer = q === "" ? undefined : data;
  return (
    <>
      <PageHeader title={q === "" ? words.title : words.titleOf(q)}>
        <Text c="dimmed">{q === "" ? words.hint : words.keys}</Text>
      </PageHeader>
      <p role="status" className={classes.status}>
        {answer && !isPlaceholderData && statusOf(answer)}
      </p>
      {q !== "" && error && !isPlaceholderData && !answer && <ErrorNotice error={error} retry={() => void refetch()} />}
      {q !== "" && !answer && !error && <Loading height={240} />}
      {answer && answer.count === 0 && !isPlaceholderData && (
        <EmptyState title={words.nothing}>
          <Text>{words.nothingHint}</Text>
        </EmptyState>
      )}
      {answer && answer.count > 0 && <Groups answer={answer} isOld={isPlaceholderData} />}
    </>
  );
}

function Groups({ answer, isOld }: { answer: SearchAnswer; isOld: boolean }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it take the focus; arrow keys are one more way between them.
    <div className={classes.groups} aria-busy={isOld} onKeyDown={walk}>
      {inOrder(answer.groups).map((group) => (
        <Section key={group.kind} title={words.groupTitle(word(words.kinds, group.kind), group.count)}>
          <ul className={classes.hits}>
            {group.hits.map((hit) => (
              <li key={hit.reference}>
                <HitLink kind={group.kind} hit={hit} />
                {group.kind === "run" && <TrayButton run={hit.reference} compact />}
                {hit.context && <span className={classes.where}>{hit.context}</span>}
              </li>
            ))}
          </ul>
          <MoreHits group={group} q={answer.q} />
        </Section>
      ))}
    </div>
  );
}

function MoreHits({ group, q }: { group: HitGroup; q: string }) {
  if (group.count <= group.hits.length) return null;
  return (
    <Text c="dimmed">
      {words.shown(group.hits.length, group.count)} <GroupLink kind={group.kind} q={q} />
    </Text>
  );
}

function inOrder(groups: readonly HitGroup[]): HitGroup[] {
  return groups.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** In words, with the counts of the kinds: what somebody hears who does not see the list. */
function statusOf({ count, q, groups }: SearchAnswer): string {
  const counts = inOrder(groups).map((group) => words.groupTitle(word(words.kinds, group.kind), group.count));
  return [words.found(count, q), words.groupCounts(counts)].filter(Boolean).join(" ");
}

/** Down and up go through the hits of all kinds; up from the first one and Escape lead back to the box. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-hit]")];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  const box = document.getElementById("search-box");
  const targets: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: hits[at + 1],
    ArrowUp: hits[at - 1] ?? box,
    Home: hits[0],
    End: hits.at(-1),
    Escape: box,
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
