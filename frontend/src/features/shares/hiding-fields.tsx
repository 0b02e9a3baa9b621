/** Content that is hidden from readers by default: a list of everything that the lab would replace. */
import { Checkbox } from "@mantine/core";
import type { AvailableShareOptions } from "@/api/shares";
import { type Column, DataTable } from "@/components/data-table";
import { LazyDetails } from "@/components/lazy-details";
import { shareEditor as words } from "@/messages/shares";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

type Hidden = AvailableShareOptions["hidden"][number];

const GROUPS = ["serials", "names"] as const;

export function HidingFields({ form, change, hidden }: PartProps & { hidden: readonly Hidden[] }) {
  return (
    <>
      <p className={classes.hint}>{words.hidingHint}</p>
      {GROUPS.map((group) => (
        <div key={group} className={classes.group}>
          <Checkbox
            label={words.groups[group]}
            checked={form[group]}
            onChange={({ currentTarget }) => change({ [group]: currentTarget.checked })}
          />
          <Listed group={group} texts={hidden.filter((entry) => entry.group === group)} isShown={form[group]} />
        </div>
      ))}
    </>
  );
}

interface ListedProps {
  group: (typeof GROUPS)[number];
  texts: readonly Hidden[];
  isShown: boolean;
}

function Listed({ group, texts, isShown }: ListedProps) {
  if (texts.length === 0) return <p className={classes.hint}>{words.noneListed}</p>;
  const columns: readonly Column<Hidden>[] = [
    { key: "text", title: words.hiddenText, wrap: true, cell: ({ text }) => <code>{text}</code> },
    { key: "instead", title: words.instead, wrap: true, cell: ({ instead }) => (isShown ? words.sameText : instead) },
  ];
  return (
    <LazyDetails summary={words.listed(texts.length)}>
      {() => (
        <DataTable
          caption={words.listedCaption[group]}
          columns={columns}
          rows={texts}
          rowKey={({ text }) => text}
          long={texts.length > 10}
        />
      )}
    </LazyDetails>
  );
}
