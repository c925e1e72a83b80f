/** Wraps a look-up so that each name is looked up once, and those who ask again get the same answer. */
export function onceByName<Value>(look: (name: string) => Promise<Value>): (name: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (name) => {
    const found = known.get(name) ?? look(name);
    known.set(name, found);
    return found;
  };
}
