/** Writes a model down, or changes what is written down of it. */
import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { MODEL_COMPONENTS } from "@/api/hardware-filters";
import { addHardwareModel, changeHardwareModel } from "@/api/hardware-models";
import type { HardwareModel } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { models as words } from "@/messages/models";
import {
  type ModelForm,
  modelChangesOf,
  modelFormOf,
  modelMistakes,
  modelSayingsOf,
  NO_MODEL,
  newModelOf,
} from "./model-form";
import { AliasRows, ClaimRows } from "./model-rows";

const KINDS = MODEL_COMPONENTS.map((value) => ({ value, label: word(hardware.kinds, value) }));

export interface ModelDialogProps {
  /** Null for one that is not written down yet. */
  model: HardwareModel | null;
  saved: (model: HardwareModel) => void;
  close: () => void;
}

export function ModelDialog({ model, saved, close }: ModelDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { seen, overtaken, withBefore, takeUp } = useSeen(model ?? NO_MODEL);
  const form = useForm<ModelForm>({ initialValues: modelFormOf(model), validate: modelMistakes });
  const save = useMutation({
    mutationFn: (typed: ModelForm) =>
      model
        ? changeHardwareModel(api, model.id, withBefore(modelChangesOf(seen, typed)))
        : addHardwareModel(api, newModelOf(typed)),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ["hardware"] });
      close();
      saved(made);
    },
    onError: async (refusal) => {
      form.setErrors(fieldErrors(refusal));
      if (overtakenFields(refusal).length > 0) await queryClient.invalidateQueries({ queryKey: ["hardware"] });
      takeUp(refusal);
    },
  });
  // The form is longer than the screen: the first field that is wrong may be out of sight.
  const toFirstMistake = (mistakes: Record<string, unknown>) =>
    form.getInputNode(Object.keys(mistakes)[0] ?? "")?.focus();
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={model ? words.editTitle(model.model) : words.addTitle}
      closeButtonProps={{ "aria-label": words.keep }}
    >
      <form onSubmit={form.onSubmit((typed) => save.mutate(typed), toFirstMistake)} noValidate>
        <Stack gap={16}>
          {!model && <Identity form={form} />}
          <Figures form={form} />
          <ClaimRows form={form} />
          <AliasRows form={form} />
          <Textarea label={words.fields.note} rows={3} maxLength={4000} {...form.getInputProps("note")} />
          {model && overtaken.length > 0 && <Overtaken currentValues={modelSayingsOf(model, overtaken)} />}
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

type Form = { form: UseFormReturnType<ModelForm> };

/** Show the identifying fields of a model; they remain as entered. */
function Identity({ form }: Form) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <Select
        label={words.fields.component}
        data={KINDS}
        allowDeselect={false}
        required
        {...form.getInputProps("component")}
      />
      <TextInput
        label={words.fields.model}
        description={words.fields.modelHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("model")}
      />
    </SimpleGrid>
  );
}

function Figures({ form }: Form) {
  const { fields } = words;
  const number = { inputMode: "decimal", autoComplete: "off" } as const;
  const text = { maxLength: 200, autoComplete: "off" } as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <TextInput label={fields.vendor} {...text} {...form.getInputProps("vendor")} />
      <TextInput label={fields.nand} {...text} {...form.getInputProps("nand")} />
      <TextInput label={fields.endurance} {...number} {...form.getInputProps("rated_endurance_bytes")} />
      <TextInput label={fields.writes} {...number} {...form.getInputProps("drive_writes_per_day")} />
      <TextInput label={fields.warranty} {...number} {...form.getInputProps("warranty_years")} />
      <TextInput label={fields.power} {...number} {...form.getInputProps("power_limit_watts")} />
      <TextInput label={fields.price} {...number} {...form.getInputProps("price")} />
      <TextInput
        label={fields.currency}
        placeholder={fields.currencyHint}
        maxLength={3}
        autoComplete="off"
        {...form.getInputProps("currency")}
      />
      <TextInput label={fields.alias} {...text} {...form.getInputProps("alias")} />
    </SimpleGrid>
  );
}
