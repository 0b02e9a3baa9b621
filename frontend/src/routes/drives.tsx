/** /drives: the list of drives; its filters, its order and the drive beside it are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DrivesList } from "@/features/hardware/drives-list";
import { enrolmentText } from "@/features/inventory/enrolment-text";
import { parseDriveListSearch } from "@/routes/search";

const route = getRouteApi("/shell/drives");

export function DrivesRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DrivesList
      search={search}
      enrolment={enrolmentText}
      change={(next) =>
        // Looking into one row after another is no step that somebody wants to go back through.
        void navigate({ search: parseDriveListSearch(next), replace: next.peek !== search.peek, resetScroll: false })
      }
    />
  );
}
