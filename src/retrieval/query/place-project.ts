import { isAbsolute, resolve } from 'node:path';

/** An input whose `project`, when it is a relative path, is the caller's: seen from the caller's folder. */
export function placeProject<Input extends { project?: string }>(input: Input, cwd: string | undefined): Input {
  return cwd !== undefined && isRelative(input.project) ? { ...input, project: resolve(cwd, input.project) } : input;
}

/** True for what names a folder by its place below or above another: `.`, `..`, `packages/web`. */
function isRelative(project: string | undefined): project is string {
  if (project === undefined) return false;
  return project === '.' || project === '..' || (/[/\\]/.test(project) && !isAbsolute(project));
}
