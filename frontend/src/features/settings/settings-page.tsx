/** The short sections of the settings: the account, the keys, the demo data, and the key of the lab. */
import { Button, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labQuery } from "@/api/lab";
import { usePermissions } from "@/api/permissions";
import { demoDataQuery, restoreDemoData, sessionQuery } from "@/api/session";
import { AnchorLink } from "@/components/link";
import { PropertyList } from "@/components/property-list";
import { RemoveDemo } from "@/components/remove-demo";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { word } from "@/messages";
import { settings as words } from "@/messages/settings";
import { Card } from "@/parts/card";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import classes from "./settings.module.css";
import { Setting, SettingsHead, useSaved } from "./settings-layout";

export function AccountSettings() {
  const { data: session } = useQuery(sessionQuery(useApi()));
  return (
    <>
      <SettingsHead title={words.sections.account} />
      <Card title={words.account}>
        <div className={classes.text}>
          {session && (
            <>
              <PropertyList
                properties={[
                  [words.name, session.user.name],
                  [words.role, word(words.roles, session.user.role)],
                ]}
              />
              <Text>{word(words.may, session.user.role)}</Text>
            </>
          )}
        </div>
      </Card>
    </>
  );
}

export function ShortcutSettings() {
  const [saved, note] = useSaved();
  const { shortcuts } = usePreferences();
  return (
    <>
      <SettingsHead title={words.sections.shortcuts} saved={saved} />
      <Card title={words.shortcuts} note={words.inThisBrowser}>
        <div className={classes.rows}>
          <Setting label={words.singleKeys} text={words.shortcutsExplain}>
            <Switch
              aria-label={words.singleKeys}
              checked={shortcuts}
              onChange={({ currentTarget: { checked } }) => {
                changePreferences({ shortcuts: checked });
                note(() => changePreferences({ shortcuts: !checked }));
              }}
            />
          </Setting>
          <Setting label={words.shortcutsList}>
            <AnchorLink to="/help" hash="keys">
              {words.openList}
            </AnchorLink>
          </Setting>
        </div>
      </Card>
    </>
  );
}

export function DemoSettings() {
  const { data: demo } = useQuery(demoDataQuery(useApi()));
  const { operate } = usePermissions();
  return (
    <>
      <SettingsHead title={words.sections.demo} />
      <Card title={words.demo}>
        <div className={classes.rows}>
          {demo && (
            <Setting
              label={demo.run_count > 0 ? words.demoCount(demo.run_count) : words.demoNone}
              text={words.demoExplain}
            >
              {operate && (demo.run_count > 0 ? <RemoveDemo /> : <RestoreDemo />)}
            </Setting>
          )}
        </div>
      </Card>
    </>
  );
}

function RestoreDemo() {
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreDemoData(api),
    onSuccess: async () => {
      toast.success({ title: words.demoRestored });
      await Promise.all([["demo-data"], ["runs"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => toast.error({ title: words.demoNotRestored, detail: error.message }),
  });
  return (
    <Button variant="subtle" loading={restore.isPending} onClick={() => restore.mutate()}>
      {words.demoRestore}
    </Button>
  );
}

export function LabSettings() {
  const { data: lab } = useQuery(labQuery(useApi()));
  return (
    <>
      <SettingsHead title={words.sections.lab} />
      <Card title={words.key}>
        <div className={classes.text}>
          <Text mb={8}>{words.keyExplain}</Text>
          {lab?.public_key ? <Copyable value={lab.public_key} label={words.keyCopy} /> : <Text>{words.noKey}</Text>}
        </div>
      </Card>
    </>
  );
}
