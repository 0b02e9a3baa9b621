/** Who is signed in, what this browser prefers, and the key of the lab. */
import { Radio, Stack, Switch, Text, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labQuery } from "@/api/lab";
import { sessionQuery } from "@/api/session";
import { Copyable } from "@/components/copyable";
import { AnchorLink } from "@/components/link";
import { Section } from "@/components/page";
import { PropertyList } from "@/components/property-list";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { word } from "@/messages";
import { settings as words } from "@/messages/settings";

const SCHEMES = ["auto", "light", "dark"] as const;

export function SettingsPage() {
  return (
    <>
      <Section title={words.account}>
        <Account />
      </Section>
      <Section title={words.browser}>
        <Browser />
      </Section>
      <Section title={words.key}>
        <LabKey />
      </Section>
    </>
  );
}

function Account() {
  const { data: session } = useQuery(sessionQuery(useApi()));
  if (!session) return null;
  const { name, role } = session.user;
  return (
    <>
      <PropertyList
        properties={[
          [words.name, name],
          [words.role, word(words.roles, role)],
        ]}
      />
      <Text>{word(words.may, role)}</Text>
    </>
  );
}

function Browser() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { shortcuts } = usePreferences();
  return (
    <Stack gap={16}>
      <Text c="dimmed">{words.browserExplain}</Text>
      <Radio.Group
        label={words.theme}
        value={colorScheme}
        onChange={(chosen) => {
          const scheme = SCHEMES.find((known) => known === chosen);
          if (scheme) setColorScheme(scheme);
        }}
      >
        <Stack gap={8} mt={4}>
          {SCHEMES.map((scheme) => (
            <Radio key={scheme} value={scheme} label={words.themes[scheme]} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={words.shortcuts}
        description={words.shortcutsExplain}
        checked={shortcuts}
        onChange={({ currentTarget }) => changePreferences({ shortcuts: currentTarget.checked })}
      />
      <Text>
        <AnchorLink to="/help" hash="keys">
          {words.shortcutsList}
        </AnchorLink>
      </Text>
    </Stack>
  );
}

function LabKey() {
  const { data: lab } = useQuery(labQuery(useApi()));
  return (
    <>
      <Text>{words.keyExplain}</Text>
      {lab?.public_key ? <Copyable value={lab.public_key} label={words.keyCopy} /> : <Text>{words.noKey}</Text>}
    </>
  );
}
