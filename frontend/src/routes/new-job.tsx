/** /jobs/new: the form of a new job; its draft is the search part of the address. */
import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { NewJob } from "@/features/jobs/new-job";
import { newJob as newJobWords } from "@/messages/jobs";

const route = getRouteApi("/shell/jobs/new");

export function NewJobRoute() {
  const stored = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={newJobWords.title}>
        <Text c="dimmed">{newJobWords.draft}</Text>
      </PageHeader>
      <NewJob
        stored={stored}
        store={(search) => void navigate({ search, replace: true, resetScroll: false })}
        submitted={(job) => void navigate({ to: "/jobs/$ref", params: { ref: job.number } })}
      />
    </>
  );
}
