// memory/code: questions about the source files of a project. Which project that is, is decided here; the files are read
// by the process of `code`.

import type { Caller, CallOptions } from '../../api/contract.ts';
import type { CodeAnswers, CodePlace, CodeQuestion, CodeQuestions } from '../../code/code-protocol.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { askingSurface, findProjectFolder } from './project-folder.ts';

type CodeDeps = Pick<MemoryParts, 'store' | 'code' | 'environment' | 'configOf'>;
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
  const { root } = await findProjectFolder(deps.store, project, {
    ...caller,
    surface: askingSurface(caller),
    home: deps.environment.home,
  });
  const { signal } = options;
  const excluded = deps.configOf(root)?.narrowed['privacy.excludePaths'];
  const place = { root, ...omitUndefined({ cwd: caller.cwd, excluded }) };
  // What is left of the input without its project is what the question takes besides the place.
  const complete = { ...asked, ...place } as unknown as CodeQuestions[Question];
  return deps.code.ask(question, complete, signal === undefined ? {} : { signal });
}
