/** /engines: which engines there are and where, and the lab's package of Vdbench. */
import { EnginesPage } from "@/features/engines/engines-page";

export function EnginesRoute() {
  return <EnginesPage />;
}
