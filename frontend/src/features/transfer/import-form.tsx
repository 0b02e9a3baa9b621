/** Brings a file in: chosen, read by the lab without any change, looked at by a person, and only then imported. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { importInventory, MAX_IMPORT_BYTES } from "@/api/inventory-transfer";
import type { InventoryImport } from "@/api/types";
import { FileDrop } from "@/components/file-drop";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatBinaryBytes } from "@/lib/units";
import { transfer as words } from "@/messages/transfer";
import { ImportedRows } from "./imported-rows";
import classes from "./transfer.module.css";

const MAX_SIZE = formatBinaryBytes(MAX_IMPORT_BYTES);
const ZONE_HEIGHT = 160;

export function ImportForm() {
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const take = (files: File[]) => {
    const wrong = refusalOf(files);
    setComplaint(wrong);
    if (wrong === null) setFile(files[0] ?? null);
  };
  return (
    <div className={classes.form}>
      {file ? (
        <ChosenFile file={file} another={() => setFile(null)} />
      ) : (
        <FileDrop
          title={words.drop}
          titleOver={words.dropNow}
          chooseLabel={words.choose}
          hint={words.limits(MAX_SIZE)}
          accept=".csv,.json"
          minHeight={ZONE_HEIGHT}
          take={take}
        />
      )}
      {complaint && (
        <Notice level="error" alert>
          {complaint}
        </Notice>
      )}
    </div>
  );
}

function refusalOf(files: readonly File[]): string | null {
  const [file] = files;
  if (!file || files.length > 1) return words.oneFile;
  if (file.size === 0) return words.empty;
  return file.size > MAX_IMPORT_BYTES ? words.tooLarge(formatBinaryBytes(file.size), MAX_SIZE) : null;
}

function ChosenFile({ file, another }: { file: File; another: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const preview = useMutation({ mutationFn: () => importInventory(api, file, true) });
  const stored = useMutation({
    mutationFn: () => importInventory(api, file, false),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["hardware"] });
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
    },
  });
  const { mutate: read } = preview;
  useEffect(() => read(), [read]);
  const place = useRef<HTMLDivElement>(null);
  // The element that chose the file was removed, so the keyboard focus continues here.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const shown = stored.data ?? preview.data;
  const isReading = preview.isPending || preview.isIdle;
  return (
    <div ref={place} tabIndex={-1} className={classes.form}>
      <strong>{words.file(file.name, formatBinaryBytes(file.size))}</strong>
      {isReading && <Loading height={ZONE_HEIGHT} />}
      <div role="status">{isReading ? words.reading : shown && <Summary made={shown} />}</div>
      {preview.error && <ErrorNotice error={preview.error} retry={() => read()} />}
      {stored.error && <ErrorNotice error={stored.error} />}
      <Group gap={8}>
        {preview.data && !stored.data && rowsToImport(preview.data) > 0 && (
          <Button loading={stored.isPending} onClick={() => stored.mutate()}>
            {words.confirm(rowsToImport(preview.data))}
          </Button>
        )}
        <Button variant="default" disabled={stored.isPending} onClick={another}>
          {words.another}
        </Button>
      </Group>
      {shown && <ImportedRows made={shown} />}
    </div>
  );
}

function rowsToImport({ added, changed }: InventoryImport): number {
  return added + changed;
}

function Summary({ made }: { made: InventoryImport }) {
  const { dry_run, added, changed, unchanged, refused } = made;
  const sentence = dry_run ? words.would : words.did;
  return (
    <>
      <Text>{sentence(added, changed, unchanged, refused)}</Text>
      {dry_run && rowsToImport(made) === 0 && <Text>{words.nothing}</Text>}
    </>
  );
}
