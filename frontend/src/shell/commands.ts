/** Commands available everywhere: by the palette, and by their keys. */
import {
  IconChartDots3,
  IconFileImport,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconPlayerPause,
  IconPlus,
  type IconProps,
  IconRoute,
  IconServer2,
  IconSun,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { usePermissions } from "@/api/permissions";
import { type LastWorkbench, useLastWorkbench } from "@/lib/last-workbench";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { palette } from "@/messages/palette";
import { useSignOut } from "./use-sign-out";
import { useThemeSwitch } from "./use-theme-switch";

export interface Command {
  key: string;
  label: string;
  Icon: ComponentType<IconProps>;
  /** As a person presses them: `n`, `[`. */
  keys?: string;
  run: () => void;
}

const words = palette.commands;

/** `showKeys` opens the map of keys. */
export function useCommands(showKeys: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { operate } = usePermissions();
  const { rail } = usePreferences();
  const { isDark, toggle } = useThemeSwitch();
  const signOut = useSignOut();
  const last = useLastWorkbench();
  const changing: readonly Command[] = [
    { key: "new-run", label: words.newRun, Icon: IconPlus, keys: "n", run: () => void navigate({ to: "/new" }) },
    { key: "campaign", label: words.newCampaign, Icon: IconPlus, run: () => void navigate({ to: "/campaigns/new" }) },
    { key: "profile", label: words.newProfile, Icon: IconPlus, run: () => void navigate({ to: "/profiles/new" }) },
    { key: "import", label: words.imports, Icon: IconFileImport, run: () => void navigate({ to: "/import" }) },
    {
      key: "server",
      label: words.addServer,
      Icon: IconServer2,
      run: () => void navigate({ to: "/servers/new" }),
    },
    { key: "pause", label: words.queue, Icon: IconPlayerPause, run: () => void navigate({ to: "/queue" }) },
  ];
  const comparing = (search: LastWorkbench["search"]): Command => ({
    key: "workbench",
    label: words.lastWorkbench,
    Icon: IconChartDots3,
    run: () => void navigate({ to: "/workbench", search }),
  });
  return [
    ...(operate ? changing : []),
    ...(last ? [comparing(last.search)] : []),
    {
      key: "theme",
      label: isDark ? words.toLight : words.toDark,
      Icon: isDark ? IconSun : IconMoon,
      run: toggle,
    },
    {
      key: "rail",
      label: words.rail,
      Icon: IconLayoutSidebar,
      keys: "[",
      run: () => changePreferences({ rail: !rail }),
    },
    { key: "keys", label: words.keys, Icon: IconKeyboard, keys: "?", run: showKeys },
    {
      key: "tour",
      label: words.tour,
      Icon: IconRoute,
      run: () => void navigate({ to: "/", search: { tour: true } }),
    },
    { key: "sign-out", label: words.signOut, Icon: IconLogout, run: signOut },
  ];
}
