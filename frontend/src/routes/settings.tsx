/** /settings and its sections: the account, appearance, notifications, keys, demo data, and the lab. */
import { Appearance } from "@/features/settings/appearance";
import { NotificationSettings } from "@/features/settings/notification-settings";
import { SettingsLayout } from "@/features/settings/settings-layout";
import { AccountSettings, DemoSettings, LabSettings, ShortcutSettings } from "@/features/settings/settings-page";

export function SettingsRoute() {
  return (
    <SettingsLayout>
      <AccountSettings />
    </SettingsLayout>
  );
}

export function AppearanceRoute() {
  return (
    <SettingsLayout>
      <Appearance />
    </SettingsLayout>
  );
}

export function NotificationSettingsRoute() {
  return (
    <SettingsLayout>
      <NotificationSettings />
    </SettingsLayout>
  );
}

export function ShortcutSettingsRoute() {
  return (
    <SettingsLayout>
      <ShortcutSettings />
    </SettingsLayout>
  );
}

export function DemoSettingsRoute() {
  return (
    <SettingsLayout>
      <DemoSettings />
    </SettingsLayout>
  );
}

export function LabSettingsRoute() {
  return (
    <SettingsLayout>
      <LabSettings />
    </SettingsLayout>
  );
}
