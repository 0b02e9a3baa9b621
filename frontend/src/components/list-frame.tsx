/** The frame of a page that is one list: its tools on top, and the table in all the room that is left. */
import { Box, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./list-frame.module.css";
import { useTypedText } from "./use-typed-text";

export interface ListFrameProps {
  /** The field for words, and what stands beside it. */
  query: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

export function ListFrame({ query, tools, children }: ListFrameProps) {
  return (
    <div className={classes.list}>
      <div className={classes.query}>{query}</div>
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={classes.rows}>{children}</div>
    </div>
  );
}

export interface QueryFieldProps {
  label: string;
  hint: string;
  value: string | undefined;
  change: (value: string | undefined) => void;
  /** As in `12 of 248`. */
  count?: string;
}

/** What is typed takes effect after a moment. */
export function QueryField({ label, hint, value = "", change, count }: QueryFieldProps) {
  const field = useTypedText(value, (typed) => change(typed || undefined));
  return (
    <Box component="form" role="search" className={classes.field} onSubmit={(event) => event.preventDefault()}>
      <TextInput
        {...field}
        type="search"
        aria-label={label}
        placeholder={hint}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        rightSection={count && <span className={classes.count}>{count}</span>}
        rightSectionWidth={count ? 96 : undefined}
        classNames={{ input: classes.input }}
      />
    </Box>
  );
}
