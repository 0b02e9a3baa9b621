/** Reads the parts of a long queue that come into sight. */
import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { type SchedulePart, schedulePartQuery } from "@/api/queue";
import type { QueueSchedule, ServerGlance } from "@/api/types";

export interface SchedulePartAt {
  /** Index of its first item. */
  offset: number;
  schedule: QueueSchedule;
}

export interface Parts {
  parts: readonly SchedulePartAt[];
  /** Called with the indexes of the visible items. */
  see: (first: number, last: number) => void;
}

/** Return the first part of `size` items and the visible ones; `partFrom` reads the items from an index on. */
export function useParts(first: QueueSchedule, size: number, partFrom: (offset: number) => SchedulePart): Parts {
  const api = useApi();
  const [[from, to], setSeen] = useState<readonly [number, number]>([0, 0]);
  const see = useCallback(
    (start: number, end: number) => {
      const seen = [Math.floor(start / size), Math.floor(end / size)] as const;
      setSeen((before) => (before[0] === seen[0] && before[1] === seen[1] ? before : seen));
    },
    [size],
  );
  const offsets = useMemo(
    () => Array.from({ length: to - from + 1 }, (_, index) => (from + index) * size).filter((offset) => offset > 0),
    [from, to, size],
  );
  const answers = useQueries({
    queries: offsets.map((offset) => schedulePartQuery(api, partFrom(offset))),
    combine: dataOf,
  });
  const parts = useMemo(() => {
    const further = offsets.flatMap((offset, index) => {
      const schedule = answers[index];
      return schedule ? [{ offset, schedule }] : [];
    });
    return [{ offset: 0, schedule: first }, ...further];
  }, [first, offsets, answers]);
  return { parts, see };
}

const dataOf = (results: readonly { data: QueueSchedule | undefined }[]) => results.map(({ data }) => data);

/** Return `count` items, with its index where one is not known yet. The queue may have moved between two parts. */
export function spreadParts<Item>(
  parts: readonly SchedulePartAt[],
  count: number,
  pick: (schedule: QueueSchedule) => readonly Item[],
  idOf: (item: Item) => string,
): (Item | number)[] {
  const items = Array.from({ length: count }, (_, index): Item | number => index);
  const seen = new Set<string>();
  for (const { offset, schedule } of parts) {
    for (const [index, item] of pick(schedule).entries()) {
      if (offset + index >= count || seen.has(idOf(item))) continue;
      seen.add(idOf(item));
      items[offset + index] = item;
    }
  }
  return items;
}

export const serversOf = (parts: readonly SchedulePartAt[]): Map<string, ServerGlance> =>
  new Map(parts.flatMap(({ schedule }) => schedule.servers.map((server) => [server.id, server] as const)));
