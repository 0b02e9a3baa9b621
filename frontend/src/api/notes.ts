/** Reads and writes the notes that are pinned to the time axis of a run. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { ChangedRunNote, NewRunNote, RunNote } from "./types";

const notesKey = (run: string) => ["runs", "notes", run] as const;

/** All of them in order of time: the place of a note is its number. */
export const notesQuery = (api: Api, run: string) =>
  queryOptions({
    queryKey: notesKey(run),
    queryFn: async ({ signal }): Promise<RunNote[]> => {
      const { items } = await body(api.GET("/api/v1/notes", { params: { query: { run_id: [run] } }, signal }));
      return items.flatMap((group) => group.items);
    },
  });

/** Read the notes of several runs, run by run; a page that draws them together sends one request. */
export const notesOfRunsQuery = (api: Api, runs: readonly string[]) =>
  queryOptions({
    queryKey: ["runs", "notes", runs],
    queryFn: async ({ signal }): Promise<{ run: string; items: RunNote[] }[]> => {
      const { items } = await body(api.GET("/api/v1/notes", { params: { query: { run_id: [...runs] } }, signal }));
      return items;
    },
    placeholderData: keepPreviousData,
  });

export function addNote(api: Api, run: string, note: NewRunNote): Promise<RunNote> {
  return body(api.POST("/api/v1/runs/{ref}/notes", { params: { path: { ref: run } }, body: note }));
}

export function changeNote(api: Api, run: string, id: string, note: ChangedRunNote): Promise<RunNote> {
  return body(
    api.PUT("/api/v1/runs/{ref}/notes/{note_id}", { params: { path: { ref: run, note_id: id } }, body: note }),
  );
}

export async function deleteNote(api: Api, run: string, id: string): Promise<void> {
  await api.DELETE("/api/v1/runs/{ref}/notes/{note_id}", { params: { path: { ref: run, note_id: id } } });
}

export function rereadNotes(queryClient: QueryClient, run: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: notesKey(run) });
}
