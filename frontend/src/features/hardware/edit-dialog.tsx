/** Changes what people wrote down about a piece of hardware or a server. */
import { Button, CloseButton, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { changePiece, type PieceKind } from "@/api/hardware";
import { LIFECYCLES } from "@/api/hardware-filters";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { MAX_KEY_CHARACTERS, MAX_VALUE_CHARACTERS, parseLabel, splitLabels } from "@/lib/labels";
import { word } from "@/messages";
import { hardware, piece as words } from "@/messages/hardware";
import { labels as labelWords } from "@/messages/labels";
import {
  changesOf,
  type Described,
  type DescriptionForm,
  formOf,
  labelsOf,
  type ManualFact,
  sayingsOf,
} from "./description";
import classes from "./hardware.module.css";

const MAX_HOURS = 8784;

export interface EditDialogProps {
  kind: PieceKind;
  piece: Described;
  close: () => void;
}

export function EditDialog({ kind, piece, close }: EditDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { seen, overtaken, withBefore, takeUp } = useSeen(piece);
  const form = useForm<DescriptionForm>({
    initialValues: formOf(piece),
    validate: {
      hours: hoursMistake,
      labels: labelsMistake,
      manual: { name: (name, { manual }) => nameMistake(name, manual) },
    },
  });
  const reread = async () => {
    await queryClient.invalidateQueries({ queryKey: ["hardware"] });
    await queryClient.invalidateQueries({ queryKey: ["servers"] });
  };
  const save = useMutation({
    mutationFn: (values: DescriptionForm) => changePiece(api, kind, piece.number, withBefore(changesOf(seen, values))),
    onSuccess: async () => {
      await reread();
      close();
    },
    onError: async (refusal) => {
      form.setErrors(fieldErrors(refusal));
      if (overtakenFields(refusal).length > 0) await reread();
      takeUp(refusal);
    },
  });
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={words.editTitle(piece.number)}
      closeButtonProps={{ "aria-label": words.keep }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap={16}>
          {piece.lifecycle !== undefined && (
            <Select
              label={words.properties.lifecycle}
              data={LIFECYCLES.map((value) => ({ value, label: word(hardware.conditions, value) }))}
              allowDeselect={false}
              {...form.getInputProps("lifecycle")}
            />
          )}
          {piece.owner !== undefined && (
            <TextInput label={words.properties.owner} maxLength={200} {...form.getInputProps("owner")} />
          )}
          {piece.health_check_hours !== undefined && (
            <TextInput label={words.properties.checkHours} inputMode="numeric" {...form.getInputProps("hours")} />
          )}
          <TextInput label={words.properties.labels} description={words.labelsHint} {...form.getInputProps("labels")} />
          <Textarea label={words.properties.note} rows={4} maxLength={4000} {...form.getInputProps("note")} />
          <fieldset className={classes.fieldset}>
            <legend>{words.manual}</legend>
            <Stack gap={8}>
              {form.values.manual.map(({ key }, index) => (
                <div key={key} className={classes.manual}>
                  <TextInput
                    aria-label={words.manualNameOf(index + 1)}
                    placeholder={words.manualName}
                    maxLength={100}
                    {...form.getInputProps(`manual.${index}.name`)}
                  />
                  <TextInput
                    aria-label={words.manualValueOf(index + 1)}
                    placeholder={words.manualValue}
                    maxLength={1000}
                    {...form.getInputProps(`manual.${index}.value`)}
                  />
                  <CloseButton
                    size="lg"
                    aria-label={words.removeManual(index + 1)}
                    onClick={() => form.removeListItem("manual", index)}
                  />
                </div>
              ))}
              <Button
                variant="default"
                size="xs"
                w="fit-content"
                onClick={() => form.insertListItem("manual", freshFact(form.values.manual))}
              >
                {words.addManual}
              </Button>
            </Stack>
          </fieldset>
          {overtaken.length > 0 && <Overtaken currentValues={sayingsOf(piece, overtaken)} />}
          {save.error && overtakenFields(save.error).length === 0 && <ErrorNotice error={save.error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.keep}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A key that none of the rows has had; it is never shown. */
function freshFact(facts: readonly ManualFact[]): ManualFact {
  const numbers = facts.map(({ key }) => Number(key.startsWith("new ") ? key.slice(4) : 0));
  return { key: `new ${Math.max(0, ...numbers) + 1}`, name: "", value: "" };
}

function labelsMistake(text: string): string | null {
  if (splitLabels(text).some((part) => parseLabel(part) === null)) return labelWords.noKey;
  const keys = new Set<string>();
  for (const [key, value] of labelsOf(text)) {
    if (key.includes(";")) return labelWords.noSeparator;
    if (key.length > MAX_KEY_CHARACTERS) return labelWords.keyLong(MAX_KEY_CHARACTERS);
    if ((value ?? "").length > MAX_VALUE_CHARACTERS) return labelWords.valueLong(MAX_VALUE_CHARACTERS);
    if (keys.has(key.toLowerCase())) return labelWords.keyTwice(key);
    keys.add(key.toLowerCase());
  }
  return null;
}

function nameMistake(name: string, facts: readonly ManualFact[]): string | null {
  const typed = name.trim();
  if (typed === "") return words.manualMissing;
  return facts.filter((fact) => fact.name.trim() === typed).length > 1 ? words.manualTwice : null;
}

function hoursMistake(text: string): string | null {
  const typed = text.trim();
  const isRight = /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_HOURS;
  return typed === "" || isRight ? null : words.hoursWrong;
}
