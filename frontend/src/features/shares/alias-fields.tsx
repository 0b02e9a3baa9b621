/** Other names for models that have to stay anonymous. */
import { Checkbox, TextInput } from "@mantine/core";
import { Notice } from "@/components/notice";
import { shareEditor as words } from "@/messages/shares";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

export interface AliasFieldsProps extends PartProps {
  models: readonly string[];
  hadAliases: boolean;
  /** True if the previous version had aliases, this one has none, and the user has not confirmed that. */
  isUnnamed: boolean;
  /** True if the aliases are those of the draft itself. */
  isDraft: boolean;
}

export function AliasFields({ form, change, errors, models, hadAliases, isUnnamed, isDraft }: AliasFieldsProps) {
  return (
    <>
      <p className={classes.hint}>{words.aliasesHint}</p>
      {hadAliases && (
        <Notice level={isUnnamed ? "warn" : "info"} title={isDraft ? words.hasAliases : words.hadAliases}>
          <div>{isDraft ? words.hasAliasesExplain : words.hadAliasesExplain}</div>
          <Checkbox
            mt={4}
            label={words.trueNames}
            checked={form.trueNames}
            onChange={({ currentTarget }) => change({ trueNames: currentTarget.checked })}
          />
        </Notice>
      )}
      <div className={classes.fields}>
        {models.map((model) => (
          <TextInput
            key={model}
            label={words.alias(model)}
            placeholder={words.noAlias}
            maxLength={80}
            autoComplete="off"
            value={form.aliases[model] ?? ""}
            onChange={({ currentTarget: { value } }) => change({ aliases: { ...form.aliases, [model]: value } })}
            error={errors[`redaction.aliases.${model}`]}
          />
        ))}
      </div>
      {errors["redaction.aliases"] && <Notice level="error">{errors["redaction.aliases"]}</Notice>}
    </>
  );
}
