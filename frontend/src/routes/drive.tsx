/** /drives/$ref: one drive, with what an administrator may do with it. */
import { getRouteApi } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { DrivePage } from "@/features/hardware/drive-page";
import { DriveActions } from "@/features/inventory/drive-actions";

const route = getRouteApi("/shell/drives/$ref");

export function DriveRoute() {
  const { ref } = route.useParams();
  const { administer } = usePermissions();
  return <DrivePage key={ref} reference={ref} actions={(drive) => administer && <DriveActions drive={drive} />} />;
}
