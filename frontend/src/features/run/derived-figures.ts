/** Derived figures in words: values with their units, and the rule that each of them follows from. */
import type { Derived, DerivedPoint, DerivedSweep } from "@/api/types";
import { formatCount, formatDuration, formatIops } from "@/lib/units";
import { messages } from "@/messages";
import { derived as words } from "@/messages/derived";

const DIGITS = { digits: 4 };

export interface DerivedFigure {
  name: string;
  value: string;
  rule: string;
}

/** Burst, plateau and the way there; what a curve does not have is left out. */
export function curveFigures(curve: Derived["curve"]): DerivedFigure[] {
  if (!curve) return [];
  const { burst, plateau, time_to_plateau_ms } = curve;
  return [
    ...(burst
      ? [
          {
            name: words.burst,
            value: words.burstFor(formatIops(burst.iops, DIGITS), formatDuration(burst.length_ms / 1000)),
            rule: words.burstRule,
          },
        ]
      : []),
    { name: words.plateau, value: words.iops(formatIops(plateau, DIGITS)), rule: words.plateauRule },
    ...(time_to_plateau_ms === null
      ? []
      : [
          {
            name: words.timeToPlateau,
            value: time_to_plateau_ms === 0 ? words.fromTheStart : formatDuration(time_to_plateau_ms / 1000),
            rule: words.timeToPlateauRule,
          },
        ]),
  ];
}

/** `57.5k at 32`: the throughput of a point and the load it has it at. */
export function pointText(point: DerivedPoint | null, { by }: Pick<DerivedSweep, "by">): string {
  if (!point) return messages.none;
  const load = by === "offered_iops" ? formatIops(point.x, DIGITS) : formatCount(point.x);
  return words.at(formatIops(point.iops, DIGITS), load);
}

export function limitText({ iops, interpolated, limit_reached }: DerivedSweep["max_at_latency_limit"]): string {
  if (iops === null) return words.neverWithin;
  const text = formatIops(iops, DIGITS);
  if (!limit_reached) return words.lowerBound(text);
  return interpolated ? words.interpolated(text) : text;
}
