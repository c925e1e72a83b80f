import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { shellQuote } from './shell-quote.ts';

/**
 * The values in a home's hook script: absolute paths of the home, of Node, of the folder of `hook.cjs` and of the person's own folder; and how
 * long it waits for a worker, by default the product's deadlines.
 */
export interface HookScriptOptions {
  home: string;
  node: string;
  app: string;
  person: string;
  deadlines?: Pick<Deadlines, 'connectMs' | 'answerMs' | 'silentMs'> | undefined;
}

/**
 * Renders the hook script written to `<home>/bin/hook`: the template `hook.sh` with its paths, quoted for `sh`, and its
 * times.
 */
export function renderHookScript(template: string, deps: HookScriptOptions): string {
  const { home, node, app, person, deadlines: { connectMs, answerMs, silentMs } = DEADLINES } = deps;
  const values: Readonly<Record<string, string>> = {
    ...{ HOME: shellQuote(home), NODE: shellQuote(node), APP: shellQuote(app), PERSON: shellQuote(person) },
    ...{ CONNECT_S: `${connectMs / 1_000}`, ANSWER_S: `${answerMs / 1_000}` },
    SILENT_S: `${Math.ceil(silentMs / 1_000)}`,
  };
  return template.replace(
    /@(HOME|NODE|APP|PERSON|CONNECT_S|ANSWER_S|SILENT_S)@/g,
    (mark, name: string) => values[name] ?? mark,
  );
}
