/** The table as a file and for the clipboard. */
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { Pivot } from "@/api/pivot";
import { toCsv } from "@/charts/csv";
import { toMarkdown } from "@/charts/markdown";
import { saveFile } from "@/lib/save-file";
import { factorTables as words } from "@/messages/factor-tables";
import { againstText, type Shown } from "./cell-texts";
import { exactTable, readTable } from "./take-away";

export function TakeAway({ pivot, shown }: { pivot: Pivot; shown: Shown }) {
  const [message, setMessage] = useState("");
  const copy = () => {
    // Without a safe connection a browser has no clipboard.
    (navigator.clipboard?.writeText(markdownOf(pivot, shown)) ?? Promise.reject(new Error(words.noClipboard)))
      .then(() => setMessage(words.copied))
      .catch(() => setMessage(words.noClipboard));
  };
  // The mark at the start makes spreadsheets read the file as UTF-8.
  const save = () =>
    saveFile(new Blob([`\ufeff${toCsv(exactTable(pivot))}`], { type: "text/csv;charset=utf-8" }), "factors.csv");
  return (
    <Group gap={8} role="group" aria-label={words.exports}>
      <Button variant="default" size="xs" onClick={save}>
        {words.csv}
      </Button>
      <Button variant="default" size="xs" onClick={copy}>
        {words.markdown}
      </Button>
      <span role="status">{message}</span>
    </Group>
  );
}

/** The table under its title, with what its differences are of and the values that are held. */
export function markdownOf(pivot: Pivot, shown: Shown): string {
  const held = pivot.choice.fixed.map(({ label, value }) => `${label}: ${value}`).join(", ");
  const table = readTable(pivot, shown);
  return toMarkdown(table, [table.caption, againstText(shown), held].filter(Boolean).join("; "));
}
