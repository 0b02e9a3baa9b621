/** The other of the two themes, and the way to it. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { shell as words } from "@/messages/shell";

export function useThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  return {
    isDark,
    label: isDark ? words.toLight : words.toDark,
    toggle: () => setColorScheme(isDark ? "light" : "dark"),
  };
}
