/** Health checks of a drive, unusual and in order: by its own values and by drives of its model. */
import type { DriveNeighbours, HealthValues } from "@/api/types";
import { shortPercent } from "@/lib/short-values";
import { formatCount, formatNumber } from "@/lib/units";
import { driveLife } from "@/messages/drive-life";
import type { Check } from "@/parts/check-list";

const words = driveLife.checks;

/** Less above the median is within what slots of one box differ by, in K. */
const HOT_KELVIN = 10;
/** A drive is worn unlike the others from this factor on, once that is more than a few percent. */
const WORN_FACTOR = 2;
const WORN_PERCENT = 5;

export interface CheckedDrive {
  health: HealthValues;
  neighbours: DriveNeighbours | null;
  /** By the rated endurance where that is known, else as the drive counts. */
  usedPercent: number | null;
  /** Wear at which the lab raises an alert, in percent. */
  alertPercent: number;
}

/** Return warnings first; what the drive does not report is left out. */
export function driveChecks(drive: CheckedDrive): Check[] {
  const checks = [...ownChecks(drive), ...comparedChecks(drive)];
  if (checks.length === 0) return [{ tone: "warn", text: words.notRead }];
  const order = ["err", "warn", "ok"];
  return checks.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

function ownChecks({ health, usedPercent, alertPercent }: CheckedDrive): Check[] {
  const { passed, media_errors, link_errors, spare_percent, spare_threshold_percent, throttled_minutes } = health;
  const checks: Check[] = [];
  if (passed === false) checks.push({ tone: "err", text: words.failed });
  if (passed === true) checks.push({ tone: "ok", text: media_errors === 0 ? words.passed : words.passedAlone });
  if (passed !== true && media_errors === 0) checks.push({ tone: "ok", text: words.noErrors });
  if (media_errors) checks.push({ tone: "warn", text: words.errors(formatCount(media_errors)) });
  if (link_errors === 0) checks.push({ tone: "ok", text: words.noLinkErrors });
  if (link_errors) checks.push({ tone: "warn", text: words.linkErrors(formatCount(link_errors)) });
  if (spare_percent !== null && spare_threshold_percent !== null) {
    const text = words.spare(shortPercent(spare_percent), shortPercent(spare_threshold_percent));
    checks.push({ tone: spare_percent <= spare_threshold_percent ? "err" : "ok", text });
  }
  if (usedPercent !== null && usedPercent >= alertPercent) {
    checks.push({ tone: "warn", text: words.worn(shortPercent(usedPercent), shortPercent(alertPercent)) });
  }
  if (throttled_minutes) checks.push({ tone: "warn", text: words.throttled(formatCount(throttled_minutes)) });
  return [...checks, ...health.warnings.map((text): Check => ({ tone: "err", text }))];
}

function comparedChecks({ health, neighbours, usedPercent }: CheckedDrive): Check[] {
  const { temperature_c: heat } = health;
  const checks: Check[] = [];
  const usual = neighbours?.temperature_c ?? null;
  if (heat !== null && usual !== null && heat - usual >= HOT_KELVIN) {
    checks.push({ tone: "warn", text: words.hotter((heat - usual).toFixed(0)) });
  }
  const others = neighbours?.wear.at(-1)?.used_percent ?? neighbours?.used_percent ?? null;
  if (usedPercent !== null && others !== null && usedPercent >= WORN_PERCENT && usedPercent >= WORN_FACTOR * others) {
    if (others > 0) {
      checks.push({
        tone: "warn",
        text: words.wornMore(formatNumber(usedPercent / others, { digits: 2, trim: true })),
      });
    }
  }
  return checks;
}
