/** Makes the simulated window as wide as a test needs it, as if somebody had dragged its edge. */
export function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (viewport: { width: number }) => void } };
  happyDOM.setViewport({ width });
}

/** As wide as windows are in all other tests. */
export const USUAL_WIDTH = 1024;
