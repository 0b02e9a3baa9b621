/** Takes a list away as a file, with the filters that are in force and all of its pages. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { type ExportedList, listedPieces } from "@/api/inventory-transfer";
import { ErrorNotice } from "@/components/notice";
import { saveFile } from "@/lib/save-file";
import { transfer as words } from "@/messages/transfer";
import type { WrittenFormat } from "./written-file";

const FORMATS: readonly WrittenFormat[] = ["csv", "json"];

export function ExportButtons({ list }: { list: ExportedList }) {
  const api = useApi();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (format: WrittenFormat) => {
      const { writtenFile } = await import("./written-file");
      saveFile(writtenFile(await listedPieces(api, list), format), `${list.kind}s.${format}`);
    },
  });
  return (
    <>
      <Group gap={8} role="group" aria-label={words.exportList}>
        <Text c="dimmed" size="xs">
          {words.exportList}
        </Text>
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            aria-label={words.exportListAs(format.toUpperCase())}
            loading={isPending && variables === format}
            disabled={isPending && variables !== format}
            onClick={() => mutate(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </Group>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
