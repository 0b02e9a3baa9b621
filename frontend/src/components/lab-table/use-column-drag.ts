/** Dragging a column by its head to the place of another one. */
import { type ComponentProps, useState } from "react";

export type DragHandlers = Pick<
  ComponentProps<"th">,
  "draggable" | "onDragStart" | "onDragOver" | "onDragLeave" | "onDrop" | "onDragEnd"
> & { "data-drop": true | undefined };

interface Drag {
  key: string;
  over: string | null;
}

/** Return what the head of a column needs; undefined where columns stay in place. */
export function useColumnDrag(
  moveColumn: ((key: string, to: string) => void) | undefined,
): ((key: string) => DragHandlers) | undefined {
  const [drag, setDrag] = useState<Drag | null>(null);
  if (!moveColumn) return undefined;
  return (key) => ({
    draggable: true,
    "data-drop": (drag !== null && drag.key !== key && drag.over === key) || undefined,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.effectAllowed = "move";
      // Firefox drags nothing without data.
      dataTransfer.setData("text/plain", key);
      setDrag({ key, over: null });
    },
    onDragOver: (event) => {
      if (!drag) return;
      event.preventDefault();
      if (drag.over !== key) setDrag({ ...drag, over: key });
    },
    onDragLeave: () => setDrag((now) => (now?.over === key ? { ...now, over: null } : now)),
    onDrop: (event) => {
      event.preventDefault();
      if (drag && drag.key !== key) moveColumn(drag.key, key);
      setDrag(null);
    },
    onDragEnd: () => setDrag(null),
  });
}
