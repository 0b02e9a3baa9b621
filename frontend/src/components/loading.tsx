/** Stands where something is on the way, as high as it will be, and says so. */
import { Skeleton } from "@mantine/core";
import { messages } from "@/messages";

export function Loading({ height }: { height: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={height} />
    </div>
  );
}
