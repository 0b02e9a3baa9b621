/** Choices for each result before it is stored: inclusion, title and configuration. */
import type { ConfigurationSummary, Import, ImportResult, StoredResult } from "@/api/types";

export interface Choice {
  include: boolean;
  title: string;
  /** Text in the field: the label of an existing configuration, a new name, or nothing. */
  configuration: string;
}

/** Decisions by the index of the result; a result without one is stored as it was read. */
export type Choices = Readonly<Record<number, Partial<Choice>>>;

type Titled = Pick<Import, "title" | "results">;

/** The upload's title is about its one result; of several, each has the title that its files give it. */
function titleOf(made: Titled, result: ImportResult): string {
  return (made.results.length === 1 && made.title) || result.title;
}

/**
 * Return the choice for a result. A duplicate is excluded by default, because the lab would return the first run again.
 */
export function choiceOf(made: Titled, result: ImportResult, choices: Choices): Choice {
  return {
    include: result.duplicate_of === null,
    title: titleOf(made, result),
    configuration: suggestedName(result),
    ...choices[result.index],
  };
}

/** A name that the files state for what was tested. */
function suggestedName({ suggested_configuration }: ImportResult): string {
  const name = suggested_configuration?.name;
  return typeof name === "string" ? name : "";
}

export function withChoice(choices: Choices, index: number, change: Partial<Choice>): Choices {
  return { ...choices, [index]: { ...choices[index], ...change } };
}

/** Return the field text of an existing configuration; the number distinguishes equal names. */
export function configurationLabel({ name, number }: Pick<ConfigurationSummary, "name" | "number">): string {
  return `${name} (${number})`;
}

/** The existing configuration that a field names: by its label, or by a name that only one has. */
export function findConfiguration(
  text: string,
  configurations: readonly ConfigurationSummary[],
): ConfigurationSummary | null {
  const wanted = text.trim();
  const labelled = configurations.find((configuration) => configurationLabel(configuration) === wanted);
  if (labelled) return labelled;
  const named = configurations.filter(({ name }) => name === wanted);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The request of all decisions, one entry for each result. */
export function storedResults(
  made: Titled,
  choices: Choices,
  configurations: readonly ConfigurationSummary[],
): StoredResult[] {
  return made.results.map((result) => {
    const { include, title, configuration } = choiceOf(made, result, choices);
    const existing = findConfiguration(configuration, configurations);
    const name = configuration.trim();
    return {
      index: result.index,
      include,
      title: title.trim() || titleOf(made, result),
      configuration: existing ? { id: existing.id } : name ? { name } : null,
    };
  });
}
