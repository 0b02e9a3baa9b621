/** A choice among more options than anybody scrolls through: it is typed into, and shows so many at a time. */
const MAX_OPTIONS = 100;

export function longSelect(options: number): { searchable?: boolean; limit?: number } {
  return options > MAX_OPTIONS ? { searchable: true, limit: MAX_OPTIONS } : {};
}
