/** Finds another run by its number or by words, and adds it. */
import { RunSearch } from "@/components/run-search";
import { MOST_RUNS } from "@/lib/run-list";
import { compare as words } from "@/messages/compare";

export function AddRun({ present, add }: { present: readonly string[]; add: (run: string) => void }) {
  const isFull = present.length >= MOST_RUNS;
  return (
    <RunSearch
      label={words.add}
      hint={isFull ? words.most(MOST_RUNS) : words.addHint}
      nothing={words.addNothing}
      present={present}
      isFull={isFull}
      add={add}
    />
  );
}
