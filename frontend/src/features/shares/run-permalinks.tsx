/** The newest permalinks that use a run, where it is looked at. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { runSharesQuery } from "@/api/shares";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { useSpareTime } from "@/lib/spare-time";
import { shares as words } from "@/messages/shares";
import { ShareAddressText } from "./address-copy";
import { ShareBadge } from "./share-labels";
import classes from "./shares.module.css";

const MAX_LISTED = 5;

export function RunPermalinks({ run }: { run: string }) {
  const api = useApi();
  // They are at the very end, so they are requested after everything above them.
  const enabled = useSpareTime();
  const { data, error, refetch } = useQuery({ ...runSharesQuery(api, run), enabled });
  if (error && !data) {
    return (
      <Section title={words.ofRun}>
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Section>
    );
  }
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.ofRun}>
      <ul className={classes.permalinks} aria-label={words.ofRunCaption(run)}>
        {data.items.slice(0, MAX_LISTED).map((share) => (
          <li key={share.id}>
            <AnchorLink to="/shares/$ref" params={{ ref: share.number }}>
              {share.number} · {share.title}
            </AnchorLink>
            <ShareBadge share={share} />
            <ShareAddressText share={share} isShort />
            <Text c="dimmed">{words.viewed(share.views)}</Text>
          </li>
        ))}
      </ul>
      <AnchorLink to="/shares" search={{ run }}>
        {words.allOfRun}
      </AnchorLink>
    </Section>
  );
}
