/** /settings: the signed-in account, this browser, and the key of the lab. */
import { PageHeader } from "@/components/page";
import { SettingsLinks } from "@/features/settings/settings-links";
import { SettingsPage } from "@/features/settings/settings-page";
import { settings as words } from "@/messages/settings";

export function SettingsRoute() {
  return (
    <>
      <PageHeader title={words.title} />
      <SettingsLinks />
      <SettingsPage />
    </>
  );
}
