/** Remembers what follows from an object for as long as that object lives; nobody may change either of them. */
export function remembered<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = cache.get(key);
    if (before) return before.value;
    const value = find(key);
    cache.set(key, { value });
    return value;
  };
}
