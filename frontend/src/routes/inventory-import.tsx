/** /servers/import: what people wrote down about hardware, in and out. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { mayChange, sessionQuery } from "@/api/session";
import { InventoryLinks } from "@/components/inventory-links";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { ExportLinks } from "@/features/transfer/export-links";
import { ImportForm } from "@/features/transfer/import-form";
import { transfer as words } from "@/messages/transfer";

export function InventoryImportRoute() {
  const { data: session } = useQuery(sessionQuery(useApi()));
  return (
    <>
      <PageHeader title={words.title}>
        <Text maw="80ch">{words.explain}</Text>
      </PageHeader>
      <InventoryLinks />
      <Section title={words.export}>
        <ExportLinks />
      </Section>
      <Section title={words.import}>
        {mayChange(session) ? <ImportForm /> : <Notice level="info">{words.viewer}</Notice>}
      </Section>
    </>
  );
}
