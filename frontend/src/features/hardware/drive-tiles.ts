/** The numbers of a drive as tiles. */
import type { Drive, DriveLife } from "@/api/types";
import { joinShort, NO_VALUE, type ShortValue, shortBytes, shortPercent } from "@/lib/short-values";
import { formatCount, formatNumber } from "@/lib/units";
import { driveLife as words } from "@/messages/drive-life";

export interface DriveTile {
  key: keyof typeof words.tiles;
  value: ShortValue;
  note: string;
  tone: "ok" | "warn" | null;
}

/** Ratio to the wear of other drives of the model from which the tile is coloured. */
const UNLIKE = 2;

export function driveTiles({ health }: Pick<Drive, "health">, life: DriveLife | undefined): DriveTile[] {
  const forecast = life?.forecast;
  const used = forecast?.used_percent ?? health.used_percent;
  const others = life?.neighbours?.wear.at(-1)?.used_percent ?? life?.neighbours?.used_percent ?? null;
  const rated = forecast?.rated_endurance_bytes ?? null;
  const amplification = forecast?.write_amplification ?? null;
  const { power_cycles, unsafe_shutdowns, spare_percent, spare_threshold_percent: threshold } = health;
  const countOrNull = (value: number | null) => (value === null ? null : formatCount(value));
  return [
    {
      key: "used",
      value: percent(used),
      note: others === null ? "" : words.neighboursAt(shortPercent(others)),
      tone: used !== null && others !== null && others > 0 && used >= UNLIKE * others ? "warn" : null,
    },
    {
      key: "written",
      value: shortBytes(health.written_bytes),
      note: rated === null ? words.ratedUnknown : words.ofRated(joinShort(shortBytes(rated))),
      tone: null,
    },
    {
      key: "amplification",
      value: { number: amplification === null ? NO_VALUE : formatNumber(amplification), unit: "" },
      note: words.perHostWrite,
      tone: null,
    },
    {
      key: "hours",
      value: {
        number: countOrNull(health.power_on_hours) ?? NO_VALUE,
        unit: health.power_on_hours === null ? "" : "h",
      },
      note: words.cyclesText(countOrNull(power_cycles), countOrNull(unsafe_shutdowns)),
      tone: null,
    },
    {
      key: "spare",
      value: percent(spare_percent),
      note: threshold === null ? "" : words.threshold(shortPercent(threshold)),
      tone: spare_percent === null || threshold === null ? null : spare_percent > threshold ? "ok" : "warn",
    },
  ];
}

function percent(value: number | null): ShortValue {
  const [number = NO_VALUE] = shortPercent(value).split("\u00a0");
  return { number, unit: value === null ? "" : "%" };
}
