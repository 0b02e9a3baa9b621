/** Signed-in person, with help and theme beside the name; in the rail, all of it is behind the avatar. */
import { ActionIcon, type ActionIconProps, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import { IconHelpCircle, IconMoon, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLink, Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { messages } from "@/messages";
import { shell as words } from "@/messages/shell";
import classes from "./navigation.module.css";
import { useSignOut } from "./use-sign-out";
import { useThemeSwitch } from "./use-theme-switch";

export function Account({ rail }: { rail: boolean }) {
  const { data: session } = useQuery(sessionQuery(useApi()));
  const name = session?.user.name ?? "";
  return (
    <div className={classes.account}>
      <Menu position="right-end" zIndex="var(--sl-z-menu)">
        <Menu.Target>
          <UnstyledButton className={classes.person} aria-label={words.userMenu(name)}>
            <span className={classes.avatar} data-initials={initials(name)} />
            {!rail && (
              <span className={classes.personName} dir="auto">
                {name}
              </span>
            )}
          </UnstyledButton>
        </Menu.Target>
        <AccountMenu name={name} role={session?.user.role ?? messages.unknown} />
      </Menu>
      {!rail && (
        <>
          <Tooltip label={words.help}>
            <IconLink to="/help" variant="subtle" size={26} className={classes.quiet} aria-label={words.help}>
              <IconHelpCircle size={16} stroke={1.75} />
            </IconLink>
          </Tooltip>
          <ThemeSwitch />
        </>
      )}
    </div>
  );
}

function AccountMenu({ name, role }: { name: string; role: string }) {
  const { label, toggle } = useThemeSwitch();
  const signOut = useSignOut();
  return (
    <Menu.Dropdown>
      <Menu.Label>{words.userMenu(name)}</Menu.Label>
      <Menu.Label>{words.role(role)}</Menu.Label>
      <Menu.Item component={Link} to="/settings">
        {words.sections.settings}
      </Menu.Item>
      <Menu.Item component={Link} to="/help">
        {words.help}
      </Menu.Item>
      <Menu.Item onClick={toggle}>{label}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={signOut}>{words.signOut}</Menu.Item>
    </Menu.Dropdown>
  );
}

function ThemeSwitch() {
  const { isDark, label, toggle } = useThemeSwitch();
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size={26} className={classes.quiet} aria-label={label} onClick={toggle}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

type IconAnchorProps = ActionIconProps & Omit<ComponentProps<"a">, keyof ActionIconProps>;

const IconLink = createLink((props: IconAnchorProps) => <ActionIcon component="a" {...props} />);

/** Return the first letters of two words, else the first two letters. */
export function initials(name: string): string {
  const [first = "", second = ""] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return (second ? `${[...first][0]}${[...second][0]}` : [...first].slice(0, 2).join("")).toUpperCase();
}
