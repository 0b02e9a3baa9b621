/** Which drives a campaign may use, and how it takes them. Only such as are enrolled are offered: arrays destroy them. */
import { Checkbox, Skeleton, Stack, Text } from "@mantine/core";
import type { Drive, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { driveKey, readLock, writeLock } from "@/components/drive-use";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { NumberField } from "@/components/number-field";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { newCampaign as words } from "@/messages/campaigns";
import { destruction } from "@/messages/destruction";
import type { ConfigurationsStepProps } from "./configurations-step";
import { BINDINGS } from "./draft";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";

export function DrivePool({ server, drives, ...step }: ConfigurationsStepProps) {
  const { data, error, refetch } = drives;
  if (!server) return <Text c="dimmed">{words.chooseServer}</Text>;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  return <Pool {...step} server={server} present={data.items.filter(({ present }) => present)} />;
}

function Pool({ server, present, draft, change, errors }: StepProps & { server: Server; present: readonly Drive[] }) {
  const chosen = draft.drives ?? [];
  // What was chosen before and is no longer free can still be taken back.
  const offered = present.filter((drive) => isFree(drive) || chosen.includes(driveKey(drive)));
  const others = present.length - offered.length;
  return (
    <>
      <Checkbox.Group
        label={words.pool}
        description={words.poolHint}
        value={chosen}
        onChange={(next) => change({ drives: next.length > 0 ? next : undefined })}
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
      {chosen.length > 1 && <BindingChoice draft={draft} change={change} errors={errors} count={chosen.length} />}
    </>
  );
}

function BindingChoice({ draft, change, errors, count }: StepProps & { count: number }) {
  return (
    <>
      <strong>{words.binding}</strong>
      <ChoiceCards
        label={words.binding}
        value={draft.binding ?? "these"}
        onChange={(value) => {
          const binding = BINDINGS.find((each) => each === value);
          change({ binding: binding === "these" ? undefined : binding });
        }}
        choices={BINDINGS.map((binding) => ({
          value: binding,
          title: words.bindings[binding],
          detail: words.bindingDetails[binding],
        }))}
      />
      {draft.binding && (
        <div className={classes.fields}>
          <NumberField
            label={words.bindingCount}
            value={Math.min(draft.binding_count ?? count, count)}
            onChange={(binding_count) => change({ binding_count })}
            error={errors[`drives.${draft.binding}`]}
            min={1}
            max={count}
            allowDecimal={false}
          />
        </div>
      )}
      <Checkbox
        label={words.sameSet}
        checked={draft.same_set ?? true}
        onChange={({ currentTarget }) => change({ same_set: currentTarget.checked ? undefined : false })}
      />
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
