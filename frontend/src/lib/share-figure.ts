/** The page's way to share one of its figures, by the id of its chart; null where nothing can be shared. */
import { createContext } from "react";

export const ShareFigure = createContext<((chart: string) => void) | null>(null);
