/** Generated topologies, for the parts sheet and tests: enclosures, paths, direct drives, empty slots, long names. */
import type {
  BackplaneArray,
  BackplaneBox,
  BackplaneShelf,
  BackplaneSlot,
  BackplaneTree,
  SlotCondition,
  SlotDrive,
} from "./backplane-layout";

export const LONG_NAME = `${"very-long-name-".repeat(20)}`.slice(0, 300);

export interface TreeShape {
  controllers: number;
  shelves: number;
  slots: number;
  /** Slots at the end of each shelf that are empty. */
  empty?: number;
  /** True if each slot is attached to all controllers. */
  isMultipath?: boolean;
  /** NVMe drives that are attached to a processor. */
  direct?: number;
  /** Drives of one array, in the order of slots. */
  arraySize?: number;
  hasLongNames?: boolean;
}

export function aSlotDrive(changes: Partial<SlotDrive> = {}): SlotDrive {
  return {
    model: "Solidigm P5520 7.68 TB",
    serial: "BTAC324177F2",
    firmware: "9CV10330",
    usedPercent: 22,
    temperature: 39,
    condition: "ok",
    arrays: [],
    ...changes,
  };
}

export function aBackplane({
  controllers,
  shelves,
  slots,
  empty = 0,
  isMultipath = false,
  direct = 0,
  arraySize = 0,
  hasLongNames = false,
}: TreeShape): BackplaneTree {
  const named = (name: string) => (hasLongNames ? `${name} ${LONG_NAME}`.slice(0, 300) : name);
  const cpus = [0, 1].map(
    (place): BackplaneBox => ({
      id: `cpu-${place}`,
      kind: "cpu",
      title: named(`CPU ${place} · Xeon Gold 6430`),
      detail: "32 cores",
      parent: null,
      link: null,
    }),
  );
  const boxes = Array.from(
    { length: controllers },
    (_, place): BackplaneBox => ({
      id: `k-${place}`,
      kind: "controller",
      title: named(`PERC 12 H965i Front, ${place}`),
      detail: named("fw 8.8.1.0 · cache 8 GiB"),
      parent: `cpu-${place % 2}`,
      link: "16 GT/s x16",
    }),
  );
  let drives = 0;
  const arrayOf = () => (arraySize > 0 ? [`v-${Math.floor(drives++ / arraySize)}`] : []);
  const conditions: readonly SlotCondition[] = ["ok", "ok", "ok", "warning", "ok", "spare", "failed", "unknown"];
  const placed = Array.from(
    { length: shelves },
    (_, shelf): BackplaneShelf => ({
      id: `e-${shelf}`,
      name: named(`Enclosure ${shelf}`),
      slots: Array.from({ length: slots }, (_, slot): BackplaneSlot => {
        const half = Math.floor((slot * controllers) / Math.max(1, slots));
        const own = controllers === 0 ? [] : [`k-${shelves > 1 ? shelf % controllers : half}`];
        return {
          id: `e-${shelf}-${slot}`,
          number: String(slot),
          attached: isMultipath ? boxes.map(({ id }) => id) : own,
          drive:
            slot >= slots - empty
              ? null
              : aSlotDrive({
                  model: named("Solidigm P5520 7.68 TB"),
                  temperature: slot === 7 ? 61 : 37 + (slot % 5),
                  usedPercent: slot === 7 ? 91 : 20 + (slot % 4),
                  condition: slot === 7 ? "warning" : (conditions[(slot * 7) % 3] ?? "ok"),
                  firmware: slot % 3 === 0 ? "9CV10330" : "9CV10410",
                  arrays: arrayOf(),
                }),
        };
      }),
    }),
  );
  if (direct > 0) {
    placed.push({
      id: "direct",
      name: "Directly attached",
      slots: Array.from({ length: direct }, (_, place) => ({
        id: `n-${place}`,
        number: null,
        attached: [`cpu-${place % 2}`],
        drive: aSlotDrive({
          model: named("Samsung PM9A3"),
          condition: "unknown",
          temperature: null,
          usedPercent: null,
        }),
      })),
    });
  }
  const count = arraySize > 0 ? Math.ceil(drives / arraySize) : 0;
  const arrays = Array.from(
    { length: count },
    (_, place): BackplaneArray => ({
      id: `v-${place}`,
      name: named(`vd${place}`),
      title: named(`vd${place} · RAID 5`),
      detail: "53.8 TB · strip 64 KiB · optimal",
      parts: [],
    }),
  );
  const joined: BackplaneArray[] =
    count > 1
      ? [{ id: "v-md0", name: "md0", title: "md0 · RAID 0", detail: "over vd0, vd1", parts: ["v-0", "v-1"] }]
      : [];
  return { boxes: [...cpus, ...boxes], shelves: placed, arrays: [...arrays, ...joined] };
}
