/** The sections of the settings; tokens, users and the public page are for administrators. */
import {
  IconBell,
  IconDatabase,
  IconFlask,
  IconKey,
  IconKeyboard,
  IconPalette,
  type IconProps,
  IconTestPipe,
  IconUser,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ComponentType, useId } from "react";
import { usePermissions } from "@/api/permissions";
import { settings as words } from "@/messages/settings";
import classes from "./settings.module.css";

type Section = keyof typeof words.sections;

const PAGES = {
  account: ["/settings", IconUser],
  appearance: ["/settings/appearance", IconPalette],
  notifications: ["/settings/notifications", IconBell],
  shortcuts: ["/settings/shortcuts", IconKeyboard],
  tokens: ["/settings/tokens", IconKey],
  users: ["/settings/users", IconUsers],
  engines: ["/settings/engines", IconTestPipe],
  demo: ["/settings/demo", IconDatabase],
  publicPage: ["/settings/public-page", IconWorld],
  lab: ["/settings/lab", IconFlask],
} as const satisfies Record<Section, readonly [path: string, Icon: ComponentType<IconProps>]>;

const GROUPS = {
  you: ["account", "appearance", "notifications", "shortcuts", "tokens"],
  lab: ["users", "engines", "demo", "publicPage", "lab"],
} as const satisfies Record<keyof typeof words.groups, readonly Section[]>;

const OF_ADMINISTRATORS: ReadonlySet<Section> = new Set(["tokens", "users", "publicPage"]);

export function SettingsLinks() {
  return (
    <nav aria-label={words.navigation} className={classes.links}>
      <Group name="you" />
      <Group name="lab" />
    </nav>
  );
}

function Group({ name }: { name: keyof typeof GROUPS }) {
  const heading = useId();
  const { administer } = usePermissions();
  const shown = GROUPS[name].filter((section) => administer || !OF_ADMINISTRATORS.has(section));
  return (
    <>
      <div id={heading} className={classes.group}>
        {words.groups[name]}
      </div>
      <ul aria-labelledby={heading}>
        {shown.map((section) => {
          const [path, Icon] = PAGES[section];
          return (
            <li key={section}>
              <Link to={path} search={{}} activeOptions={{ exact: true, includeSearch: false }}>
                <Icon size={16} stroke={1.75} aria-hidden="true" />
                {words.sections[section]}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
