// memory/code: questions about the source files of a project. Which project that is, is decided here; the files are read
// by the process of `code`.

import { isAbsolute, resolve } from 'node:path';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { CodeAnswers, CodePlace, CodeQuestion, CodeQuestions } from '../../code/code-protocol.ts';
import { CairnError } from '../../core/errors.ts';
import { now } from '../../platform/clock.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

type CodeDeps = Pick<MemoryParts, 'store' | 'code' | 'environment'>;
type AskedCode<Question extends CodeQuestion> = Omit<CodeQuestions[Question], keyof CodePlace> & { project?: string };

/** Asks about the code of the project that an input names, else that of the caller's folder. */
export async function askCode<Question extends CodeQuestion>(
  deps: CodeDeps,
  question: Question,
  {
    input: { project, ...asked },
    caller,
    options,
  }: { input: AskedCode<Question>; caller: Caller; options: CallOptions },
): Promise<CodeAnswers[Question]> {
  const root = await rootOf(deps, project, caller);
  const { signal } = options;
  const place = { root, ...(caller.cwd !== undefined && { cwd: caller.cwd }) };
  // What is left of the input without its project is what the question takes besides the place.
  const complete = { ...asked, ...place } as unknown as CodeQuestions[Question];
  return deps.code.ask(question, complete, signal === undefined ? {} : { signal });
}

/**
 * The root of a project. A folder is looked at itself, so that a worktree has its own files. An agent that names another
 * project than its own, and whoever comes by TCP, reads only those in which sessions worked.
 */
async function rootOf({ store, environment }: CodeDeps, named: string | undefined, caller: Caller): Promise<string> {
  const { cwd, surface } = caller;
  const isPath = named === undefined || isAbsolute(named) || /[/\\]/.test(named) || named === '.' || named === '..';
  const folder = named === undefined ? cwd : cwd === undefined ? named : resolve(cwd, named);
  const rows = await store.log.projects();
  if (isPath && folder !== undefined && isAbsolute(folder)) {
    const found = createProjectResolver({ userHome: environment.home, now })(folder);
    const isOwn = named === undefined && surface !== 'http';
    const isPersons = surface === 'cli' || surface === 'sdk';
    if (found?.root !== undefined && (isOwn || isPersons || rows.some(({ id }) => id === found.id))) return found.root;
  } else if (!isPath) {
    const id = await selectProject(store, named, environment.home);
    const root = rows.find((row) => row.id === id)?.root;
    if (root !== undefined) return root;
  }
  throw new CairnError('not_found', named === undefined ? 'There is no project here.' : 'There is no such project.', {
    fix: 'Ask from a folder of a project, or name one: a path in it, its name or id.',
  });
}
