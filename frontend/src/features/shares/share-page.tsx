/** Page of one permalink for its authors: its status, its known readers, and its page in a frame. */
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { sharePageAddress, shareQuery } from "@/api/shares";
import type { Share } from "@/api/types";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { shares as words } from "@/messages/shares";
import { Copyable } from "@/parts/copyable";
import { AddressOf, missingAddress } from "./address-copy";
import { PageFrame } from "./page-frame";
import { PublicListing } from "./public-listing";
import { ReceivedNotice, receivedProperties } from "./received";
import { ShareActions } from "./share-actions";
import { AddressBadge, addressNotes, ShareState } from "./share-labels";
import classes from "./shares.module.css";
import { Runs } from "./shares-list";

const PAGE_HEIGHT = 1200;

export function SharePage({ reference, removed }: { reference: string; removed: () => void }) {
  const api = useApi();
  const { data: share, error, refetch } = useQuery(shareQuery(api, reference));
  if (!share) {
    return error ? (
      <NotShown subject={messages.problem.things.permalink} error={error} retry={() => void refetch()} />
    ) : (
      <Loading height={PAGE_HEIGHT} />
    );
  }
  const { number, title, kind, version, newest_version, author } = share;
  return (
    <>
      <PageHeader
        title={`${number} · ${title}`}
        actions={<ShareActions share={share} look="buttons" removed={removed} />}
      >
        <ShareState share={share} />
        <Text c="dimmed">{words.kinds[kind] ?? kind}</Text>
        <Text c="dimmed">{words.versionLabel(words.version(version, newest_version))}</Text>
        {author && <Text c="dimmed">{words.byAuthor(author)}</Text>}
      </PageHeader>
      {newest_version !== null && newest_version > version && (
        <Notice level="info">{words.newer(newest_version)}</Notice>
      )}
      {share.received && <ReceivedNotice isDraft={share.state === "draft"} />}
      {share.state === "draft" && share.received === null && <Notice level="info">{words.draftOnly}</Notice>}
      {share.state !== "draft" && <Addresses share={share} />}
      <PropertyList properties={propertiesOf(share)} />
      {share.state !== "draft" && !share.received && <PublicListing share={share} />}
      <Section
        title={words.page}
        aside={
          <Anchor href={sharePageAddress(api, number)} target="_blank" rel="noreferrer">
            {words.ownTab}
          </Anchor>
        }
      >
        <PageFrame number={number} />
      </Section>
    </>
  );
}

/** Each address with its audience, for those who may see it. */
function Addresses({ share }: { share: Share }) {
  const { number, addresses } = share;
  return (
    <Section title={words.addresses}>
      {addresses.length === 0 && <Text c="dimmed">{missingAddress(share)}</Text>}
      {addresses.length > 0 && (
        <ul className={classes.addresses} aria-label={words.addressesOf(number)}>
          {addresses.map((address) => (
            <li key={address.id}>
              <strong dir="auto">{address.audience}</strong>
              <AddressBadge status={address.status} />
              {address.status !== "withdrawn" && <AddressOf address={address} />}
              <span className={classes.quiet}>{words.viewed(address.views)}</span>
              <span className={classes.quiet}>{addressNotes(address)}</span>
            </li>
          ))}
        </ul>
      )}
      {share.citation && (
        <details className={classes.cite}>
          <summary>{words.citation}</summary>
          <Copyable value={share.citation} label={words.citation} />
          {share.bibtex && <Copyable value={share.bibtex} label={words.bibtex} />}
        </details>
      )}
    </Section>
  );
}

function propertiesOf(share: Share) {
  const names = words.properties;
  const { views, last_viewed_at, correction, revoked_at } = share;
  const seen = last_viewed_at ? words.lastView(words.viewed(views), formatDateTime(last_viewed_at)) : words.neverViewed;
  const always = [
    property(names.runs, <Runs key="runs" share={share} />),
    property(names.frozen, <Moment key="frozen" at={share.created_at} />),
    property(names.sha256, <code key="sha256">{share.document_sha256}</code>),
  ];
  const published = [
    property(names.published, <Moment key="published" at={share.published_at} />),
    property(names.views, seen),
  ];
  const details = [
    share.embargo_until && property(names.embargo, <Moment key="embargo" at={share.embargo_until} />),
    property(names.expires, share.expires_at ? <Moment key="expires" at={share.expires_at} /> : words.never),
    ...(share.received ? receivedProperties(share.received) : []),
    share.licence && property(names.licence, share.licence),
    share.contact && property(names.contact, share.contact),
    correction && property(names.correction, correction),
    revoked_at && property(names.withdrawn, <Moment key="withdrawn" at={revoked_at} />),
  ].filter((detail) => typeof detail === "object" && detail !== null);
  return [...always, ...(share.state === "draft" ? [] : published), ...details];
}
