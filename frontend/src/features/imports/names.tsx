/** A list of file names. */
import { importPage } from "@/messages/imports";
import classes from "./imports.module.css";

/** Names of files; where there are more than the lab sent, how many more. */
export function Names({ names, count }: { names: readonly string[]; count: number }) {
  return (
    <ul className={`${classes.list} ${classes.names}`}>
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
      {count > names.length && <li>{importPage.andMore(count - names.length)}</li>}
    </ul>
  );
}
