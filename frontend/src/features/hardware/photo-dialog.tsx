/** Dialog that requests the subject of a chosen photo and adds the photo. */
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/api/context";
import type { PieceKind } from "@/api/hardware";
import { addPhoto } from "@/api/photos";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { photos as words } from "@/messages/photos";
import classes from "./photos.module.css";

export interface PhotoDialogProps {
  kind: PieceKind;
  reference: string;
  file: File;
  close: () => void;
}

export function PhotoDialog({ kind, reference, file, close }: PhotoDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const address = useFileAddress(file);
  const form = useForm({
    initialValues: { title: "" },
    validate: { title: (caption) => (caption.trim() ? null : words.captionMissing) },
  });
  const add = useMutation({
    mutationFn: (caption: string) => addPhoto(api, kind, reference, file, caption.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["photos"] });
      close();
    },
    onError: (refusal) => form.setErrors(fieldErrors(refusal)),
  });
  return (
    <Dialog onClose={close} title={words.addTitle} closeButtonProps={{ "aria-label": words.keepOut }}>
      <form onSubmit={form.onSubmit(({ title }) => add.mutate(title))} noValidate>
        <Stack gap={16}>
          <img src={address} alt={words.preview} className={classes.preview} />
          <TextInput
            label={words.caption}
            description={words.captionHint}
            required
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("title")}
          />
          {add.error && <ErrorNotice error={add.error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.keepOut}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {words.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Return the object URL of a local file for as long as it is shown. */
function useFileAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
