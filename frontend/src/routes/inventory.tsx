/** /inventory: what there is and what needs attention. */
import { OverviewPage } from "@/features/hardware/overview-page";

export function InventoryRoute() {
  return <OverviewPage />;
}
