/** /runs/trash: what was put into the trash and can be restored. */
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { TrashList } from "@/features/run-validity/trash-list";
import { runValidity as words } from "@/messages/run-validity";

const route = getRouteApi("/shell/runs/trash");

export function RunsTrashRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={words.trashPage}
        actions={
          <ButtonLink to="/runs" variant="default">
            {words.backToRuns}
          </ButtonLink>
        }
      />
      <TrashList cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
    </>
  );
}
