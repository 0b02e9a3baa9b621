/** One recognised result: its picture, its numbers, how it was read, and the decisions about it. */
import { Autocomplete, Checkbox, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconFingerprint } from "@tabler/icons-react";
import { useId } from "react";
import type { ConfigurationSummary, ImportResult } from "@/api/types";
import { LazyDetails } from "@/components/lazy-details";
import { METRICS } from "@/lib/metrics";
import { type ShortValue, shortValue } from "@/lib/short-values";
import { word } from "@/messages";
import { imports, importPage as words } from "@/messages/imports";
import { Badge } from "@/parts/badge";
import { BigNumber } from "@/parts/big-number";
import { type Choice, configurationLabel, findConfiguration } from "./choices";
import classes from "./imports.module.css";
import { Names } from "./names";
import { readRows } from "./read-rows";
import { resultNumbers } from "./result-numbers";
import { ResultPicture } from "./result-picture";
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
  const title = choice.title || format;
  return (
    <section
      className={classes.card}
      aria-labelledby={heading}
      data-left-out={(editable && !choice.include) || undefined}
    >
      {editable && (
        <Checkbox
          size="xs"
          className={classes.tick}
          aria-label={words.includeOf(title)}
          checked={choice.include}
          onChange={({ currentTarget }) => change({ include: currentTarget.checked })}
        />
      )}
      <ResultPicture result={result} />
      <div className={classes.body}>
        <div className={classes.cardHead}>
          <h3 id={heading} dir="auto">
            {title}
          </h3>
          <Badge tone="outlined">{format}</Badge>
        </div>
        <div className={classes.source}>{sourceText(result)}</div>
        <dl className={classes.numbers}>
          {resultNumbers(result).map(({ label, metric, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <BigNumber value={withoutName(shortValue(metric, value))} size={20} />
              </dd>
            </div>
          ))}
        </dl>
        <ReadTable result={result} title={title} choice={choice} />
        {result.warnings.length > 0 && (
          <ul className={classes.remarks} aria-label={words.warningsOf(result.warnings.length)}>
            {result.warnings.map((warning) => (
              <li key={warning}>
                <IconAlertTriangle className={classes.sign} size={12} stroke={2} aria-hidden="true" />
                {warning}
              </li>
            ))}
          </ul>
        )}
        {editable && choice.include && (
          <div className={classes.fields}>
            <TextInput
              label={words.titleField}
              value={choice.title}
              maxLength={200}
              onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            />
            <ConfigurationField
              value={choice.configuration}
              configurations={configurations}
              change={(configuration) => change({ configuration })}
            />
          </div>
        )}
        <LazyDetails summary={words.allRead(result.measurements_count)}>
          {() => (
            <>
              <MeasurementRows result={result} />
              <FoundSeries series={result.series} />
              {result.findings && result.findings.length > 0 && (
                <Names names={result.findings} count={result.findings.length} />
              )}
              <NumberRows result={result} />
              <strong>{words.files(result.members_count)}</strong>
              <Names names={result.members} count={result.members_count} />
            </>
          )}
        </LazyDetails>
      </div>
    </section>
  );
}

/** The label already contains IOPS. */
const withoutName = (value: ShortValue): ShortValue =>
  value.unit === METRICS.iops.label ? { ...value, unit: "" } : value;

function sourceText({ version, members, members_count: count, statements_count: findings }: ImportResult): string {
  const files = count > 1 ? words.filesFrom(members[0] ?? "", count - 1) : members[0];
  return [version, files, findings > 0 && words.statements(findings)].filter(Boolean).join(" · ");
}

function ReadTable({ result, title, choice }: { result: ImportResult; title: string; choice: Choice }) {
  const rows = readRows(result, choice.configuration.trim() !== "" || result.suggested_configuration !== null);
  return (
    <table className={classes.read}>
      <caption className="visually-hidden">{words.readCaption(title)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.inFile}</th>
          <th scope="col">{words.readAs}</th>
          <th scope="col">{words.precision}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ text, meaning, precision, isDoubt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts of a file repeat, and keep their order.
          <tr key={index}>
            <td dir="auto" title={text}>
              <code>{text}</code>
            </td>
            <td dir="auto" title={meaning}>
              {meaning}
            </td>
            <td data-doubt={isDoubt || undefined}>
              {isDoubt && <IconAlertTriangle className={classes.sign} size={12} stroke={2} aria-hidden="true" />}
              {precision}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ConfigurationFieldProps {
  label?: string;
  value: string;
  configurations: readonly ConfigurationSummary[];
  change: (configuration: string) => void;
}

/** Draw the field for an existing configuration by search, or a new one by name; it shows which of the two applies. */
export function ConfigurationField({ label, value, configurations, change }: ConfigurationFieldProps) {
  const existing = findConfiguration(value, configurations);
  return (
    <Autocomplete
      label={label ?? words.configuration}
      placeholder={words.configurationHint}
      data={configurations.map(configurationLabel)}
      limit={12}
      maxLength={200}
      value={value}
      onChange={change}
      leftSection={<IconFingerprint size={14} stroke={1.75} aria-hidden="true" />}
      rightSection={
        value.trim() !== "" && (
          <Badge tone={existing ? "ok" : "run"}>{existing ? words.matches(existing.number) : words.isNew}</Badge>
        )
      }
      rightSectionWidth={value.trim() === "" ? undefined : 112}
    />
  );
}
