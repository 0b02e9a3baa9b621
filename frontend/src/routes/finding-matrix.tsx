/** /findings/matrix: the rating matrix; its source and its RAID level are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { RatingMatrixPage } from "@/features/findings/rating-matrix";

const route = getRouteApi("/shell/findings/matrix");

export function FindingMatrixRoute() {
  const navigate = route.useNavigate();
  return (
    <RatingMatrixPage search={route.useSearch()} change={(search) => void navigate({ search, resetScroll: false })} />
  );
}
