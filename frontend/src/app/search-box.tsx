/** The search box in the header: `/` leads into it, what is typed becomes the address of the search page. */
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { messages } from "@/messages";
import classes from "./search-box.module.css";

const DEBOUNCE_MS = 150;
const MOST_CHARACTERS = 200;
export const SEARCH_PATH = "/search";

export function SearchBox() {
  const hint = useId();
  const asked = useAsked();
  const [text, setText] = useState(asked ?? "");
  const navigate = useNavigate();
  /** What this box has put into the address and has not seen there yet. */
  const sent = useRef<string | null>(null);
  const show = (q: string) => {
    if (q === (asked ?? "")) return;
    sent.current = q;
    // The first letters open the page; those after them are no steps that somebody wants to go back through.
    void navigate({ to: SEARCH_PATH, search: { q: q || undefined }, replace: asked !== null });
  };
  const showSoon = useDebouncedCallback(show, DEBOUNCE_MS);
  useEffect(() => {
    if (sent.current !== null && asked !== null) {
      // Somebody who is typing is ahead of the address that their own words make.
      if (sent.current === asked) sent.current = null;
      return;
    }
    sent.current = null;
    showSoon.cancel();
    setText(asked ?? "");
  }, [asked, showSoon]);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") document.getElementById("main")?.focus({ preventScroll: true });
    if (event.key === "ArrowDown" && firstHit()) {
      event.preventDefault();
      firstHit()?.focus();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of two years ago do not know the element for it.
    <form
      role="search"
      aria-label={messages.shell.search}
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault();
        show(text.trim());
      }}
    >
      <input
        id="search-box"
        type="search"
        aria-label={messages.shell.search}
        aria-describedby={hint}
        aria-keyshortcuts="/"
        placeholder={messages.shell.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          showSoon(currentTarget.value.trim());
        }}
        onKeyDown={pressed}
      />
      <span id={hint} className="visually-hidden">
        {messages.shell.searchHint}
      </span>
    </form>
  );
}

/** What the address searches for, or null on any other page. */
function useAsked(): string | null {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === SEARCH_PATH ? String((search as { q?: string }).q ?? "") : null,
  });
}

function firstHit(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-hit]");
}
