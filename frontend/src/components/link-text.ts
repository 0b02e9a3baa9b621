/** A PCIe link in words. */
import type { Controller } from "@/api/types";
import { formatNumber } from "@/lib/units";
import { hardware as words } from "@/messages/hardware";

type Linked = Pick<Controller, "link_speed_gts" | "link_width"> & Partial<Controller>;

/** Return the link as it is and as it could be: `16 GT/s x8 of 16 GT/s x16`; null where nothing of it is known. */
export function linkText({ link_speed_gts, link_width, max_link_speed_gts, max_link_width }: Linked): string | null {
  const present = oneLink(link_speed_gts, link_width);
  const maximum = oneLink(max_link_speed_gts ?? null, max_link_width ?? null);
  if (!present) return null;
  return maximum && maximum !== present ? words.linkOf(present, maximum) : present;
}

function oneLink(speed: number | null, width: number | null): string {
  return words.link(speed === null ? null : formatNumber(speed, { trim: true }), width);
}
