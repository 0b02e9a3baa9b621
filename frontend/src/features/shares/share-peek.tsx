/** A permalink beside its list: its head, its address, facts, views and history. */
import { Button } from "@mantine/core";
import { IconExternalLink, IconVersions } from "@tabler/icons-react";
import { Fragment } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { sharePageAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { AnchorLink, ButtonLink } from "@/components/link";
import { shortMoment } from "@/lib/short-times";
import { formatCount, formatDateTime } from "@/lib/units";
import { shares as words } from "@/messages/shares";
import { Badge } from "@/parts/badge";
import { Curve } from "@/parts/curve";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { CopyAddressButton, ShareAddressText } from "./address-copy";
import { ReceivedActions } from "./received-actions";
import { ShareActions } from "./share-actions";
import { ShareBadge } from "./share-labels";
import classes from "./share-list.module.css";
import { SharePicture } from "./share-picture";
import { historyOf, layoutOf, recentViews, splitAmounts } from "./share-rows";
import { actionsOf, labOf } from "./status";

const NAMED_BADGES = 2;
const TONES = { good: "ok", warn: "warn", plain: "idle" } as const;
const GLYPHS = { good: "steady", warn: "warning", plain: null } as const;
const VIEWS_HEIGHT = 44;
const NAMED_RUNS = 3;

export function SharePeek({ share }: { share: Share }) {
  const api = useApi();
  const { operate } = usePermissions();
  const { number, title, author, url, state } = share;
  const names = words.peek;
  const actions = actionsOf(share);
  return (
    <>
      <div className={classes.head}>
        <span className={classes.named}>
          <ShareBadge share={share} />
          <AnchorLink to="/shares/$ref" params={{ ref: number }}>
            {names.details}
          </AnchorLink>
        </span>
        <Button
          component="a"
          variant="default"
          size="xs"
          href={url ?? sharePageAddress(api, number)}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={13} stroke={1.75} aria-hidden="true" />}
        >
          {url ? words.actions.open : words.actions.preview}
        </Button>
        <ShareActions share={share} look="menu" />
      </div>
      <article className={classes.article} aria-label={names.head}>
        <Badges badges={share.badges} />
        <h2 dir="auto">{title}</h2>
        {share.finding && (
          <p className={classes.finding} dir="auto">
            {splitAmounts(share.finding).map(({ text, isAmount }, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the sentence.
              isAmount ? <b key={place}>{text}</b> : <Fragment key={place}>{text}</Fragment>,
            )}
          </p>
        )}
        {author && <span className={classes.byline}>{words.byAuthor(author)}</span>}
        {share.picture !== null && (
          <div className={classes.chart}>
            <SharePicture share={share} size="head" />
          </div>
        )}
      </article>
      <div className={classes.actions}>
        {url && <CopyAddressButton url={url} />}
        {operate && actions.includes("version") && (
          <ButtonLink
            variant="default"
            to="/shares/new"
            search={{ version_of: number }}
            leftSection={<IconVersions size={15} stroke={1.75} aria-hidden="true" />}
          >
            {words.actions.version}
          </ButtonLink>
        )}
        {share.received && <ReceivedActions share={share} />}
      </div>
      <KeyValueRail facts={factsOf(share)} />
      {state !== "draft" && <Views share={share} />}
      <section className={classes.part}>
        <h3>{names.history}</h3>
        <ul className={classes.history}>
          {historyOf(share).map(({ at, kind, audience }) => (
            <li key={`${kind} ${at} ${audience}`}>
              <time dateTime={at} title={formatDateTime(at)}>
                {shortMoment(new Date(at), new Date())}
              </time>
              <span dir="auto">{names.events[kind](share.version, audience ?? "")}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Facts above the title, as readers see them: the first one of a tone is a pill. */
function Badges({ badges }: Pick<Share, "badges">) {
  if (badges.length === 0) return null;
  return (
    <span className={classes.badges}>
      {badges.slice(0, NAMED_BADGES).map(({ text, tone }) =>
        tone === null ? (
          <span key={text}>{text}</span>
        ) : (
          <Badge key={text} tone={TONES[tone]} glyph={GLYPHS[tone]}>
            {text}
          </Badge>
        ),
      )}
    </span>
  );
}

function Views({ share: { views, daily_views } }: { share: Share }) {
  const names = words.peek;
  return (
    <section className={classes.part}>
      <h3>{names.views(formatCount(recentViews(daily_views)), formatCount(views))}</h3>
      <Curve values={daily_views} height={VIEWS_HEIGHT} fromZero />
      <div className={classes.ends}>
        <span>{names.firstDay}</span>
        <span>{names.lastDay}</span>
      </div>
    </section>
  );
}

function factsOf(share: Share): RailFact[] {
  const { figures, hidden, received, runs, addresses, version, newest_version, expires_at, state } = share;
  const names = words.peek;
  const open = addresses.filter(({ status }) => status === "open" || status === "closed");
  const withRaw = open.filter(({ raw_files }) => raw_files);
  const isNewer = newest_version !== null && newest_version > version;
  const facts: (RailFact | false)[] = [
    { name: words.address, value: <ShareAddressText share={share} /> },
    {
      name: names.layout,
      value: figures === null ? layoutOf(share) : names.figures(layoutOf(share), figures),
    },
    { name: words.properties.runs, value: listRuns(runs) },
    hidden !== null && {
      name: names.hidden,
      value: hidden.map((kind) => names.hiddenNames[kind]).join(", ") || names.none,
    },
    received !== null && { name: names.source, value: labOf(received) ?? words.receivedFrom(null) },
    open.length > 0 && {
      name: names.rawOutput,
      value:
        withRaw.length === open.length
          ? names.rawForAll
          : withRaw.map(({ audience }) => audience).join(", ") || names.rawForNone,
    },
    expires_at !== null && { name: words.properties.expires, value: formatDateTime(expires_at) },
    state !== "draft" && { name: names.newer, value: isNewer ? words.newerShort(newest_version) : names.none },
  ];
  return facts.filter((fact) => fact !== false);
}

function listRuns(runs: readonly string[]): string {
  const named = runs.slice(0, NAMED_RUNS).join(", ");
  return runs.length > NAMED_RUNS ? `${named} ${words.moreRuns(runs.length - NAMED_RUNS)}` : named || words.peek.none;
}
