/** Hidden curves after a click on an entry of the legend. Pure. */

/** `solo` shows one curve alone, and all of them where it is alone already. */
export function hiddenAfter(
  hidden: ReadonlySet<string>,
  names: readonly string[],
  name: string,
  solo: boolean,
): readonly string[] {
  const others = names.filter((other) => other !== name);
  if (solo) return !hidden.has(name) && others.every((other) => hidden.has(other)) ? [] : others;
  return hidden.has(name) ? [...hidden].filter((other) => other !== name) : [...hidden, name];
}
