/** A time in the browser's zone, with the UTC form on hover. */
import { formatDateTime } from "@/lib/units";

export function Moment({ at }: { at: string | null }) {
  return (
    <time dateTime={at ?? undefined} title={at ?? undefined}>
      {formatDateTime(at)}
    </time>
  );
}
