/** Terms of a share: licence, contact, end and embargo. */
import { Checkbox, TextInput } from "@mantine/core";
import { shareEditor as words } from "@/messages/shares";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

export function TermFields({ form, change, errors }: PartProps) {
  return (
    <div className={classes.fields}>
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
