/** Choice among few options, each with its explanation; an unavailable one gives its reason. */
import { Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./choice-cards.module.css";

export interface Choice {
  value: string;
  title: string;
  detail?: ReactNode;
  disabled?: boolean;
}

export interface ChoiceCardsProps {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string) => void;
  error?: string;
}

export function ChoiceCards({ label, choices, value, onChange, error }: ChoiceCardsProps) {
  return (
    <Radio.Group
      label={label}
      labelProps={{ className: "visually-hidden" }}
      value={value}
      onChange={onChange}
      error={error}
    >
      <Stack gap={8}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.title}
            description={choice.detail}
            disabled={choice.disabled}
            className={classes.card}
            mod={{ chosen: choice.value === value }}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
