/** Values that remain the same object as long as their content is equal, so that one change is drawn only once. */
import { shallowEqual } from "@mantine/hooks";
import { useState } from "react";

/** The same object as long as its fields or items are the same. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  if (settled === value || shallowEqual(settled, value)) return settled;
  setSettled(value);
  return value;
}

/** The same object as long as it is written as the same JSON, however deep it is. */
export function useSameText<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  if (settled === value || JSON.stringify(settled) === JSON.stringify(value)) return settled;
  setSettled(value);
  return value;
}

/**
 * The value as it was when it was last complete: until the rest has come, what is on the page stays. Only as long as it is
 * about the same `subject`; the value itself, complete or not, once that is another.
 */
export function useComplete<Value>(value: Value, isComplete: boolean, subject: unknown): Value {
  const [last, setLast] = useState({ value, subject });
  if (last.value === value && last.subject === subject) return value;
  if (!isComplete && last.subject === subject) return last.value;
  setLast({ value, subject });
  return value;
}
