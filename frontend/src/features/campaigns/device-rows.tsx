/** Rows of existing block devices: nothing is created, and nothing dissolved. */
import { ActionIcon, Button, MultiSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { Drive } from "@/api/types";
import { driveKey, readLock } from "@/components/drive-use";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { newCampaign as words } from "@/messages/new-campaign";
import type { DeviceDraft } from "./draft";
import classes from "./new-campaign.module.css";

export interface DeviceRowsProps {
  devices: readonly DeviceDraft[];
  present: readonly Drive[];
  change: (devices: DeviceDraft[] | undefined) => void;
  /** Error of the lab about one of its rows. */
  error: string | undefined;
}

export function DeviceRows({ devices, present, change, error }: DeviceRowsProps) {
  const set = (next: DeviceDraft[]) => change(next.length > 0 ? next : undefined);
  const named = devices.flatMap(({ ids }) => ids);
  const data = present
    .filter((drive) => readLock(drive) === null || named.includes(driveKey(drive)))
    .map((drive) => ({
      value: driveKey(drive),
      label: [drivePlace(drive), drive.model, formatBytes(drive.size_bytes)].filter(Boolean).join(" · "),
    }));
  return (
    <>
      {devices.map((device, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own.
        <section key={index} className={classes.workload} aria-label={words.deviceRow(index + 1)}>
          <div className={classes.workloadHead}>
            <strong>{words.deviceRow(index + 1)}</strong>
            <ActionIcon
              variant="default"
              size={28}
              aria-label={words.removeDevices(index + 1)}
              onClick={() => set(devices.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </div>
          <MultiSelect
            label={words.deviceIds}
            description={words.deviceHint}
            data={data}
            value={device.ids}
            onChange={(ids) => set(devices.with(index, { ...device, ids }))}
            searchable
          />
          <TextInput
            label={words.deviceName}
            value={device.name ?? ""}
            onChange={({ currentTarget }) =>
              set(devices.with(index, { ...device, name: currentTarget.value || undefined }))
            }
            maxLength={100}
          />
        </section>
      ))}
      {error && <p role="alert">{error}</p>}
      <Button
        variant="default"
        className={classes.submit}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => set([...devices, { ids: [] }])}
      >
        {words.addDevices}
      </Button>
    </>
  );
}
