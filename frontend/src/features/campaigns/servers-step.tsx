/** On which servers. A campaign over several of them works on all at once. */
import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { Server } from "@/api/types";
import { ServerChoice } from "@/components/server-choice";
import { newCampaign as words } from "@/messages/new-campaign";
import { type CampaignDraft, MAX_SERVERS } from "./draft";
import classes from "./new-campaign.module.css";
import type { ShownShare } from "./shares";

export interface ServersStepProps {
  draft: CampaignDraft;
  change: (patch: Partial<CampaignDraft>) => void;
  shares: readonly ShownShare[];
  servers: readonly Server[];
}

export function ServersStep({ draft, change, shares, servers }: ServersStepProps) {
  const [announcement, setAnnouncement] = useState("");
  const more = draft.more ?? [];
  const several = shares.length > 1;
  const remove = (index: number) => {
    const left = more.toSpliced(index - 1, 1);
    change({ more: left.length > 0 ? left : undefined });
    setAnnouncement(words.serverRemoved(index + 1));
  };
  return (
    <>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {shares.map(({ index, share, server, errors, changeShare }) => {
        const others = shares.filter((other) => other.index !== index).map((other) => other.server?.id);
        const choice = (
          <ServerChoice
            servers={servers.filter(({ id }) => !others.includes(id))}
            chosen={server}
            choose={(number) => changeShare({ ...share, server: number, drives: undefined, devices: undefined })}
            error={errors.server_id}
          />
        );
        if (!several) return <div key={index}>{choice}</div>;
        return (
          <section key={index} className={classes.workload} aria-label={words.serverNumber(index + 1)}>
            <div className={classes.workloadHead}>
              <strong>{words.serverNumber(index + 1)}</strong>
              {index > 0 && (
                <ActionIcon
                  variant="default"
                  size={28}
                  aria-label={words.removeServer(index + 1)}
                  onClick={() => remove(index)}
                >
                  <IconX size={16} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              )}
            </div>
            {choice}
          </section>
        );
      })}
      {several && <p className={classes.hint}>{words.severalServers}</p>}
      {servers.length > shares.length && shares.length < MAX_SERVERS && (
        <Button
          variant="default"
          className={classes.submit}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            change({ more: [...more, {}] });
            setAnnouncement(words.serverAdded(shares.length + 1));
          }}
        >
          {words.addServer}
        </Button>
      )}
    </>
  );
}
