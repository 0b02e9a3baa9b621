/** All keys that act here and now, in a dialog. */
import { Stack, Text } from "@mantine/core";
import { Dialog } from "@/components/dialog";
import { KeyTable } from "@/components/key-table";
import { AnchorLink } from "@/components/link";
import type { ShortcutMap } from "@/lib/shortcuts";
import { shortcuts as words } from "@/messages/shortcuts";

export interface ShortcutsOverlayProps {
  everywhere: ShortcutMap;
  here: ShortcutMap;
  close: () => void;
}

export function ShortcutsOverlay({ everywhere, here, close }: ShortcutsOverlayProps) {
  return (
    <Dialog onClose={close} title={words.title} closeButtonProps={{ "aria-label": words.close }}>
      <Stack gap={16}>
        {Object.keys(here).length > 0 && <KeyTable title={words.here} keys={labels(here)} />}
        <KeyTable title={words.everywhere} keys={{ "Ctrl+K": words.palette, ...labels(everywhere) }} />
        <Text c="dimmed">{words.never}</Text>
        <AnchorLink to="/settings/shortcuts" onClick={close}>
          {words.settings}
        </AnchorLink>
      </Stack>
    </Dialog>
  );
}

function labels(map: ShortcutMap): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([keys, { label }]) => [keys, label]));
}
