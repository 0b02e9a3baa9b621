/** Settings of notices: which kinds appear where, which runs are followed, and what this browser may do. */
import { Button, Checkbox, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { noticesKey } from "@/api/notices";
import { changeSettings, sessionQuery } from "@/api/session";
import type { PersonalSettings, PersonalSettingsUpdate, Session } from "@/api/types";
import { useNotificationPermission } from "@/lib/notification-permission";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { settings as words } from "@/messages/settings";
import { Card } from "@/parts/card";
import { toast } from "@/shell/toasts";
import classes from "./settings.module.css";
import { Setting, SettingsHead, useSaved } from "./settings-layout";

type Kind = keyof PersonalSettings["notices"];

const KINDS = Object.keys(words.kinds) as readonly Kind[];
const CHANNELS = ["bell", "browser"] as const;

export function NotificationSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [saved, note] = useSaved();
  const { data: session } = useQuery(sessionQuery(api));
  const saving = useMutation({
    mutationFn: (change: PersonalSettingsUpdate) => changeSettings(api, change),
    onMutate: (change) =>
      queryClient.setQueryData(
        sessionQuery(api).queryKey,
        (cached: Session | undefined) => cached && withChange(cached, change),
      ),
    onSuccess: (answer) => {
      queryClient.setQueryData(sessionQuery(api).queryKey, answer);
      return queryClient.invalidateQueries({ queryKey: noticesKey });
    },
    onError: (error) => {
      toast.error({ title: words.notSaved, detail: error.message });
      return queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey });
    },
  });
  /** `before` leads back. */
  const save = (change: PersonalSettingsUpdate, before: PersonalSettingsUpdate) =>
    saving.mutate(change, { onSuccess: () => note(() => saving.mutate(before)) });
  return (
    <>
      <SettingsHead title={words.sections.notifications} saved={saved} />
      {session && (
        <>
          <Card title={words.notifications}>
            <Kinds settings={session.settings} save={save} />
          </Card>
          <Card title={words.following}>
            <div className={classes.rows}>
              <Setting label={words.followStarted} text={words.followStartedExplain}>
                <Switch
                  aria-label={words.followStarted}
                  checked={session.settings.follow_started}
                  onChange={({ currentTarget: { checked } }) =>
                    save({ follow_started: checked }, { follow_started: !checked })
                  }
                />
              </Setting>
            </div>
          </Card>
        </>
      )}
      <ThisBrowser note={note} />
    </>
  );
}

interface KindsProps {
  settings: PersonalSettings;
  save: (change: PersonalSettingsUpdate, before: PersonalSettingsUpdate) => void;
}

function Kinds({ settings, save }: KindsProps) {
  return (
    <table className={classes.kinds}>
      <thead>
        <tr>
          <th scope="col">{words.event}</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className={classes.channel}>
              {words.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{words.kinds[kind]}</th>
            {CHANNELS.map((channel) => (
              <td key={channel} className={classes.channel}>
                <Checkbox
                  aria-label={words.channelOf(words.channels[channel], words.kinds[kind])}
                  checked={settings.notices[kind][channel]}
                  onChange={({ currentTarget: { checked } }) =>
                    save(
                      { notices: { [kind]: { [channel]: checked } } },
                      { notices: { [kind]: { [channel]: !checked } } },
                    )
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Show the settings of this browser. The browser requests its permission only when the user follows a run. */
function ThisBrowser({ note }: { note: (undo: () => unknown) => void }) {
  const permission = useNotificationPermission();
  const { browserNotices } = usePreferences();
  const isAllowed = permission === "granted";
  return (
    <Card
      title={words.thisBrowser}
      aside={
        isAllowed &&
        browserNotices && (
          <Button variant="subtle" size="xs" onClick={sendTest}>
            {words.sendTest}
          </Button>
        )
      }
    >
      <div className={classes.rows}>
        <Setting label={words.showHere} text={words.permissions[permission]}>
          <Switch
            aria-label={words.showHere}
            checked={isAllowed && browserNotices}
            disabled={!isAllowed}
            onChange={({ currentTarget: { checked } }) => {
              changePreferences({ browserNotices: checked });
              note(() => changePreferences({ browserNotices: !checked }));
            }}
          />
        </Setting>
      </div>
    </Card>
  );
}

function sendTest(): void {
  try {
    new Notification(words.testTitle, { body: words.testText });
  } catch (error) {
    toast.error({ title: words.notSent, detail: error instanceof Error ? error.message : undefined });
  }
}

function withChange(session: Session, { follow_started, notices }: PersonalSettingsUpdate): Session {
  const { settings } = session;
  const changed = Object.fromEntries(
    KINDS.map((kind) => {
      const { bell, browser } = notices?.[kind] ?? {};
      const current = settings.notices[kind];
      return [kind, { bell: bell ?? current.bell, browser: browser ?? current.browser }];
    }),
  ) as PersonalSettings["notices"];
  return {
    ...session,
    settings: { ...settings, follow_started: follow_started ?? settings.follow_started, notices: changed },
  };
}
