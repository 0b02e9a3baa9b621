/** Puts a run among those that are gathered for a comparison, or takes it out again; one in the trash is not put there. */
import { Button } from "@mantine/core";
import { toggleInTray, useTray } from "@/lib/compare-tray";
import { MOST_RUNS } from "@/lib/run-list";
import { compare } from "@/messages/compare";

const words = compare.tray;

export interface TrayButtonProps {
  run: string;
  compact?: boolean;
  /** Whether the run is in the trash, where nothing counts it. */
  trashed?: boolean;
}

export function TrayButton({ run, compact = false, trashed = false }: TrayButtonProps) {
  const runs = useTray();
  const inside = runs.includes(run);
  if (trashed && !inside) return null;
  const full = !inside && runs.length >= MOST_RUNS;
  return (
    <Button
      variant="default"
      {...(compact ? { size: "compact-xs", h: 24 } : {})}
      aria-label={compact ? `${inside ? words.remove : words.add}: ${run}` : undefined}
      disabled={full}
      title={full ? words.full(MOST_RUNS) : undefined}
      onClick={() => toggleInTray(run)}
    >
      {inside ? words.remove : words.add}
    </Button>
  );
}
