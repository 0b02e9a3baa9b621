/** Gives an award: to which configuration, under which title, and why. */
import { Button, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { giveAward, type NewAward } from "@/api/awards";
import { useApi } from "@/api/context";
import type { Ranking, RankingChoice } from "@/api/rankings";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { awards as words } from "@/messages/awards";
import classes from "./ranking.module.css";

const MAX_TITLE_CHARACTERS = 80;
const MAX_REASON_CHARACTERS = 1000;

export function AwardForm({ ranking, choice }: { ranking: Ranking; choice: RankingChoice }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm<NewAward>({
    initialValues: { configuration: "", title: "", reason: "" },
    validate: {
      configuration: (value) => (value ? null : words.configurationMissing),
      title: (value) => (value.trim() ? null : words.titleMissing),
      reason: (value) => (value.trim() ? null : words.reasonMissing),
    },
  });
  const give = useMutation({
    mutationFn: (award: NewAward) =>
      giveAward(api, choice, { ...award, title: award.title.trim(), reason: award.reason.trim() }),
    onSuccess: async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: ["awards"] });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((award) => give.mutate(award))} noValidate className={classes.awardForm}>
      <Select
        label={words.configuration}
        placeholder={words.configurationHint}
        data={ranking.configurations.map(({ configuration: { number, name } }) => ({
          value: number,
          label: `${number} ${name}`,
        }))}
        required
        {...form.getInputProps("configuration")}
        value={form.values.configuration || null}
        onChange={(value) => form.setFieldValue("configuration", value ?? "")}
      />
      <TextInput
        label={words.titleLabel}
        placeholder={words.titleHint}
        required
        autoComplete="off"
        maxLength={MAX_TITLE_CHARACTERS}
        {...form.getInputProps("title")}
      />
      <Textarea
        label={words.reason}
        required
        rows={3}
        maxLength={MAX_REASON_CHARACTERS}
        {...form.getInputProps("reason")}
      />
      {give.error && <ErrorNotice error={give.error} />}
      <div className={classes.awardSubmit}>
        <Button type="submit" variant="default" loading={give.isPending}>
          {words.give}
        </Button>
        <Text span role="status">
          {give.isSuccess ? words.given(give.data.title) : ""}
        </Text>
      </div>
    </form>
  );
}
