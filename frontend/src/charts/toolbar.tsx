/** The buttons of a chart: zooming without a mouse, and taking it away as a file. */
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconArrowsMaximize, IconMinus, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ExportFormat } from "./export";
import type { ZoomStep } from "./zoom";

const ZOOM: { step: ZoomStep; label: string; icon: typeof IconPlus }[] = [
  { step: "in", label: "Zoom in", icon: IconPlus },
  { step: "out", label: "Zoom out", icon: IconMinus },
  { step: "earlier", label: "Earlier", icon: IconArrowLeft },
  { step: "later", label: "Later", icon: IconArrowRight },
  { step: "all", label: "Show all", icon: IconArrowsMaximize },
];
export const FORMATS: readonly ExportFormat[] = ["png", "svg", "csv"];

interface ToolbarProps {
  title: string;
  zoomable: boolean;
  onZoom: (step: ZoomStep) => void;
  /** The files that it can be saved as. */
  formats: readonly ExportFormat[];
  onExport: (format: ExportFormat) => void;
  /** Copies the numbers as a table in Markdown. */
  onCopy: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function Toolbar({ title, zoomable, onZoom, formats, onExport, onCopy, children }: ToolbarProps) {
  return (
    <Group gap={4} role="group" aria-label={`Tools of ${title}`}>
      {zoomable &&
        ZOOM.map(({ step, label, icon: Icon }) => (
          <ActionIcon
            key={step}
            variant="default"
            size={28}
            aria-label={label}
            title={label}
            onClick={() => onZoom(step)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="compact-xs"
          h={28}
          aria-label={`Save ${title} as ${format.toUpperCase()}`}
          onClick={() => onExport(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        h={28}
        aria-label={`Copy the numbers of ${title} as Markdown`}
        title="Copy the numbers as a table in Markdown"
        onClick={onCopy}
      >
        Markdown
      </Button>
      {children}
    </Group>
  );
}
