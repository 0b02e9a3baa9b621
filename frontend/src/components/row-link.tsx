/** A link in the rows of a long table: made in a small part of the time of those of the router, and leads there all the same. */
import { useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";

/** A pointer that passes over rows while they are scrolled goes nowhere. */
const DWELL_MS = 80;

let dwelling: ReturnType<typeof setTimeout> | undefined;

export interface RowLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path of the lab without a query. */
  to: string;
}

export function RowLink({ to, ...rest }: RowLinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.button !== 0 || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  const leave = () => clearTimeout(dwelling);
  const enter = () => {
    leave();
    dwelling = setTimeout(() => void router.preloadRoute({ to }), DWELL_MS);
  };
  return <a href={to} onClick={open} onMouseEnter={enter} onMouseLeave={leave} {...rest} />;
}
