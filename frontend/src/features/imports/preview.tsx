/** Recognised results, one card each, with the choices before they are stored. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { configurationsQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { importKey, storeImport } from "@/api/imports";
import { mayChange, sessionQuery } from "@/api/session";
import type { ConfigurationSummary, Import } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { importPage as words } from "@/messages/imports";
import { ActionBar } from "@/parts/action-bar";
import { EmptyState } from "@/parts/empty-state";
import { type Choices, choiceOf, storedResults, withChoice } from "./choices";
import { ImportRail } from "./import-rail";
import classes from "./imports.module.css";
import { ResultCard } from "./result-card";

const NO_CONFIGURATIONS: readonly ConfigurationSummary[] = [];

/** `discard` is the button that gives the import up. */
export function Preview({ made, discard }: { made: Import; discard: ReactNode }) {
  const api = useApi();
  const { data: session } = useQuery(sessionQuery(api));
  const { data: existing } = useQuery(configurationsQuery(api));
  const [choices, setChoices] = useState<Choices>({});
  const fresh = made.results.filter(({ duplicate_of }) => duplicate_of === null);
  const configurations = existing?.items ?? NO_CONFIGURATIONS;
  const store = useStore(made);
  const editable = mayChange(session);
  const setEach = (change: Parameters<typeof withChoice>[2]) =>
    setChoices(fresh.reduce((before, { index }) => withChoice(before, index, change), choices));
  const included = fresh.filter((result) => choiceOf(made, result, choices).include).length;
  return (
    <>
      <div className={classes.headline}>
        <h2>{words.recognised(fresh.length)}</h2>
        <span>{words.others(made.results.length - fresh.length, made.unrecognised_count)}</span>
      </div>
      <div className={classes.columns}>
        <div className={classes.cards}>
          {fresh.map((result) => (
            <ResultCard
              key={result.index}
              result={result}
              choice={choiceOf(made, result, choices)}
              configurations={configurations}
              editable={editable}
              change={(change) => setChoices((before) => withChoice(before, result.index, change))}
            />
          ))}
          {fresh.length === 0 && (
            <EmptyState
              title={made.results.length > 0 ? words.nothingNew : words.noResults}
              text={made.results.length > 0 ? words.nothingNewText : words.noResultsAdvice}
            />
          )}
          {store.error && <ErrorNotice error={store.error} title={words.notStored} />}
        </div>
        <ImportRail
          made={made}
          fresh={fresh}
          configurations={configurations}
          editable={editable}
          areAllIncluded={included === fresh.length}
          setAll={setEach}
        />
      </div>
      {editable && (
        <ActionBar
          label={words.bar}
          figures={[]}
          actions={
            <>
              {discard}
              <Button
                size="md"
                disabled={included === 0}
                loading={store.isPending}
                onClick={() => store.mutate(storedResults(made, choices, configurations))}
              >
                {words.store(included)}
              </Button>
            </>
          }
        >
          <strong>{words.chosen(included, fresh.length)}</strong>
          <Text size="sm" c="dimmed" role="status">
            {included === 0 ? words.nothingChosen : words.leftOut(fresh.length - included)}
          </Text>
        </ActionBar>
      )}
    </>
  );
}

function useStore({ number }: Import) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (results: ReturnType<typeof storedResults>) => storeImport(api, number, results),
    onSuccess: (stored) => {
      queryClient.setQueryData(importKey(number), stored);
      void queryClient.invalidateQueries({ queryKey: ["imports", "list"] });
      void queryClient.invalidateQueries({ queryKey: ["runs", "list"] });
      void queryClient.invalidateQueries({ queryKey: ["configurations"] });
    },
  });
}
