import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDraft } from "./use-draft";

interface Draft {
  name?: string;
}

const parse = ({ name }: Record<string, unknown>): Draft => ({ name: name as string });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Open a form whose address changes only when the test triggers it, as on a slow machine. */
function openForm() {
  const store = vi.fn<(draft: Draft) => void>();
  const { result, rerender } = renderHook(({ stored }: { stored: Draft }) => useDraft(stored, store, parse), {
    initialProps: { stored: { name: "" } },
  });
  return {
    store,
    edit: (name: string) => act(() => result.current[1]({ name })),
    pause: () => act(() => vi.advanceTimersByTime(300)),
    arrive: (name: string) => rerender({ stored: { name } }),
    name: () => result.current[0].name,
  };
}

test("an edit is in force at once, and in the address after a pause", () => {
  const { store, edit, pause, name } = openForm();
  edit("a");
  edit("ab");
  expect(name()).toBe("ab");
  expect(store).not.toHaveBeenCalled();
  pause();
  expect(store.mock.calls).toEqual([[{ name: "ab" }]]);
});

test("an address that arrives late takes no later edit back", () => {
  const { store, edit, pause, arrive, name } = openForm();
  edit("a");
  pause();
  edit("ab");
  pause();
  arrive("a");
  expect(name()).toBe("ab");
  edit("abc");
  arrive("ab");
  expect(name()).toBe("abc");
  pause();
  expect(store.mock.lastCall).toEqual([{ name: "abc" }]);
  arrive("abc");
  expect(name()).toBe("abc");
});

test("an own address that another one overtook is not waited for", () => {
  const { edit, pause, arrive, name } = openForm();
  edit("a");
  pause();
  edit("ab");
  pause();
  arrive("ab");
  arrive("a");
  expect(name()).toBe("a");
});

test("an address that others changed replaces the draft and what was to be stored", () => {
  const { store, edit, pause, arrive, name } = openForm();
  edit("a");
  arrive("back");
  pause();
  expect(name()).toBe("back");
  expect(store).not.toHaveBeenCalled();
  edit("back again");
  pause();
  expect(store.mock.calls).toEqual([[{ name: "back again" }]]);
});
