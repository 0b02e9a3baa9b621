/**
 * Choice among more options than scrolling can cover: a typed text filters them, and a limited number is shown at a
 * time.
 */
const MAX_OPTIONS = 100;

export function longSelect(options: number): { searchable?: boolean; limit?: number } {
  return options > MAX_OPTIONS ? { searchable: true, limit: MAX_OPTIONS } : {};
}
