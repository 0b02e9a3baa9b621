/** An array in parts that its own page and the tree of its server show: members and cache policies. */
import { Text } from "@mantine/core";
import type { ArrayMember, HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable } from "@/components/data-table";
import { PieceLink } from "@/components/piece-link";
import { Tag } from "@/components/tag";
import { messages, word } from "@/messages";
import { hardware, tree as treeWords, piece as words } from "@/messages/hardware";
import classes from "./hardware.module.css";

interface PolicyRow {
  name: string;
  requested: string | null;
  effective: string | null;
}

const POLICY_COLUMNS: readonly Column<PolicyRow>[] = [
  { key: "policy", title: hardware.policy, cell: ({ name }) => word(hardware.policies, name) },
  { key: "requested", title: hardware.requested, cell: ({ requested }) => requested ?? messages.unknown },
  { key: "effective", title: hardware.effective, wrap: true, cell: (policy) => <Effective policy={policy} /> },
];

export function ArrayPolicies({ array }: { array: HardwareArray }) {
  const rows = Object.entries(array.policies).map(([name, policy]) => ({ name, ...policy }));
  if (rows.length === 0) return <Text c="dimmed">{words.noPolicies}</Text>;
  return (
    <DataTable
      caption={hardware.policiesCaption(array.name)}
      columns={POLICY_COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

/** Show the effective policy, and mark it if it differs from the requested one. */
function Effective({ policy: { requested, effective } }: { policy: PolicyRow }) {
  if (effective === null) return messages.unknown;
  return (
    <span className={classes.labels}>
      {effective}
      {requested !== null && requested !== effective && <Tag label={hardware.notHeld} level="warn" />}
    </span>
  );
}

/** A member with its place among the others: places that are empty have no name of their own. */
type PlacedMember = ArrayMember & { place: number };

const MEMBER_COLUMNS: readonly Column<PlacedMember>[] = [
  { key: "slot", title: treeWords.memberColumns.slot, numeric: true, cell: ({ slot }) => slot ?? messages.unknown },
  { key: "member", title: treeWords.memberColumns.member, wrap: true, cell: (member) => <Member member={member} /> },
  { key: "state", title: treeWords.memberColumns.state, cell: ({ state }) => <ConditionLabel condition={state} /> },
];

export function ArrayMembers({ array }: { array: HardwareArray }) {
  if (array.members.length === 0) return <Text c="dimmed">{words.noMembers}</Text>;
  const rows = array.members.map((member, place) => ({ ...member, place }));
  return (
    <DataTable
      caption={treeWords.membersCaption(array.name)}
      columns={MEMBER_COLUMNS}
      rows={rows}
      rowKey={({ place }) => String(place)}
    />
  );
}

function Member({ member: { key, link } }: { member: ArrayMember }) {
  if (link === null) return key || messages.unknown;
  return <PieceLink kind={link.component} piece={link} />;
}
