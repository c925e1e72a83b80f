import { place } from './router.ts';

/** Id of the project that the reader looks at; `undefined` for all. It stands in the address as `project`. */
export function scopedProject(): string | undefined {
  return place.value.query.get('project') ?? undefined;
}

/** The input of a call that is about a project, or about all of them. */
export function projectInput(): { project: string } {
  return { project: scopedProject() ?? '*' };
}

/** A path that keeps the project which the reader looks at. */
export function scopedPath(path: string): string {
  const project = scopedProject();
  if (project === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ project })}`;
}
