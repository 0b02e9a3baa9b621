/** Placeholder for loading content, of the same height, with a label. */
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
