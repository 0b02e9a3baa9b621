/** Chooses runs by the words that they mention. */
import { Button, TextInput } from "@mantine/core";
import { pivot as words } from "@/messages/pivot";
import classes from "./pivot.module.css";
import type { PivotSearch } from "./search";

export interface RunWordsProps {
  q: string | undefined;
  change: (next: Partial<PivotSearch>) => void;
}

/** Other runs have other factors: what was chosen for these is let go. */
const AFRESH: Partial<PivotSearch> = {
  rows: undefined,
  columns: undefined,
  panel: undefined,
  metric: undefined,
  fixed: undefined,
  baseline: undefined,
};

export function RunWords({ q, change }: RunWordsProps) {
  return (
    <form
      key={q}
      className={classes.controls}
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get("q");
        change({ ...AFRESH, q: (typeof given === "string" && given.trim()) || undefined });
      }}
    >
      <TextInput name="q" label={words.words} defaultValue={q} maxLength={200} w={320} maw="100%" />
      <Button type="submit" variant="default">
        {words.search}
      </Button>
    </form>
  );
}
