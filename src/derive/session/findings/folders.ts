/** The folder of a path within a project; empty for its root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Two folders, each up to the first name in which they differ; `undefined` when one contains the other. */
export function partingOf(one: string, other: string): [string, string] | undefined {
  const [parts, others] = [one.split('/'), other.split('/')];
  const at = parts.findIndex((part, i) => part !== others[i]);
  if (at < 0 || at >= others.length || one === '' || other === '') return undefined;
  return [parts.slice(0, at + 1).join('/'), others.slice(0, at + 1).join('/')];
}
