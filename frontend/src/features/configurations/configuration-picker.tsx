/** Finds a configuration by its name or number, with completion. */
import { Combobox, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { configurationsQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { diff as words } from "@/messages/configurations";
import { matchingConfigurations } from "./configuration-matches";
import classes from "./configurations.module.css";

export interface ConfigurationPickerProps {
  /** Names the choice for those who hear it. */
  label: string;
  /** The button that opens the list. */
  target: (toggle: () => void) => ReactNode;
  choose: (number: string) => void;
}

export function ConfigurationPicker({ label, target, choose }: ConfigurationPickerProps) {
  const [text, setText] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText("");
    },
  });
  const { data } = useQuery({ ...configurationsQuery(useApi()), enabled: combobox.dropdownOpened });
  const matches = matchingConfigurations(data?.items ?? [], text);
  return (
    <Combobox
      store={combobox}
      width={420}
      position="bottom-start"
      onOptionSubmit={(number) => {
        combobox.closeDropdown();
        choose(number);
      }}
    >
      <Combobox.Target targetType="button">{target(() => combobox.toggleDropdown())}</Combobox.Target>
      <Combobox.Dropdown maw="calc(100vw - 28px)">
        <Combobox.Search
          aria-label={label}
          placeholder={words.findHint}
          value={text}
          maxLength={200}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.selectFirstOption();
          }}
        />
        <Combobox.Options mah={320} style={{ overflowY: "auto" }}>
          {matches.map(({ number, name }) => (
            <Combobox.Option key={number} value={number}>
              <span className={classes.option} dir="auto">
                {name}
                <small>{number}</small>
              </span>
            </Combobox.Option>
          ))}
          {data && matches.length === 0 && <Combobox.Empty>{words.noneFound}</Combobox.Empty>}
        </Combobox.Options>
        {data?.next_cursor && <Combobox.Footer className={classes.quiet}>{words.newestOnly}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}
