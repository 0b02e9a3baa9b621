/** /import/$ref: one import. */
import { getRouteApi } from "@tanstack/react-router";
import { ImportPage } from "@/features/imports/import-page";

const route = getRouteApi("/shell/import/$ref");

export function ImportRoute() {
  const { ref } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <ImportPage
      key={ref}
      reference={ref}
      removed={() => void navigate({ to: "/import" })}
      uploaded={({ number }) => void navigate({ to: "/import/$ref", params: { ref: number } })}
    />
  );
}
