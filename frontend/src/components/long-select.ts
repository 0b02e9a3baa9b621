/** A choice among more options than anybody scrolls through: it is typed into, and shows so many at a time. */
const MOST_OPTIONS = 100;

export function longSelect(options: number): { searchable?: boolean; limit?: number } {
  return options > MOST_OPTIONS ? { searchable: true, limit: MOST_OPTIONS } : {};
}
