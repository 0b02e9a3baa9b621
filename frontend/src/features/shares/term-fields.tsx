/** Fields about a share: author, title and note, start, end and terms. */
import { Checkbox, TextInput } from "@mantine/core";
import { shareEditor as words } from "@/messages/shares";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

export function AboutFields({ form, change, errors }: PartProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide}
        label={words.titleField}
        required
        maxLength={200}
        value={form.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        error={errors.title}
      />
      <TextInput
        label={words.author}
        required
        maxLength={200}
        value={form.author}
        onChange={({ currentTarget }) => change({ author: currentTarget.value })}
        error={errors.author}
      />
      <TextInput
        label={words.contact}
        description={words.contactHint}
        maxLength={200}
        value={form.contact}
        onChange={({ currentTarget }) => change({ contact: currentTarget.value })}
        error={errors.contact}
      />
      <TextInput
        label={words.licence}
        description={words.licenceHint}
        maxLength={200}
        value={form.licence}
        onChange={({ currentTarget }) => change({ licence: currentTarget.value })}
        error={errors.licence}
      />
      <TextInput
        type="datetime-local"
        label={words.expires}
        description={words.expiresHint}
        value={form.expires}
        onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
        error={errors.expires_at}
      />
      <TextInput
        type="datetime-local"
        label={words.embargo}
        description={words.embargoHint}
        value={form.embargo}
        onChange={({ currentTarget }) => change({ embargo: currentTarget.value })}
        error={errors.embargo_until}
      />
      <Checkbox
        label={words.closed}
        description={words.closedHint}
        checked={form.closed && form.embargo !== ""}
        disabled={form.embargo === ""}
        onChange={({ currentTarget }) => change({ closed: currentTarget.checked })}
        error={errors.closed_until_embargo}
      />
    </div>
  );
}
