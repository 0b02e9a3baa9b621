/** Every endpoint of the REST API: what it does, takes and answers. */
import { Anchor, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { descriptionAddress, descriptionQuery } from "@/api/description";
import { type Column, DataTable } from "@/components/data-table";
import { LazyDetails } from "@/components/lazy-details";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { help as words } from "@/messages/help";
import classes from "./help.module.css";
import {
  type Answer,
  type APIDescription,
  type Field,
  findOperations,
  type Operation,
  readOperations,
} from "./operations";

export interface APIDocsProps {
  q: string;
  search: (q: string) => void;
}

export function APIDocs({ q, search }: APIDocsProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(descriptionQuery(api));
  const operations = useMemo(() => (data ? readOperations(data as APIDescription) : null), [data]);
  const matches = useMemo(() => findOperations(operations ?? [], q), [operations, q]);
  return (
    <>
      <Text maw={880}>{words.apiExplain}</Text>
      <Anchor href={descriptionAddress} download="openapi.json">
        {words.apiDownload}
      </Anchor>
      <Search q={q} search={search} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading height={480} />}
      {operations && (
        <>
          <Text role="status">
            {matches.length === 0 ? words.apiNone : words.apiCount(matches.length, operations.length)}
          </Text>
          {byTag(matches).map(([tag, own]) => (
            <Section key={tag} title={tag}>
              <div className={classes.group}>
                {own.map((operation) => (
                  <LazyDetails key={nameOf(operation)} summary={`${nameOf(operation)} – ${firstLine(operation)}`}>
                    {() => <Details operation={operation} />}
                  </LazyDetails>
                ))}
              </div>
            </Section>
          ))}
        </>
      )}
    </>
  );
}

function Search({ q, search }: APIDocsProps) {
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  const soon = useDebouncedCallback(search, 200);
  return (
    <TextInput
      type="search"
      label={words.apiFilter}
      placeholder={words.apiFilterHint}
      value={text}
      maw={400}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        soon(currentTarget.value.trim());
      }}
    />
  );
}

const FIELD_COLUMNS: readonly Column<Field>[] = [
  { key: "name", title: words.columns.name, cell: ({ name }) => <code>{name}</code> },
  { key: "type", title: words.columns.type, wrap: true, cell: ({ type }) => type },
  { key: "needed", title: words.columns.needed, cell: ({ needed }) => (needed ? messages.yes : messages.no) },
  { key: "means", title: words.columns.means, wrap: true, cell: ({ means }) => means || messages.none },
];

const PARAMETER_COLUMNS: readonly Column<Field>[] = [
  ...FIELD_COLUMNS.slice(0, 1),
  { key: "where", title: words.columns.where, cell: ({ where }) => where },
  ...FIELD_COLUMNS.slice(1),
];

const ANSWER_COLUMNS: readonly Column<Answer>[] = [
  { key: "status", title: words.columns.status, cell: ({ status }) => status },
  { key: "content", title: words.columns.content, wrap: true, cell: ({ content }) => content || messages.none },
];

function Details({ operation }: { operation: Operation }) {
  const { description, parameters, body, answers } = operation;
  const name = nameOf(operation);
  return (
    <div className={classes.operation}>
      <Text className={classes.description}>{description}</Text>
      {parameters.length > 0 && (
        <>
          <strong>{words.parameters}</strong>
          <DataTable
            caption={words.parametersCaption(name)}
            columns={PARAMETER_COLUMNS}
            rows={parameters}
            rowKey={(field) => `${field.where} ${field.name}`}
          />
        </>
      )}
      {body && (
        <>
          <strong>
            {words.body}: <code>{body.name}</code>
          </strong>
          {body.fields.length > 0 ? (
            <DataTable
              caption={words.bodyCaption(name)}
              columns={FIELD_COLUMNS}
              rows={body.fields}
              rowKey={(field) => field.name}
            />
          ) : (
            <Text>{words.bodyFile}</Text>
          )}
        </>
      )}
      <strong>{words.answers}</strong>
      <DataTable
        caption={words.answersCaption(name)}
        columns={ANSWER_COLUMNS}
        rows={answers}
        rowKey={({ status }) => status}
      />
    </div>
  );
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function firstLine({ description }: Operation): string {
  return description.split("\n", 1)[0] ?? "";
}

function byTag(operations: readonly Operation[]): [tag: string, own: Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
  return [...groups];
}
