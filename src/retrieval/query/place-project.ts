import { isAbsolute, resolve } from 'node:path';

/** The input with a relative path in `project` resolved against the caller's folder. */
export function placeProject<Input extends { project?: string }>(input: Input, cwd: string | undefined): Input {
  return cwd !== undefined && isRelative(input.project) ? { ...input, project: resolve(cwd, input.project) } : input;
}

/** True for a relative path: `.`, `..`, `packages/web`. */
function isRelative(project: string | undefined): project is string {
  if (project === undefined) return false;
  return project === '.' || project === '..' || (/[/\\]/.test(project) && !isAbsolute(project));
}
