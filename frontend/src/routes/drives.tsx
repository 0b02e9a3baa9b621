/** /drives: the list of drives; its query, its order and the drive beside it are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DrivesList } from "@/features/hardware/drives-list";
import { enrolmentText } from "@/features/inventory/enrolment-text";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/drives");

const DRIVES = hardwareViews("/inventory/drives");

export function DrivesRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DrivesList
      search={search}
      form={DRIVES}
      enrolment={enrolmentText}
      change={(next) =>
        // Looking into one row after another adds no step to the history of the browser.
        void navigate({ search: next, replace: next.peek !== search.peek, resetScroll: false })
      }
    />
  );
}
