/** All sections, the search and the account, from the foot of a phone. */
import { Button, Drawer } from "@mantine/core";
import { IconHelpCircle, IconLogout, IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { ButtonLink } from "@/components/link";
import { shell as words } from "@/messages/shell";
import classes from "./more-sheet.module.css";
import { openPalette } from "./palette-state";
import { PinnedLinks } from "./pinned-links";
import { SectionLinks } from "./section-links";
import { useShownCounts } from "./use-lab-counts";
import { useSignOut } from "./use-sign-out";
import { useThemeSwitch } from "./use-theme-switch";

export function MoreSheet({ close }: { close: () => void }) {
  const counts = useShownCounts();
  const { isDark, label, toggle } = useThemeSwitch();
  const signOut = useSignOut();
  const ThemeIcon = isDark ? IconSun : IconMoon;
  return (
    <Drawer
      opened
      onClose={close}
      position="bottom"
      size="auto"
      title={words.moreTitle}
      zIndex="var(--sl-z-dialog)"
      closeButtonProps={{ "aria-label": words.close }}
      // The head of a sheet is a header element, which would be a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      classNames={{ content: classes.content, header: classes.head, title: classes.title }}
    >
      <nav aria-label={words.moreTitle} className={classes.sections}>
        <SectionLinks counts={counts?.entries ?? {}} followed={close} />
        <PinnedLinks followed={close} />
      </nav>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => {
            close();
            openPalette();
          }}
        >
          {words.search}
        </Button>
        <ButtonLink
          to="/help"
          variant="default"
          leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden="true" />}
          onClick={close}
        >
          {words.help}
        </ButtonLink>
        <Button
          variant="default"
          leftSection={<ThemeIcon size={16} stroke={1.75} aria-hidden="true" />}
          onClick={toggle}
        >
          {label}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLogout size={16} stroke={1.75} aria-hidden="true" />}
          onClick={signOut}
        >
          {words.signOut}
        </Button>
      </div>
    </Drawer>
  );
}
