/** Cache of values derived from an object for the lifetime of that object; neither may be changed. */
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
