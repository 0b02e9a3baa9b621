/** Progress of the lab in reading or storing an import. */
import { Progress, Text } from "@mantine/core";
import type { Import } from "@/api/types";
import { formatBinaryBytes, formatCount } from "@/lib/units";
import { importPage as words } from "@/messages/imports";
import classes from "./imports.module.css";

export function ImportProgress({ made: { state, progress } }: { made: Import }) {
  const { files_read, files_total, read_bytes, total_bytes, note } = progress;
  // Bytes are more precise than files, if their number is known.
  const percent = total_bytes > 0 ? (read_bytes / total_bytes) * 100 : (files_read / Math.max(files_total, 1)) * 100;
  return (
    <section className={classes.progress} aria-label={words.progress}>
      <strong>{state === "storing" ? words.storing : words.reading}</strong>
      <Progress value={Math.min(percent, 100)} size="lg" aria-label={words.progress} />
      <Text c="dimmed">
        {words.readSoFar(
          formatCount(files_read),
          formatCount(files_total),
          formatBinaryBytes(read_bytes),
          formatBinaryBytes(total_bytes),
        )}
      </Text>
      {/* Always one line, so that nothing below moves when a note comes and goes. */}
      <Text c="dimmed" truncate>
        {note || words.closing}
      </Text>
    </section>
  );
}
