/** A server that does not measure, with its state in one line, as one link. */
import { createLink } from "@tanstack/react-router";
import { parts as words } from "@/messages/parts";
import { CardAnchor, type LinkedProps } from "./card";
import { Dot } from "./dot";
import classes from "./server-tile.module.css";

export interface IdleServerTileProps {
  name: string;
  model: string;
  /** As text: "29 °C". */
  temperature: string;
  tone: "ok" | "warn" | "err";
  /** Its state in words: "Idle · next run 15:00". */
  note: string;
}

function IdleServerAnchor({ name, model, temperature, tone, note, ...link }: LinkedProps<IdleServerTileProps>) {
  return (
    <CardAnchor {...link}>
      <span className={classes.tile}>
        <span className={classes.name}>
          <Dot tone={tone} />
          <span dir="auto" title={name}>
            {name}
          </span>
        </span>
        <span className={classes.temperature}>
          <span className="visually-hidden">{words.temperature} </span>
          {temperature}
        </span>
        <span className={classes.model} dir="auto" title={model}>
          {model}
        </span>
        <span className={classes.note} data-tone={tone} dir="auto" title={note}>
          {note}
        </span>
      </span>
    </CardAnchor>
  );
}

export const IdleServerTile = createLink(IdleServerAnchor);
