/** Words of small lists of runs. */

export const runs = {
  any: "Any",
  columns: {
    number: "Run",
    title: "Title",
    server: "Server",
    state: "State",
    added: "Added",
  },
} as const;
