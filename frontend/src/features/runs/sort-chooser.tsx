/** Chooses the order of the list by a few words: a field, or a figure and its workload. */
import { Button, Combobox, type ComboboxStore, useCombobox } from "@mantine/core";
import { IconSortDescending2 } from "@tabler/icons-react";
import { useState } from "react";
import { readOrder } from "@/lib/column-text";
import { runList as words } from "@/messages/run-list";
import { type ColumnOption, firstOrder } from "./column-options";
import { DEFAULT_ORDER } from "./search";
import { useColumnOptions, useFoundColumns } from "./use-column-options";

export interface SortChooserProps {
  /** Name of the order in the table head; null for the newest first. */
  name: string | null;
  /** Columns that are shown come first. */
  shown: readonly string[];
  sort: string | undefined;
  choose: (sort: string | undefined, column: string | null) => void;
}

export function SortChooser({ name, shown, sort, choose }: SortChooserProps) {
  const [typed, type] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      type("");
      combobox.focusTarget();
    },
  });
  const icon = <IconSortDescending2 size={14} stroke={1.75} aria-hidden="true" />;
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      onOptionSubmit={(order) => {
        choose(order === DEFAULT_ORDER ? undefined : order, order === DEFAULT_ORDER ? null : readOrder(order).column);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="default"
          size="xs"
          leftSection={icon}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-pressed={sort !== undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          {name === null ? words.newest : words.sortedBy(name)}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown role="dialog" aria-label={words.sort}>
        {combobox.dropdownOpened && <Choices typed={typed} type={type} combobox={combobox} shown={shown} sort={sort} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ChoicesProps {
  typed: string;
  type: (text: string) => void;
  combobox: ComboboxStore;
  shown: readonly string[];
  sort: string | undefined;
}

function Choices({ typed, type, combobox, shown, sort }: ChoicesProps) {
  const options = useColumnOptions();
  const matches = useFoundColumns(options, typed);
  const isShown = ({ column }: ColumnOption) => shown.includes(column);
  const listed = typed === "" ? [...matches.filter(isShown), ...matches.filter((option) => !isShown(option))] : matches;
  return (
    <>
      <Combobox.Search
        value={typed}
        onChange={({ currentTarget }) => {
          type(currentTarget.value);
          combobox.resetSelectedOption();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== "" && combobox.getSelectedOptionIndex() < 0)
            combobox.selectFirstOption();
        }}
        role="combobox"
        aria-expanded
        aria-label={words.sort}
        placeholder={words.sortHint}
      />
      <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={words.sort}>
        {typed === "" && <Combobox.Option value={DEFAULT_ORDER}>{words.newest}</Combobox.Option>}
        {listed.map((option) => (
          <Combobox.Option key={option.column} value={orderOf(option, sort)}>
            <bdi>{option.title}</bdi>
          </Combobox.Option>
        ))}
        {listed.length === 0 && typed !== "" && <Combobox.Empty>{words.sortNothing}</Combobox.Empty>}
      </Combobox.Options>
    </>
  );
}

/** The order that is in force is turned around. */
function orderOf(option: ColumnOption, sort: string | undefined): string {
  const first = firstOrder(option);
  if (sort !== first) return first;
  const { column, isDown } = readOrder(first);
  return isDown ? column : `-${column}`;
}
