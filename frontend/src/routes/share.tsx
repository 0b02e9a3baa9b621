/** /shares/$ref: one permalink, for those who made it. */
import { getRouteApi } from "@tanstack/react-router";
import { SharePage } from "@/features/shares/share-page";

const route = getRouteApi("/shell/shares/$ref");

export function ShareRoute() {
  const { ref } = route.useParams();
  const navigate = route.useNavigate();
  return <SharePage key={ref} reference={ref} removed={() => void navigate({ to: "/shares" })} />;
}
