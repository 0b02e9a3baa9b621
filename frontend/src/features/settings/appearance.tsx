/** Settings of appearance: the theme as pictures, and the density. */
import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconBrowserCheck, IconMoon, type IconProps, IconSun } from "@tabler/icons-react";
import { type ComponentType, useId } from "react";
import { changePreferences, DENSITIES, usePreferences } from "@/lib/preferences";
import { settings as words } from "@/messages/settings";
import { Card } from "@/parts/card";
import { Segmented } from "@/parts/segmented";
import classes from "./settings.module.css";
import { Setting, SettingsHead, useSaved } from "./settings-layout";
import { ThemePicture } from "./theme-picture";

const SCHEMES = ["auto", "light", "dark"] as const satisfies readonly MantineColorScheme[];
const ICONS: Record<(typeof SCHEMES)[number], ComponentType<IconProps>> = {
  auto: IconBrowserCheck,
  light: IconSun,
  dark: IconMoon,
};

export function Appearance() {
  const [saved, note] = useSaved();
  const { density } = usePreferences();
  return (
    <>
      <SettingsHead title={words.sections.appearance} saved={saved} />
      <Card title={words.theme} note={words.inThisBrowser}>
        <Themes note={note} />
      </Card>
      <Card title={words.display} note={words.inThisBrowser}>
        <div className={classes.rows}>
          <Setting label={words.density} text={words.densityExplain}>
            <Segmented
              label={words.density}
              options={DENSITIES.map((value) => ({ value, label: words.densities[value] }))}
              value={density}
              change={(chosen) => {
                changePreferences({ density: chosen });
                note(() => changePreferences({ density }));
              }}
            />
          </Setting>
        </div>
      </Card>
    </>
  );
}

function Themes({ note }: { note: (undo: () => unknown) => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  const choose = (scheme: MantineColorScheme) => {
    setColorScheme(scheme);
    note(() => setColorScheme(colorScheme));
  };
  return (
    <fieldset className={classes.themes}>
      <legend className="visually-hidden">{words.theme}</legend>
      {SCHEMES.map((scheme) => {
        const Icon = ICONS[scheme];
        return (
          <label key={scheme} className={classes.theme}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={colorScheme === scheme}
              onChange={() => choose(scheme)}
            />
            <ThemePicture scheme={scheme} />
            <span>
              <Icon size={15} stroke={1.75} aria-hidden="true" />
              {words.themes[scheme]}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
