/** /settings/engines: which engines there are and where, and the lab's package of Vdbench. */
import { EnginesPage } from "@/features/engines/engines-page";
import { SettingsHead, SettingsLayout } from "@/features/settings/settings-layout";
import { settings as words } from "@/messages/settings";

export function EnginesRoute() {
  return (
    <SettingsLayout isWide>
      <SettingsHead title={words.sections.engines} />
      <EnginesPage />
    </SettingsLayout>
  );
}
