/** Curves over time, each with axes of its own, as panels: their plan knows the kind. */
import { figure as overlay } from "../overlay/figure";

export const figure = overlay;
