/** What was recognised, one card each, with what a person decides before it is stored. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { configurationsQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { importKey, storeImport } from "@/api/imports";
import { mayChange, sessionQuery } from "@/api/session";
import type { ConfigurationSummary, Import } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { importPage as words } from "@/messages/imports";
import { type Choices, choiceOf, storedResults, withChoice } from "./choices";
import classes from "./imports.module.css";
import { ResultCard } from "./result-card";

const NO_CONFIGURATIONS: readonly ConfigurationSummary[] = [];

export function Preview({ made }: { made: Import }) {
  const api = useApi();
  const { data: session } = useQuery(sessionQuery(api));
  const { data: known } = useQuery(configurationsQuery(api));
  const [choices, setChoices] = useState<Choices>({});
  const { results } = made;
  const configurations = known?.items ?? NO_CONFIGURATIONS;
  const store = useStore(made);

  if (results.length === 0) return <NothingFound />;
  const includeAll = (include: boolean) =>
    setChoices(results.reduce((before, { index }) => withChoice(before, index, { include }), choices));
  const editable = mayChange(session);
  return (
    <Section
      title={words.results(results.length)}
      aside={
        editable &&
        results.length > 1 && (
          <Group gap={8}>
            <Button variant="default" size="xs" onClick={() => includeAll(true)}>
              {words.includeAll}
            </Button>
            <Button variant="default" size="xs" onClick={() => includeAll(false)}>
              {words.includeNone}
            </Button>
          </Group>
        )
      }
    >
      <div className={classes.cards}>
        {results.map((result) => (
          <ResultCard
            key={result.index}
            result={result}
            choice={choiceOf(made, result, choices)}
            configurations={configurations}
            editable={editable}
            change={(change) => setChoices((before) => withChoice(before, result.index, change))}
          />
        ))}
      </div>
      {store.error && <ErrorNotice error={store.error} title={words.notStored} />}
      {editable && (
        <StoreBar
          included={results.filter((result) => choiceOf(made, result, choices).include).length}
          count={results.length}
          pending={store.isPending}
          store={() => store.mutate(storedResults(made, choices, configurations))}
        />
      )}
    </Section>
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

interface StoreBarProps {
  included: number;
  count: number;
  pending: boolean;
  store: () => void;
}

function StoreBar({ included, count, pending, store }: StoreBarProps) {
  const note = included === 0 ? words.nothingChosen : count > included ? words.leftOut(count - included) : null;
  return (
    <div className={classes.storeBar}>
      <Button onClick={store} disabled={included === 0} loading={pending}>
        {words.store(included)}
      </Button>
      <Text c="dimmed" role="status">
        {note}
      </Text>
    </div>
  );
}

function NothingFound() {
  return (
    <EmptyState title={words.noResults}>
      <Text>{words.noResultsAdvice}</Text>
      <ButtonLink to="/import">{words.again}</ButtonLink>
    </EmptyState>
  );
}
