/** /engines: which engines there are and where, and the lab's package of Vdbench. */
import { EnginesPage } from "@/features/engines/engines-page";
import { SettingsLayout } from "@/features/settings/settings-layout";

export function EnginesRoute() {
  return (
    <SettingsLayout isWide>
      <EnginesPage />
    </SettingsLayout>
  );
}
