/** The present time, which goes on by itself. */
import { useEffect, useState } from "react";

/** Return the time as it was at most `every` ms ago. */
export function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const going = window.setInterval(() => setNow(new Date()), every);
    return () => window.clearInterval(going);
  }, [every]);
  return now;
}
