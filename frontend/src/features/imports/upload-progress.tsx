/** Progress of an upload from this computer. */
import { Progress, Text } from "@mantine/core";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { imports as words } from "@/messages/imports";
import type { Sent } from "./use-upload";

export function UploadProgress({ sent, whole }: { sent: Sent; whole: number }) {
  const total = sent.total ?? whole;
  const percent = total > 0 ? Math.min((sent.bytes / total) * 100, 100) : 0;
  return (
    <div>
      <Progress value={percent} size="lg" aria-label={words.uploading} />
      <Text c="dimmed" mt={4}>
        {words.sent(formatBinaryBytes(sent.bytes), formatBinaryBytes(total), formatPercent(Math.round(percent)))}
      </Text>
    </div>
  );
}
