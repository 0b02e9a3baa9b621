/** Opening of the palette by its keys; typed text is stored until its code has loaded. */
import { lazy, Suspense, useEffect, useState } from "react";
import { closePalette, loadPalette, openPalette, usePaletteRequest } from "./palette-state";

const PaletteDialog = lazy(() => loadPalette().then((module) => ({ default: module.PaletteDialog })));

export function Palette() {
  const request = usePaletteRequest();
  const [isWanted, setWanted] = useState(false);
  if (request && !isWanted) setWanted(true);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (request) closePalette();
      else openPalette();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [request]);
  // A page that is left takes its palette along.
  useEffect(() => closePalette, []);
  return isWanted ? (
    <>
      {request && <TypedAhead q={request.q} />}
      <Suspense>
        <PaletteDialog request={request} />
      </Suspense>
    </>
  ) : null;
}

/** Collect typed text for the field until the field has the focus; meanwhile it has no effect on the page. */
function TypedAhead({ q }: { q: string }) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.matches("[data-palette]")) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === "Escape") closePalette();
      else if (key === "Backspace") openPalette(q.slice(0, -1));
      else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) openPalette(q + key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", pressed, { capture: true });
    return () => document.removeEventListener("keydown", pressed, { capture: true });
  }, [q]);
  return null;
}
