// command: a model behind a program of the person's own, which reads a prompt and prints an answer. It runs without a
// shell, with a minimal environment, and an agent's program runs only when the settings allow it.

import { CairnError } from '../../core/errors.ts';
import { baseName } from '../../core/text/text.ts';
import { ensureFolder } from '../../platform/files.ts';
import { type CommandOutcome, runCommand } from '../../platform/process/run-command.ts';
import type { LanguageModel } from '../model/language-model.ts';
import { validateReply } from '../model/validate-reply.ts';
import { agentProgramIn } from './agent-programs.ts';
import { splitLine } from './split-line.ts';

/** The inputs for a command model. */
export interface CommandModelOptions {
  /** The command line. */
  line: string;
  timeoutMs: number;
  allowAgent: boolean;
  /** The environment; the program receives a part of it. */
  variables: Readonly<Record<string, string | undefined>>;
  /** Folder in which it runs: one of Cairn's own, whose sessions are not recorded. */
  cwd: string;
}

const ANSWER_BYTES = 1024 * 1024;
/** Variables that a program needs to find itself, its settings and its language. */
const PASSED =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|SHELL|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA)$/i;

/**
 * Builds a model behind a command line; throws `invalid_input` for one that cannot be run, `not_allowed` for an agent's
 * program.
 */
export function openCommandModel({ line, timeoutMs, allowAgent, variables, cwd }: CommandModelOptions): LanguageModel {
  const words = splitLine(line);
  const [program] = words ?? [];
  if (words === undefined || program === undefined) {
    throw new CairnError('invalid_input', 'llm.model names a command line that has no program, or an open quote.', {
      fix: 'cairn config set llm.model "command:PROGRAM ARGUMENTS"',
    });
  }
  const agent = agentProgramIn(words);
  if (agent !== undefined && !allowAgent) {
    const message = `llm.model runs ${baseName(agent)}, a coding agent: each call would use your subscription with it.`;
    throw new CairnError('not_allowed', message, {
      fix: 'If you want that: cairn config set llm.allowAgentCommand true',
    });
  }
  const env = passedOn(variables);
  return {
    name: `command:${baseName(program)}`,
    async complete(request, { signal }) {
      ensureFolder(cwd);
      const input = `${request.system}\n\n${request.prompt}\n`;
      const outcome = await runCommand({ words, input, env, cwd, timeoutMs, maxBytes: ANSWER_BYTES, signal });
      if (outcome.kind !== 'printed') throw describe(outcome, baseName(program));
      return validateReply(request, { text: outcome.text, isCut: false });
    },
  };
}

function passedOn(variables: CommandModelOptions['variables']): Record<string, string> {
  const passed = Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && PASSED.test(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(passed);
}

function describe(outcome: Exclude<CommandOutcome, { kind: 'printed' }>, program: string): CairnError {
  const fix = 'cairn config get llm.model';
  switch (outcome.kind) {
    case 'timeout':
      return new CairnError('timeout', `The command ${program} did not answer in time; it was ended.`, {
        fix: 'cairn config set llm.timeoutMs MILLISECONDS',
      });
    case 'missing':
      return new CairnError('model_failed', `The command ${program} cannot be started.`, { fix, cause: outcome.cause });
    case 'too-long':
      return new CairnError('model_failed', `The command ${program} printed more than an answer can be.`, { fix });
    case 'exit': {
      const how = outcome.code === undefined ? 'was ended by a signal' : `ended with ${outcome.code}`;
      return new CairnError('model_failed', `The command ${program} ${how}.`, { fix });
    }
  }
}
