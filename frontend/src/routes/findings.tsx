/** /findings: the list of findings; its query, its order and the finding beside it are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { FindingsList } from "@/features/findings/findings-list";
import { hardwareViews } from "@/routes/list-views";

const route = getRouteApi("/shell/findings");

const VIEWS = hardwareViews("/findings");

export function FindingsRoute() {
  const navigate = route.useNavigate();
  return (
    <FindingsList
      search={route.useSearch()}
      form={VIEWS}
      change={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
