/** /import: import of result files, and a list of recent imports. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { mayChange, sessionQuery } from "@/api/session";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { ImportsList } from "@/features/imports/imports-list";
import { UploadForm } from "@/features/imports/upload-form";
import { imports as words } from "@/messages/imports";

const route = getRouteApi("/shell/import");

export function ImportsRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: session } = useQuery(sessionQuery(useApi()));
  return (
    <>
      <PageHeader title={words.title}>
        <Text maw="80ch">{words.explain}</Text>
      </PageHeader>
      {mayChange(session) ? (
        <UploadForm
          uploaded={({ number }) => void navigate({ to: "/import/$ref", params: { ref: number }, search: {} })}
        />
      ) : (
        <Notice level="info">{words.viewer}</Notice>
      )}
      <Section title={words.recent}>
        <ImportsList cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
      </Section>
    </>
  );
}
