/** Texts of every table of the lab. */

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const labTable = {
  keys: {
    j: "Next row",
    k: "Previous row",
    x: "Select or clear the row",
    shiftX: "Select all rows up to this one",
    space: "Preview the row",
  },
  scroll: (caption: string) => `${caption}, scrolls`,
  selectAll: "Select all rows",
  select: (name: string) => `Select ${name}`,
  sortBy: "Sort by",
  sortDefault: "Default order",
  ascending: (column: string) => `${column}, low to high`,
  descending: (column: string) => `${column}, high to low`,
  group: (title: string, count: number) => `${title}, ${counted(count, "row", "rows")}`,
  showMore: (count: number) => `Show ${count} more`,
  loadMore: "Load more",
  loadingMore: "Loading more",
  preview: (name: string) => `Preview of ${name}`,
  previous: "Previous row",
  next: "Next row",
  open: "Open",
  close: "Close the preview",
} as const;
