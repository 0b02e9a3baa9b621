/** Simulated window of the width that a test needs, as if a person had dragged its edge. */
export function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (viewport: { width: number }) => void } };
  happyDOM.setViewport({ width });
}

/** As wide as windows are in all other tests. */
export const USUAL_WIDTH = 1024;
