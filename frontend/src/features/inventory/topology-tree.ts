/** The inventory tree of a server as boxes, slots and arrays of its topology. */
import type { EnclosureNode, HardwareArray, Server, ServerTree, TreeDrive } from "@/api/types";
import { linkText } from "@/components/link-text";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { word } from "@/messages";
import { hardware, tree as treeWords } from "@/messages/hardware";
import { serverPage as words } from "@/messages/server-page";
import type {
  BackplaneArray,
  BackplaneBox,
  BackplaneShelf,
  BackplaneSlot,
  BackplaneTree,
} from "@/parts/backplane-layout";

export interface Topology extends BackplaneTree {
  /** True if enclosures were reported; without one, the boxes and drives form a list. */
  hasEnclosures: boolean;
  /** Drives by the id of their slot, which is their number; an empty slot has an id of its own. */
  drives: ReadonlyMap<string, TreeDrive>;
}

type Machine = Pick<Server, "cpu_model" | "cpu_sockets" | "cpu_cores">;

const MAX_SOCKETS = 8;

const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(" · ");

export function topologyOf(tree: ServerTree, machine: Machine): Topology {
  const drives = new Map<string, TreeDrive>();
  const cpus = cpuBoxes(machine);
  const cpuOf = (node: number | null): string | null => {
    if (cpus.length === 1) return cpus[0]?.id ?? null;
    return node === null ? null : (cpus[node]?.id ?? null);
  };
  const boxes: BackplaneBox[] = [...cpus];
  const shelves: BackplaneShelf[] = [];
  const loose: BackplaneSlot[] = [];
  const slotOf = (drive: TreeDrive, number: string | null, attached: readonly string[]): BackplaneSlot => {
    drives.set(drive.number, drive);
    return { id: drive.number, number, drive: slotDrive(drive), attached };
  };
  const addShelf = ({ id, product, key, slots }: EnclosureNode, attached: readonly string[]) => {
    if (slots.length === 0) return;
    const cells = slots.map(({ slot, drive }, place) =>
      drive
        ? slotOf(drive, slot, attached)
        : { id: `e${shelves.length}.${place}`, number: slot, drive: null, attached },
    );
    shelves.push({ id, name: product ?? key, slots: cells });
  };
  for (const { controller, enclosures, drives: own } of tree.controllers) {
    const parent = cpuOf(controller.numa_node);
    // A drive that is its own controller hangs on the processor itself.
    const isDrive = controller.kind === "nvme" && enclosures.length === 0 && own.length <= 1;
    if (!isDrive) {
      boxes.push({
        id: controller.number,
        kind: "controller",
        title: controller.model ?? controller.key,
        detail: joined([
          controller.firmware && words.firmware(controller.firmware),
          controller.cache_bytes !== null && words.cache(formatBinaryBytes(controller.cache_bytes)),
          controller.battery && words.battery(word(hardware.conditions, controller.battery)),
        ]),
        parent,
        link: linkText(controller),
        isWarned: controller.link_narrowed === true || (controller.battery ?? "optimal") !== "optimal",
      });
    }
    const attached = isDrive ? (parent === null ? [] : [parent]) : [controller.number];
    for (const enclosure of enclosures) addShelf(enclosure, attached);
    for (const drive of own) loose.push(slotOf(drive, drive.slot, attached));
  }
  for (const enclosure of tree.enclosures) addShelf(enclosure, []);
  for (const drive of tree.drives) loose.push(slotOf(drive, drive.slot, []));
  const hasEnclosures = shelves.length > 0;
  if (loose.length > 0) shelves.push({ id: "loose", name: hasEnclosures ? words.loose : words.direct, slots: loose });
  return { boxes, shelves: mergePaths(shelves), arrays: arraysOf(tree.arrays), hasEnclosures, drives };
}

function cpuBoxes({ cpu_model, cpu_sockets, cpu_cores }: Machine): BackplaneBox[] {
  if (cpu_model === null) return [];
  const sockets = Math.min(Math.max(cpu_sockets ?? 1, 1), MAX_SOCKETS);
  const cores = cpu_cores === null ? null : Math.round(cpu_cores / sockets);
  return Array.from({ length: sockets }, (_, place) => ({
    id: `cpu-${place}`,
    kind: "cpu",
    title: words.processor(place, cpu_model),
    detail: cores === null ? "" : words.cores(cores),
    parent: null,
    link: null,
  }));
}

function slotDrive(drive: TreeDrive): NonNullable<BackplaneSlot["drive"]> {
  return {
    model: drive.model ?? drive.name,
    serial: drive.serial,
    firmware: drive.firmware,
    usedPercent: drive.used_percent,
    temperature: drive.temperature_c,
    condition: drive.condition,
    arrays: drive.arrays.map(({ number }) => number),
  };
}

/** Make one slot of a drive that is reported on several paths: the first, attached to all of their controllers. */
function mergePaths(shelves: readonly BackplaneShelf[]): BackplaneShelf[] {
  const first = new Map<string, string>();
  const paths = new Map<string, string[]>();
  const twice = new Set<string>();
  for (const { id, drive, attached } of shelves.flatMap(({ slots }) => slots)) {
    if (!drive?.serial) continue;
    const piece = `${drive.model} ${drive.serial}`;
    const firstId = first.get(piece);
    if (firstId === undefined) first.set(piece, id);
    else twice.add(id);
    const own = paths.get(firstId ?? id) ?? [];
    paths.set(firstId ?? id, [...own, ...attached.filter((box) => !own.includes(box))]);
  }
  return shelves.flatMap((shelf) => {
    const isSeenTwice = shelf.slots.some(({ id }) => twice.has(id));
    const slots = shelf.slots.filter(({ id, drive }) => !twice.has(id) && !(isSeenTwice && drive === null));
    if (slots.length === 0) return [];
    return [{ ...shelf, slots: slots.map((slot) => ({ ...slot, attached: paths.get(slot.id) ?? slot.attached })) }];
  });
}

/** Arrays of drives first, then those of arrays. */
function arraysOf(arrays: readonly HardwareArray[]): BackplaneArray[] {
  const byDevice = new Map(arrays.flatMap(({ drive, number }) => (drive ? [[drive.id, number] as const] : [])));
  const described = arrays.map((array): BackplaneArray => {
    const parts = array.members.flatMap(({ link }) => {
      if (link?.component === "array") return [link.number];
      return link ? (byDevice.get(link.id) ?? []) : [];
    });
    const { name, level, size_bytes, strip_bytes, condition, number } = array;
    const names = parts.map((part) => arrays.find((other) => other.number === part)?.name ?? part);
    return {
      id: number,
      name,
      title: joined([name, level && word(hardware.levels, level)]),
      detail: joined([
        names.length > 0 && words.over(names.join(", ")),
        names.length === 0 && treeWords.members(array.drive_count ?? array.members.length),
        size_bytes !== null && formatBytes(size_bytes),
        strip_bytes !== null && hardware.strip(formatBinaryBytes(strip_bytes)),
        condition === null ? treeWords.conditionUnknown : word(hardware.conditions, condition),
      ]),
      parts,
    };
  });
  return described.toSorted((a, b) => Number(a.parts.length > 0) - Number(b.parts.length > 0));
}
