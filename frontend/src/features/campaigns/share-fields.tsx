/** Fields of one server of a campaign: the drives for layouts, and existing devices. */
import { Skeleton, Text } from "@mantine/core";
import { ErrorNotice } from "@/components/notice";
import { newCampaign as words } from "@/messages/new-campaign";
import { DeviceRows } from "./device-rows";
import type { ShareDraft } from "./draft";
import { DrivePool } from "./drive-pool";
import classes from "./new-campaign.module.css";
import type { ShownShare } from "./shares";

/** Height in px of the drives by model with the lines below them. */
const POOL_HEIGHT = 201;

export interface ShareFieldsProps {
  shown: ShownShare;
  /** True if the campaign has several servers, so that the share names its server. */
  several: boolean;
  /** Changes the share, and the models of which drives are chosen in it. */
  changeModels: (share: ShareDraft, models: string[]) => void;
}

export function ShareFields({ shown, several, changeModels }: ShareFieldsProps) {
  const { index, server } = shown;
  if (!several) return <Fields shown={shown} changeModels={changeModels} />;
  const name = server?.name ?? words.serverNumber(index + 1);
  return (
    <section className={classes.share} aria-label={name}>
      <h3>{name}</h3>
      <Fields shown={shown} changeModels={changeModels} />
    </section>
  );
}

function Fields({ shown, changeModels }: Omit<ShareFieldsProps, "several">) {
  const { share, server, drives, errors, changeShare } = shown;
  const { data, error, refetch } = drives;
  if (!server) return <Text c="dimmed">{words.chooseServer}</Text>;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={POOL_HEIGHT} />;
  const present = data.items.filter((drive) => drive.present);
  return (
    <>
      <DrivePool
        server={server}
        present={present}
        share={share}
        change={changeShare}
        changeModels={changeModels}
        errors={errors}
      />
      <DeviceRows
        devices={share.devices ?? []}
        present={present}
        change={(devices) => changeShare({ ...share, devices })}
        error={deviceError(errors)}
      />
    </>
  );
}

/**
 * Return the error of a device row, with the device named. The request numbers these rows as configurations, in its own
 * order.
 */
function deviceError(errors: Record<string, string>): string | undefined {
  const matching = Object.entries(errors).filter(([path]) => /^configurations\.\d+(\.stable_ids|$)/.test(path));
  return matching.length > 0 ? matching.map(([, message]) => message).join(" ") : undefined;
}
