/** A field for words that takes effect a moment after the last one was typed. */
import { useDebouncedCallback } from "@mantine/hooks";
import { type ChangeEvent, useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 200;

/** Properties of the field; `change` is given the words without the spaces around them. */
export function useTypedText(value: string, change: (typed: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => {
    // During typing, the field is ahead of the address; text removed elsewhere is removed here too.
    if (document.activeElement !== ref.current) setText(value);
  }, [value]);
  const changeSoon = useDebouncedCallback((typed: string) => change(typed.trim()), DEBOUNCE_MS);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setText(currentTarget.value);
    changeSoon(currentTarget.value);
  };
  return { ref, value: text, onChange, maxLength: 200 };
}
