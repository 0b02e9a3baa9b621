/** The forecast of a drive as facts of a rail, and as a chart takes it. */
import type { DriveLife, WearForecast } from "@/api/types";
import type { DriveTemperatureData } from "@/charts/drive-temperature/option";
import type { DriveWearData } from "@/charts/drive-wear/option";
import type { DriveWritesData } from "@/charts/drive-writes/option";
import { monthOf, monthSpan } from "@/lib/calendar";
import { joinShort, shortBytes, shortPercent } from "@/lib/short-values";
import { formatNumber } from "@/lib/units";
import { driveLife } from "@/messages/drive-life";
import type { RailFact } from "@/parts/key-value-rail";

const words = driveLife.forecast;

export function forecastFacts(forecast: WearForecast): RailFact[] {
  const { bytes_per_day, drive_writes_per_day, percent_per_day, alert_percent } = forecast;
  const alert = alertText(forecast);
  const writes = drive_writes_per_day === null ? null : formatNumber(drive_writes_per_day, { digits: 2, trim: true });
  return [
    { name: words.exhausted, value: exhaustedText(forecast) },
    ...(forecast.remaining_days === null ? [] : [{ name: words.interval, value: intervalText(forecast) }]),
    ...(percent_per_day === null ? [] : [{ name: words.rate, value: words.perDay(shortPercent(percent_per_day)) }]),
    ...(bytes_per_day === null
      ? []
      : [{ name: words.bytesPerDay, value: words.ofSize(joinShort(shortBytes(bytes_per_day)), writes) }]),
    ...(alert === null ? [] : [{ name: words.alert(shortPercent(alert_percent)), value: alert }]),
  ];
}

function exhaustedText({ remaining_days, exhausted_at, used_percent }: WearForecast): string | null {
  if ((used_percent ?? 0) >= 100) return words.reached;
  if (exhausted_at !== null) return month(exhausted_at);
  return remaining_days === null ? null : words.beyond;
}

function intervalText({ exhausted_earliest_at, exhausted_latest_at }: WearForecast): string | null {
  if (exhausted_earliest_at === null) return null;
  return exhausted_latest_at === null
    ? words.open(month(exhausted_earliest_at))
    : monthSpan(Date.parse(exhausted_earliest_at), Date.parse(exhausted_latest_at));
}

function alertText({ alert_at, alert_percent, used_percent }: WearForecast): string | null {
  if (used_percent !== null && used_percent >= alert_percent) return words.reached;
  return alert_at === null ? null : month(alert_at);
}

const month = (at: string) => monthOf(Date.parse(at));

/** Return why there is no forecast or no interval, and what the forecast was made of. */
export function forecastNote(forecast: WearForecast): string {
  const { remaining_days, reason, exhausted_earliest_at, week_count, reading_count, span_days } = forecast;
  if (remaining_days === null) return reason;
  const readings = words.readings(reading_count, formatNumber(span_days, { trim: true }));
  return exhausted_earliest_at === null ? `${readings} ${words.weeks(week_count)}` : `${reason} ${readings}`;
}

const dayStart = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Return the start of the period: as requested, else the time of the first reading. */
function beginOf(life: DriveLife, now: number, first: number | undefined): number {
  return life.since === null ? Math.min(first ?? now, now) : Date.parse(life.since);
}

export function wearData(name: string, life: DriveLife, now: number): DriveWearData {
  const { forecast, neighbours, wear } = life;
  const points = wear.map(({ at, used_percent }) => [Date.parse(at), used_percent] as const);
  const { exhausted_at: at, exhausted_earliest_at: from, exhausted_latest_at: until } = forecast;
  return {
    name,
    points,
    neighbours:
      neighbours && neighbours.wear.length > 0
        ? {
            name: driveLife.medianOf(neighbours.drive_count, neighbours.scope),
            points: neighbours.wear.map((point) => [Date.parse(point.at), point.used_percent] as const),
          }
        : null,
    // A forecast without an interval has too few readings: it is mentioned in words, not drawn.
    forecast:
      at !== null && from !== null
        ? { at: Date.parse(at), from: Date.parse(from), until: until === null ? null : Date.parse(until) }
        : null,
    reason: forecastNote(forecast),
    alertPercent: forecast.alert_percent,
    since: beginOf(life, now, points[0]?.[0]),
    now,
  };
}

export function temperatureData(life: DriveLife, now: number): DriveTemperatureData {
  const days = life.temperature.map(({ day, low_c, mean_c, high_c }) => ({
    day: dayStart(day),
    low: low_c,
    mean: mean_c,
    high: high_c,
  }));
  return { days, since: beginOf(life, now, days[0]?.day), now };
}

export function writesData({ weeks }: DriveLife): DriveWritesData {
  return {
    weeks: weeks.map(({ start, run_bytes, preparation_bytes, other_bytes }) => ({
      start: dayStart(start),
      runs: run_bytes,
      preparation: preparation_bytes,
      other: other_bytes,
    })),
  };
}
