/** A piece of hardware that a published review names: read there, never tested here. */

import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { publishedQuery } from "@/api/hardware";
import { InventoryLinks } from "@/components/inventory-links";
import { Loading } from "@/components/loading";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { PropertyList } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { messages } from "@/messages";
import { piece as words } from "@/messages/hardware";

export function PublishedPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(publishedQuery(useApi(), id));
  if (error && !data)
    return <NotShown subject={messages.problem.things.component} error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={320} />;
  return (
    <>
      <PageHeader title={data.name} />
      <InventoryLinks />
      <Notice level="info">{words.publishedNote}</Notice>
      <Section title={words.facts}>
        <PropertyList
          properties={[
            [words.properties.kind, data.component],
            [words.source, data.source],
          ]}
        />
      </Section>
      {snapshotGroups(data.attributes).map(({ title, rows }) => (
        <Section key={title} title={title === "General" ? words.attributes : title}>
          <PropertyList properties={rows} />
        </Section>
      ))}
    </>
  );
}
