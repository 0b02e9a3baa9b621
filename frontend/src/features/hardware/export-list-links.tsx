/** Takes a list away as a file that the lab makes, with the filters that are in force. */
import { Anchor, Group, Text } from "@mantine/core";
import { useApi } from "@/api/context";
import { type ExportedList, LIST_FORMATS, listAddress } from "@/api/inventory-transfer";
import { transfer as words } from "@/messages/transfer";

export function ExportListLinks({ list }: { list: ExportedList }) {
  const api = useApi();
  return (
    <Group gap={16} role="group" aria-label={words.exportList}>
      <Text c="dimmed">{words.exportList}</Text>
      {LIST_FORMATS.map((format) => (
        <Anchor
          key={format}
          href={listAddress(api, list, format)}
          download
          underline="always"
          aria-label={words.exportListAs(format.toUpperCase())}
        >
          {format.toUpperCase()}
        </Anchor>
      ))}
    </Group>
  );
}
