/** The views of one server beside its facts; they are loaded when one of them is opened. */
import type { Server } from "@/api/types";
import { HardwareHistory } from "./history";
import { SlotMap } from "./slot-map";
import { TreeView } from "./tree-view";

export interface ServerViewProps {
  view: "tree" | "slots" | "history";
  server: Server;
}

export function ServerView({ view, server }: ServerViewProps) {
  switch (view) {
    case "tree":
      return <TreeView server={server} />;
    case "slots":
      return <SlotMap server={server} />;
    case "history":
      return <HardwareHistory kind="server" reference={server.number} />;
  }
}
