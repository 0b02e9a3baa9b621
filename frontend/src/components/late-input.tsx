/** Fields whose value lives in the address: they hold what is typed, and hand it on after a pause or when left. */
import { NumberInput, type NumberInputProps, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 400;

/** The typed text, and what to do while typing and on leaving. A change from outside wins unless the field is in use. */
function useLate<Value>(value: Value, hand: (value: Value) => void) {
  const [typed, setTyped] = useState(value);
  const inUse = useRef(false);
  const later = useDebouncedCallback(hand, PAUSE_MS);
  useEffect(() => {
    if (!inUse.current) setTyped(value);
  }, [value]);
  return {
    typed,
    type: (next: Value) => {
      setTyped(next);
      later(next);
    },
    enter: () => {
      inUse.current = true;
    },
    leave: () => {
      inUse.current = false;
      later.flush();
    },
  };
}

type LateTextProps = Omit<TextInputProps, "value" | "onChange"> & {
  value: string;
  hand: (value: string) => void;
  multiline?: boolean;
};

export function LateTextInput({ value, hand, multiline = false, ...props }: LateTextProps) {
  const { typed, type, enter, leave } = useLate(value, hand);
  const shared = {
    label: props.label,
    description: props.description,
    error: props.error,
    value: typed,
    onFocus: enter,
    onBlur: leave,
  };
  return multiline ? (
    <Textarea {...shared} rows={2} resize="vertical" onChange={(event) => type(event.currentTarget.value)} />
  ) : (
    <TextInput {...props} {...shared} onChange={(event) => type(event.currentTarget.value)} />
  );
}

type LateNumberProps = Omit<NumberInputProps, "value" | "onChange"> & { value: number; hand: (value: number) => void };

export function LateNumberInput({ value, hand, ...props }: LateNumberProps) {
  const { typed, type, enter, leave } = useLate<number | string>(value, (next) => {
    if (typeof next === "number") hand(next);
  });
  return <NumberInput {...props} value={typed} onChange={type} onFocus={enter} onBlur={leave} />;
}
