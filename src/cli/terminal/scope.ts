import type { CliIo } from './cli-io.ts';
import type { Output } from './output.ts';

/** What is asked, of the project at hand unless it names a project or a session. */
export function ofHere<Asked extends { project?: string; session?: string }>(asked: Asked, { cwd }: CliIo): Asked {
  return asked.project !== undefined || asked.session !== undefined ? asked : { ...asked, project: cwd };
}

/** Says below a list that it is of the project at hand alone, and how to see all: on a terminal, or when it is empty. */
export function sayScope(
  { project }: { project?: string },
  { isEmpty, io, out }: { isEmpty: boolean; io: CliIo; out: Output },
): void {
  if (project === io.cwd && (isEmpty || out.columns !== undefined)) out.say('Of this project alone; of all: -a');
}
