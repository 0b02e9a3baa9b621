/** Shell for the width of the window. */
import { useMediaQuery } from "@mantine/hooks";
import { breakpoints } from "@/app/tokens";

/** A bar at the foot, a rail, or the whole navigation. */
export type Width = "phone" | "narrow" | "wide";

const AT_ONCE = { getInitialValueInEffect: false };

export function useWidth(): Width {
  const isWide = useMediaQuery(`(min-width: ${breakpoints.md}px)`, undefined, AT_ONCE);
  const isPhone = useMediaQuery(`(max-width: ${breakpoints.sm}px)`, undefined, AT_ONCE);
  return isPhone ? "phone" : isWide ? "wide" : "narrow";
}
