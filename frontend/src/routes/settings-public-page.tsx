/** /settings/public-page: whether the lab has a public page, and its name. */
import { PublicPageSettings } from "@/features/settings/public-page-settings";
import { SettingsLayout } from "@/features/settings/settings-layout";

export function PublicPageRoute() {
  return (
    <SettingsLayout>
      <PublicPageSettings />
    </SettingsLayout>
  );
}
