/** One recognised result: what it holds, how it was read, and the decisions about it. */
import { Autocomplete, Checkbox, TextInput } from "@mantine/core";
import { useId } from "react";
import type { ConfigurationSummary, ImportResult } from "@/api/types";
import { LazyDetails } from "@/components/lazy-details";
import { AnchorLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { Tag } from "@/components/tag";
import { word } from "@/messages";
import { imports, importPage as words } from "@/messages/imports";
import { type Choice, configurationLabel, findConfiguration } from "./choices";
import classes from "./imports.module.css";
import { Names } from "./names";
import { FoundSeries, MeasurementRows, NumberRows } from "./result-tables";

export interface ResultCardProps {
  result: ImportResult;
  choice: Choice;
  configurations: readonly ConfigurationSummary[];
  editable: boolean;
  change: (change: Partial<Choice>) => void;
}

export function ResultCard({ result, choice, configurations, editable, change }: ResultCardProps) {
  const heading = useId();
  const format = word(imports.formatNames, result.format);
  return (
    <section
      className={classes.card}
      aria-labelledby={heading}
      data-left-out={(editable && !choice.include) || undefined}
    >
      <div className={classes.cardHead}>
        <h3 id={heading}>{words.result(result.index + 1, choice.title || format)}</h3>
        {editable && (
          <Checkbox
            label={words.include}
            checked={choice.include}
            onChange={({ currentTarget }) => change({ include: currentTarget.checked })}
          />
        )}
      </div>
      <Facts result={result} format={format} />
      {result.duplicate_of && <Duplicate number={result.duplicate_of.number} />}
      {result.warnings.length > 0 && (
        <Notice level="warn" title={words.warningsOf(result.warnings.length)}>
          <ul className={classes.list}>
            {result.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {editable && choice.include && (
        <div className={classes.fields}>
          <TextInput
            label={words.titleField}
            value={choice.title}
            maxLength={200}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
          <ConfigurationField choice={choice} configurations={configurations} change={change} />
        </div>
      )}
      <MeasurementRows result={result} />
      <FoundSeries series={result.series} />
      <NumberRows result={result} />
      <LazyDetails summary={words.files(result.members_count)}>
        {() => <Names names={result.members} count={result.members_count} />}
      </LazyDetails>
    </section>
  );
}

function Facts({ result, format }: { result: ImportResult; format: string }) {
  return (
    <div className={classes.labels}>
      <Tag label={result.version ?? format} />
      <span>{words.measurements(result.measurements_count)}</span>
      {result.statements_count > 0 && <span>{words.statements(result.statements_count)}</span>}
    </div>
  );
}

function Duplicate({ number }: { number: string }) {
  return (
    <Notice level="info">
      <span>
        {words.duplicate}{" "}
        <AnchorLink to="/runs/$ref" params={{ ref: number }} underline="always">
          {number}
        </AnchorLink>
        {words.duplicateStored}
      </span>
    </Notice>
  );
}

/** An existing configuration by search, or a new one by name; below it stands which of the two it is. */
function ConfigurationField({
  choice,
  configurations,
  change,
}: Pick<ResultCardProps, "choice" | "configurations" | "change">) {
  const existing = findConfiguration(choice.configuration, configurations);
  const meaning = existing ? words.existing(existing.number) : choice.configuration.trim() && words.created;
  return (
    <Autocomplete
      label={words.configuration}
      placeholder={words.configurationHint}
      data={configurations.map(configurationLabel)}
      limit={12}
      maxLength={200}
      value={choice.configuration}
      onChange={(configuration) => change({ configuration })}
      inputWrapperOrder={["label", "input", "description"]}
      description={meaning || words.noConfiguration}
    />
  );
}
