/** /drives/$ref: one drive. */
import { getRouteApi } from "@tanstack/react-router";
import { DrivePage } from "@/features/hardware/drive-page";
import { DriveEnrolment } from "@/features/inventory/drive-enrolment";

const route = getRouteApi("/shell/drives/$ref");

export function DriveRoute() {
  const { ref } = route.useParams();
  const { tab = "life", span = "year" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DrivePage
      key={ref}
      reference={ref}
      tab={tab}
      span={span}
      chooseSpan={(chosen) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, span: chosen === "year" ? undefined : chosen }),
          replace: true,
          resetScroll: false,
        })
      }
      enrolment={(drive) => <DriveEnrolment drive={drive} />}
    />
  );
}
