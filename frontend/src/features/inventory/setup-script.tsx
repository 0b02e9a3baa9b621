/** Setup script that grants access to the lab, to be copied, read and run on the server. */
import { Anchor, Text } from "@mantine/core";
import { useApi } from "@/api/context";
import { setupScriptAddress } from "@/api/server-care";
import type { Server } from "@/api/types";
import { serverCare as words } from "@/messages/server-care";
import { Copyable } from "@/parts/copyable";
import classes from "./inventory.module.css";
import { setupCommands } from "./setup-commands";

export function SetupScript({ server }: { server: Server }) {
  const api = useApi();
  const commands = setupCommands(server);
  return (
    <>
      <Text>{words.setupExplain}</Text>
      <Anchor href={setupScriptAddress(api, server.number)} download="server-setup.sh">
        {words.setupDownload}
      </Anchor>
      <ol className={classes.steps}>
        {words.setupSteps.map((sentence, index) => (
          <li key={sentence}>
            {sentence}
            <Copyable value={commands[index] ?? ""} label={words.setupStep(index + 1)} />
          </li>
        ))}
      </ol>
    </>
  );
}
