/** A field for a number. While it is empty or half typed the last number stays in force, and comes back when it is left. */
import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useEffect, useState } from "react";

type NumberFieldProps = Omit<NumberInputProps, "value" | "onChange"> & {
  value: number;
  onChange: (value: number) => void;
};

export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <NumberInput
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === "number") onChange(next);
      }}
      onBlur={() => setTyped(value)}
    />
  );
}
