/** What one server brings to a campaign: the drives that layouts are made of, and devices as they stand. */
import { Skeleton, Text } from "@mantine/core";
import { ErrorNotice } from "@/components/notice";
import { newCampaign as words } from "@/messages/new-campaign";
import { DeviceRows } from "./device-rows";
import { DrivePool } from "./drive-pool";
import classes from "./new-campaign.module.css";
import type { ShownShare } from "./shares";

export interface ShareFieldsProps {
  shown: ShownShare;
  /** Whether it is one of several servers, and has to be named. */
  several: boolean;
  /** Whether any layout is made of drives. */
  withDrives: boolean;
}

export function ShareFields({ shown, several, withDrives }: ShareFieldsProps) {
  const { index, server } = shown;
  if (!several) return <Fields shown={shown} withDrives={withDrives} />;
  const name = server?.name ?? words.serverNumber(index + 1);
  return (
    <section className={classes.share} aria-label={name}>
      <h3>{name}</h3>
      <Fields shown={shown} withDrives={withDrives} />
    </section>
  );
}

function Fields({ shown, withDrives }: Omit<ShareFieldsProps, "several">) {
  const { share, server, drives, errors, changeShare } = shown;
  const { data, error, refetch } = drives;
  if (!server) return <Text c="dimmed">{words.chooseServer}</Text>;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  const present = data.items.filter((drive) => drive.present);
  return (
    <>
      {withDrives && <DrivePool server={server} present={present} share={share} change={changeShare} errors={errors} />}
      <DeviceRows
        devices={share.devices ?? []}
        present={present}
        change={(devices) => changeShare({ ...share, devices })}
        error={deviceError(errors)}
      />
    </>
  );
}

/** Rows of devices are among the configurations of the request, in an order of their own: what is said names the device. */
function deviceError(errors: Record<string, string>): string | undefined {
  const said = Object.entries(errors).filter(([path]) => /^configurations\.\d+(\.stable_ids|$)/.test(path));
  return said.length > 0 ? said.map(([, message]) => message).join(" ") : undefined;
}
