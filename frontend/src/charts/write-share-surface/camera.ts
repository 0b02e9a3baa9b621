/** From where a surface is looked at. */

/** Degrees above the floor, and around the upright axis. */
export interface Camera {
  alpha: number;
  beta: number;
}

export type Turn = "left" | "right" | "up" | "down";

export const FIRST_CAMERA: Camera = { alpha: 25, beta: 40 };

const STEP = 15;
/** Never from below: the floor would hide the surface. */
export const LOWEST = 0;
export const HIGHEST = 90;

/** One step further. */
export function turned({ alpha, beta }: Camera, turn: Turn): Camera {
  switch (turn) {
    case "left":
      return { alpha, beta: beta - STEP };
    case "right":
      return { alpha, beta: beta + STEP };
    case "up":
      return { alpha: Math.min(alpha + STEP, HIGHEST), beta };
    case "down":
      return { alpha: Math.max(alpha - STEP, LOWEST), beta };
  }
}
