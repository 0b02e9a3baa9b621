/** Acts at once, and once more after the last of several calls that follow each other sooner than `ms`. */
export function firstAndLast(act: () => void, ms: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    timer = undefined;
    act();
  };
  return {
    call: () => {
      if (timer === undefined) act();
      clearTimeout(timer);
      timer = setTimeout(rest, ms);
    },
    cancel: () => clearTimeout(timer),
  };
}
