/** The hardware of a server as a tree: controllers, enclosures, slots and drives; beside it the arrays with their members. */

import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { treeQuery } from "@/api/hardware";
import type { ControllerNode, EnclosureNode, HardwareArray, Server, TreeDrive } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes, formatPercent } from "@/lib/units";
import { hardware, tree as words } from "@/messages/hardware";
import { ArrayMembers, ArrayPolicies } from "./array-facts";
import classes from "./hardware.module.css";
import { activityText, levelText, linkText } from "./hardware-text";

export function TreeView({ server }: { server: Server }) {
  const { data: tree, error, refetch } = useQuery(treeQuery(useApi(), server));
  if (error && !tree) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!tree) return <Loading height={400} />;
  const { controllers, enclosures, drives, arrays } = tree;
  if (controllers.length + enclosures.length + drives.length + arrays.length === 0) {
    return <EmptyState title={words.noHardware} />;
  }
  return (
    <>
      <Section title={words.controllers}>
        {controllers.length === 0 && <Text c="dimmed">{words.noControllers}</Text>}
        {controllers.map((node) => (
          <ControllerBranch key={node.controller.id} node={node} />
        ))}
      </Section>
      {enclosures.length > 0 && (
        <Section title={words.looseEnclosures}>
          <ul className={classes.branch}>
            {enclosures.map((enclosure) => (
              <EnclosureBranch key={enclosure.id} enclosure={enclosure} />
            ))}
          </ul>
        </Section>
      )}
      {drives.length > 0 && (
        <Section title={words.loose}>
          <DriveLeaves drives={drives} />
        </Section>
      )}
      <Section title={words.arrays}>
        {arrays.length === 0 && <Text c="dimmed">{words.noArrays}</Text>}
        <Stack gap={24}>
          {arrays.map((array) => (
            <ArrayBranch key={array.id} array={array} />
          ))}
        </Stack>
      </Section>
    </>
  );
}

function ControllerBranch({ node: { controller, enclosures, drives } }: { node: ControllerNode }) {
  const { number, model, key, pci_address, firmware, driver, driver_version, battery } = controller;
  const about = [pci_address, firmware, [driver, driver_version].filter(Boolean).join(" "), linkText(controller)];
  return (
    <div className={classes.group}>
      <h3 className={classes.leaf}>
        <PieceLink kind="controller" piece={{ number, name: model ?? key }} />
        {battery !== null && battery !== "optimal" && <ConditionLabel condition={battery} />}
      </h3>
      <div className={classes.dim}>{about.filter(Boolean).join(" · ")}</div>
      <ul className={classes.branch}>
        {enclosures.map((enclosure) => (
          <EnclosureBranch key={enclosure.id} enclosure={enclosure} />
        ))}
        {drives.length > 0 && (
          <li>
            {enclosures.length > 0 && <div>{words.direct}</div>}
            <DriveLeaves drives={drives} />
          </li>
        )}
      </ul>
    </div>
  );
}

function EnclosureBranch({ enclosure }: { enclosure: EnclosureNode }) {
  const drives = enclosure.slots.flatMap(({ drive }) => drive ?? []);
  const empty = enclosure.slots.length - drives.length;
  return (
    <li>
      <div>{words.enclosure(enclosure.product ?? enclosure.key)}</div>
      <DriveLeaves drives={drives} />
      {empty > 0 && <div className={classes.dim}>{words.emptySlots(empty)}</div>}
    </li>
  );
}

function DriveLeaves({ drives }: { drives: readonly TreeDrive[] }) {
  return (
    <ul className={classes.branch}>
      {drives.map((drive) => (
        <li key={drive.id} className={classes.leaf}>
          {drive.slot !== null && <span className={classes.place}>{words.slot(drive.slot)}</span>}
          <PieceLink kind="drive" piece={drive} />
          <span>
            {[drive.serial, drive.size_bytes === null ? null : formatBytes(drive.size_bytes)]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {drive.passed === false && <ConditionLabel condition="not_passed" />}
          {drive.drive_state !== null && <ConditionLabel condition={drive.drive_state} />}
          <span className={classes.dim}>{remarks(drive)}</span>
        </li>
      ))}
    </ul>
  );
}

function remarks({ in_use, protected: isProtected, used_percent, arrays }: TreeDrive): string {
  const told = [
    arrays.length > 0 ? words.partOf(arrays.map(({ name }) => name).join(", ")) : null,
    in_use && arrays.length === 0 ? words.inUse : null,
    isProtected ? words.protected : null,
    used_percent === null ? null : words.wear(formatPercent(used_percent)),
  ];
  return told.filter(Boolean).join(" · ");
}

function ArrayBranch({ array }: { array: HardwareArray }) {
  const { number, name, condition, strip_bytes, size_bytes } = array;
  const activity = activityText(array);
  const about = [
    levelText(array.level),
    array.implementation,
    strip_bytes === null ? null : hardware.strip(formatBinaryBytes(strip_bytes)),
    size_bytes === null ? null : formatBytes(size_bytes),
    words.members(array.drive_count ?? array.members.length),
  ];
  return (
    <div className={classes.group}>
      <h3 className={classes.leaf}>
        <PieceLink kind="array" piece={{ number, name }} />
        {condition === null ? words.conditionUnknown : <ConditionLabel condition={condition} />}
      </h3>
      <div>{about.filter(Boolean).join(" · ")}</div>
      {array.drive !== null && (
        <div>
          {words.appearsAs} <PieceLink kind="drive" piece={array.drive} />
        </div>
      )}
      {activity !== null && <div>{hardware.activity(activity)}</div>}
      <ArrayMembers array={array} />
      <ArrayPolicies array={array} />
    </div>
  );
}
