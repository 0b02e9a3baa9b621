/** Which drives a campaign may use, and how it takes them. Only such as are enrolled are offered: arrays destroy them. */
import { Checkbox, Stack, Text } from "@mantine/core";
import type { Drive, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { driveKey, readLock, writeLock } from "@/components/drive-use";
import { AnchorLink } from "@/components/link";
import { NumberField } from "@/components/number-field";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { destruction } from "@/messages/destruction";
import { newCampaign as words } from "@/messages/new-campaign";
import { BINDINGS, type ShareDraft } from "./draft";
import classes from "./new-campaign.module.css";

export interface DrivePoolProps {
  server: Server;
  present: readonly Drive[];
  share: ShareDraft;
  change: (share: ShareDraft) => void;
  errors: Record<string, string>;
}

export function DrivePool({ server, present, share, change, errors }: DrivePoolProps) {
  const chosen = share.drives ?? [];
  // What was chosen before and is no longer free can still be taken back.
  const offered = present.filter((drive) => isFree(drive) || chosen.includes(driveKey(drive)));
  const others = present.length - offered.length;
  return (
    <>
      <Checkbox.Group
        label={words.pool}
        description={words.poolHint}
        value={chosen}
        onChange={(next) => change({ ...share, drives: next.length > 0 ? next : undefined })}
        error={driveErrors(errors)}
      >
        <Stack gap={8} mt={8}>
          {offered.map((drive) => (
            <Checkbox
              key={drive.id}
              value={driveKey(drive)}
              label={[drivePlace(drive), drive.model, formatBytes(drive.size_bytes)].filter(Boolean).join(" · ")}
              description={readLock(drive) ?? writeLock(drive) ?? destruction.serialOf(drive.serial ?? "?")}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text c="dimmed">
        {offered.length === 0 && `${words.noDrives} `}
        {others > 0 && `${words.notEnrolled(others)} `}
        {words.enrolment}{" "}
        <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }} underline="always">
          {server.name}
        </AnchorLink>
      </Text>
      {chosen.length > 1 && <BindingChoice share={share} change={change} errors={errors} count={chosen.length} />}
    </>
  );
}

interface BindingChoiceProps extends Pick<DrivePoolProps, "share" | "change" | "errors"> {
  count: number;
}

function BindingChoice({ share, change, errors, count }: BindingChoiceProps) {
  return (
    <>
      <strong>{words.binding}</strong>
      <ChoiceCards
        label={words.binding}
        value={share.binding ?? "these"}
        onChange={(value) => {
          const binding = BINDINGS.find((each) => each === value);
          change({ ...share, binding: binding === "these" ? undefined : binding });
        }}
        choices={BINDINGS.map((binding) => ({
          value: binding,
          title: words.bindings[binding],
          detail: words.bindingDetails[binding],
        }))}
      />
      {share.binding && (
        <div className={classes.fields}>
          <NumberField
            label={words.bindingCount}
            value={Math.min(share.binding_count ?? count, count)}
            onChange={(binding_count) => change({ ...share, binding_count })}
            error={errors[`drives.${share.binding}`]}
            min={1}
            max={count}
            allowDecimal={false}
          />
        </div>
      )}
    </>
  );
}

function isFree(drive: Drive): boolean {
  return readLock(drive) === null && writeLock(drive) === null;
}

/** What the lab said about the drives, each of which has a path of its own. */
function driveErrors(errors: Record<string, string>): string | undefined {
  const said = Object.entries(errors).filter(([path]) => path === "drives" || path.startsWith("drives.stable_ids"));
  return said.length > 0 ? said.map(([, message]) => message).join(" ") : undefined;
}
