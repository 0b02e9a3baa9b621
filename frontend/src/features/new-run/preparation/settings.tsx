/** The settings of one preparation step. */
import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Operation } from "@/api/types";
import { NumberField } from "@/components/number-field";
import { operations as words } from "@/messages/operations";
import { type ChoiceSetting, type NumberSetting, type Setting, settingsOf } from "./catalogue";
import classes from "./preparation.module.css";
import { choiceLabel, serialList, settingLabel } from "./setting-text";

export interface SettingsProps {
  step: Operation;
  drives: readonly { value: string; label: string }[];
  error: (setting: string) => string | undefined;
  change: (step: Operation) => void;
}

export function Settings({ step, drives, error, change }: SettingsProps) {
  const settings = settingsOf(step.kind);
  if (settings.length === 0) return null;
  const values: Record<string, unknown> = step;
  return (
    <div className={classes.settings}>
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={values[setting.name]}
          drives={drives}
          shared={{ label: settingLabel(setting.name), error: error(setting.name) }}
          set={(value) => change({ ...step, [setting.name]: value } as Operation)}
        />
      ))}
    </div>
  );
}

interface Shared {
  label: string;
  error: string | undefined;
}

interface FieldProps<Kind extends Setting> {
  setting: Kind;
  value: unknown;
  shared: Shared;
  set: (value: unknown) => void;
}

function SettingField({ drives, ...field }: FieldProps<Setting> & { drives: SettingsProps["drives"] }) {
  const { setting, value, shared, set } = field;
  switch (setting.type) {
    case "number":
      return <NumberSettingField {...field} setting={setting} />;
    case "choice":
      return <ChoiceField {...field} setting={setting} />;
    case "switch":
      return (
        <Checkbox {...shared} checked={value === true} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      );
    case "choices": {
      const data = setting.choices.map((choice) => ({ value: choice, label: choiceLabel(setting.name, choice) }));
      return <MultiSelect {...shared} data={data} value={value as string[]} onChange={set} />;
    }
    case "drive":
      return <Select {...shared} data={[...drives]} value={String(value)} onChange={set} allowDeselect={false} />;
    case "serials":
      return <SerialsField {...shared} initial={(value as string[]).join(", ")} set={set} />;
    default:
      return (
        <TextInput
          {...shared}
          value={String(value)}
          onChange={({ currentTarget }) => set(currentTarget.value)}
          spellCheck={false}
          maxLength={64}
        />
      );
  }
}

/** An empty field leaves the setting as it is where that is allowed; elsewhere the last number stays in force. */
function NumberSettingField({ setting, value, shared, set }: FieldProps<NumberSetting>) {
  const factor = setting.factor ?? 1;
  const limits = { ...shared, min: setting.min / factor, max: setting.max / factor, thousandSeparator: "," };
  if (setting.initial !== null) {
    return <NumberField {...limits} value={Number(value) / factor} onChange={(typed) => set(typed * factor)} />;
  }
  return (
    <NumberInput
      {...limits}
      allowDecimal={false}
      placeholder={words.keep}
      value={typeof value === "number" ? value / factor : ""}
      onChange={(typed) => set(typeof typed === "number" ? typed * factor : null)}
    />
  );
}

const KEEP = "";

function ChoiceField({ setting, value, shared, set }: FieldProps<ChoiceSetting>) {
  const choices = setting.choices.map((choice) => ({
    value: String(choice),
    label: choiceLabel(setting.name, choice),
  }));
  const data = setting.initial === null ? [{ value: KEEP, label: words.keep }, ...choices] : choices;
  return (
    <Select
      {...shared}
      data={data}
      value={value === null ? KEEP : String(value)}
      onChange={(chosen) => set(setting.choices.find((choice) => String(choice) === chosen) ?? null)}
      allowDeselect={false}
    />
  );
}

/** Draw the field for serial numbers. The typed text stays unchanged; the list follows it. */
function SerialsField({ initial, set, ...shared }: Shared & { initial: string; set: (serials: string[]) => void }) {
  const [typed, setTyped] = useState(initial);
  return (
    <TextInput
      {...shared}
      description={words.serialsHint}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        set(serialList(currentTarget.value));
      }}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
