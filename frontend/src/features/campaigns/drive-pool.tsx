/**
 * Drives that a campaign may use, by model or one by one, and their selection rule. Arrays destroy the data on them.
 */
import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Drive, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { driveKey, readLock, writeLock } from "@/components/drive-use";
import { AnchorLink } from "@/components/link";
import { NumberField } from "@/components/number-field";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { destruction } from "@/messages/destruction";
import { newCampaign as words } from "@/messages/new-campaign";
import { Chips } from "./chips";
import { BINDINGS, type ShareDraft } from "./draft";
import { chosenDrives } from "./draft-rows";
import classes from "./new-campaign.module.css";

export interface DrivePoolProps {
  server: Server;
  present: readonly Drive[];
  share: ShareDraft;
  change: (share: ShareDraft) => void;
  /** Changes the share, and also reports the models of the drives that are now chosen. */
  changeModels: (share: ShareDraft, models: string[]) => void;
  errors: Record<string, string>;
}

export function DrivePool({ server, present, share, change, changeModels, errors }: DrivePoolProps) {
  const chosen = share.drives ?? [];
  // A chosen drive that is no longer free can still be deselected.
  const offered = present.filter((drive) => isFree(drive) || chosen.includes(driveKey(drive)));
  const others = present.length - offered.length;
  const models = modelsOf(offered);
  const [isOpen, setOpen] = useState(models.length === 0);
  const error = driveErrors(errors);
  const choose = (keys: readonly string[]) => {
    const drives = offered.map(driveKey).filter((key) => keys.includes(key));
    const next = { ...share, drives: drives.length > 0 ? drives : undefined };
    changeModels(next, modelsOf(chosenDrives(next, offered)));
  };
  const isOn = (model: string) => offered.some((drive) => drive.model === model && chosen.includes(driveKey(drive)));
  return (
    <>
      {models.length > 0 && (
        <Chips
          label={words.models}
          options={models.map((model) => ({
            value: model,
            label: words.modelCount(offered.filter((drive) => drive.model === model).length, model),
          }))}
          chosen={models.filter(isOn)}
          change={(on) =>
            choose(
              offered
                .filter(
                  (drive) =>
                    (drive.model !== null && on.includes(drive.model) && !isOn(drive.model)) || isRetained(drive, on),
                )
                .map(driveKey),
            )
          }
        />
      )}
      {offered.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.submit}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hideDrives : words.showDrives(chosen.length, offered.length)}
        </Button>
      )}
      {isOpen && offered.length > 0 && (
        <Checkbox.Group label={words.pool} description={words.poolHint} value={chosen} onChange={choose} error={error}>
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
      )}
      {!isOpen && error && <p className={classes.error}>{error}</p>}
      <Text c="dimmed" size="sm">
        {offered.length === 0 && `${words.noDrives} `}
        {others > 0 && `${words.notEnrolled(others)} `}
        {words.enrolment}{" "}
        <AnchorLink to="/servers/$ref" params={{ ref: server.number }} underline="always">
          {server.name}
        </AnchorLink>
      </Text>
      {chosen.length > 1 && <BindingChoice share={share} change={change} errors={errors} count={chosen.length} />}
    </>
  );

  /** A drive that was chosen stays, unless its model was just taken out. */
  function isRetained(drive: Drive, on: readonly string[]): boolean {
    return chosen.includes(driveKey(drive)) && (drive.model === null || on.includes(drive.model));
  }
}

function modelsOf(drives: readonly Drive[]): string[] {
  return [...new Set(drives.flatMap(({ model }) => model ?? []))];
}

interface BindingChoiceProps extends Pick<DrivePoolProps, "share" | "change" | "errors"> {
  count: number;
}

function BindingChoice({ share, change, errors, count }: BindingChoiceProps) {
  return (
    <details className={classes.fold} open={share.binding !== undefined || undefined}>
      <summary>{words.binding}</summary>
      <ChoiceCards
        label={words.binding}
        value={share.binding ?? "these"}
        onChange={(value) => {
          const binding = BINDINGS.find((candidate) => candidate === value);
          change({ ...share, binding: binding === "these" ? undefined : binding });
        }}
        choices={BINDINGS.map((binding) => ({
          value: binding,
          title: words.bindings[binding],
          detail: words.bindingDetails[binding],
        }))}
      />
      {share.binding && (
        <NumberField
          label={words.bindingCount}
          value={Math.min(share.binding_count ?? count, count)}
          onChange={(binding_count) => change({ ...share, binding_count })}
          error={errors[`drives.${share.binding}`]}
          min={1}
          max={count}
          allowDecimal={false}
        />
      )}
    </details>
  );
}

function isFree(drive: Drive): boolean {
  return readLock(drive) === null && writeLock(drive) === null;
}

/** Return the errors of the lab about the drives, each of which has a path of its own. */
function driveErrors(errors: Record<string, string>): string | undefined {
  const matching = Object.entries(errors).filter(([path]) => path === "drives" || path.startsWith("drives.stable_ids"));
  return matching.length > 0 ? matching.map(([, message]) => message).join(" ") : undefined;
}
