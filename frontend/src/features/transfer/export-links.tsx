/** Leads to everything that people wrote down, as files that can be imported again. */
import { Anchor, Text } from "@mantine/core";
import { useApi } from "@/api/context";
import { documentAddress, type TransferTable, tableAddress } from "@/api/inventory-transfer";
import { transfer as words } from "@/messages/transfer";
import classes from "./transfer.module.css";

const TABLES: readonly TransferTable[] = ["components", "models", "published"];

export function ExportLinks() {
  const api = useApi();
  return (
    <>
      <Text c="dimmed">{words.exportExplain}</Text>
      <ul className={classes.links}>
        {TABLES.map((table) => (
          <li key={table}>
            <Anchor href={tableAddress(api, table)} download>
              {words.tables[table]}
            </Anchor>
          </li>
        ))}
        <li>
          <Anchor href={documentAddress(api)} download>
            {words.document}
          </Anchor>
        </li>
      </ul>
    </>
  );
}
