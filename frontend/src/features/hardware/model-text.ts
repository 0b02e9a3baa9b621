/** Entered facts of a model in words; null if there are none. */
import type { HardwareModel } from "@/api/types";
import { formatCount } from "@/lib/units";
import { models as words } from "@/messages/models";

const TERABYTE = 1e12;
const MONEY = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function enduranceText({ rated_endurance_bytes: bytes }: HardwareModel): string | null {
  return bytes === null ? null : words.terabytes(formatCount(bytes / TERABYTE));
}

export function priceText({ price, currency }: HardwareModel): string | null {
  return price === null || currency === null ? null : words.price(MONEY.format(price), currency);
}

export function powerText({ power_limit_watts: watts }: HardwareModel): string | null {
  return watts === null ? null : words.watts(formatCount(watts));
}

export function warrantyText({ warranty_years: years }: HardwareModel): string | null {
  return years === null ? null : words.years(formatCount(years));
}

export function writesText({ drive_writes_per_day: writes }: HardwareModel): string | null {
  return writes === null ? null : formatCount(writes);
}
