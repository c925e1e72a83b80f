import type { RememberResult } from '../../api/answers.ts';
import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import { KNOWLEDGE_KINDS } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readStdin } from '../terminal/cli-io.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { listOption, projectOption, shareOption, textOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const KINDS = [...KNOWLEDGE_KINDS, 'note'] as const;

/** `cairn remember TEXT` */
export const rememberCommand: CommandSpec = {
  name: 'remember',
  summary: 'keep a decision, a rule or a note',
  details:
    'Typed in a terminal it is yours and counts. From a script or an agent it is proposed until a person confirms it.\n\nExamples:\n  cairn remember "We never store card numbers" --kind constraint\n  git log -1 --format=%B | cairn remember -',
  arguments: [{ name: 'text', help: 'what to keep, or - to read it from stdin', required: true, many: true }],
  options: [
    { flags: '--kind <kind>', help: 'what it states; by default told from the text', choices: KINDS },
    { flags: '--title <title>', help: 'a short title' },
    { flags: '--severity <severity>', help: 'how much hangs on it, in a word of yours' },
    { flags: '--reason <reason>', help: 'why' },
    { flags: '--confidence <n>', help: 'how sure it is, 0 to 1' },
    { flags: '--alternative <text>', help: 'what was turned down', many: true },
    { flags: '--concept <concept>', help: 'what it is about', many: true },
    { flags: '--file <path>', help: 'a file it is about', many: true },
    { flags: '--project <path>', help: 'a path inside the project; default the current folder' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const { io, out } = context;
    const typed = input.args.join(' ');
    const text = typed === '-' ? await readStdin(io) : typed;
    if (text.trim() === '') {
      throw new CairnError('invalid_input', 'There is no text to remember.', { fix: 'cairn remember "We use pnpm"' });
    }
    const person = isPerson(io);
    const note = omitUndefined({
      text,
      kind: textOption(input, 'kind') as (typeof KINDS)[number] | undefined,
      title: textOption(input, 'title'),
      severity: textOption(input, 'severity'),
      reason: textOption(input, 'reason'),
      confidence: shareOption(input, 'confidence'),
      alternatives: listOption(input, 'alternative'),
      concepts: listOption(input, 'concept'),
      files: listOption(input, 'file'),
      project: projectOption(input, io),
    });
    const result = await context.openMemory({ person }).remember(note, { signal: io.signal });
    if (context.json) out.json(result);
    else showRemembered(result, context);
    return undefined;
  },
};

function showRemembered({ id, status, redacted, supersedes }: RememberResult, { io, out }: CliContext): void {
  out.print(`${out.colors.cyan(id)} ${status}`);
  const mark = agentMark(io.env);
  const why = mark === undefined ? 'it was not typed in a terminal' : `this is an agent's terminal (${mark} is set)`;
  if (status === 'proposed') out.say(`Proposed, since ${why}: it counts as a rule once a person confirms it.`);
  if (supersedes !== undefined) out.say(`It takes the place of ${supersedes}.`);
  const kinds = Object.keys(redacted);
  if (kinds.length > 0) out.say(`Secrets were taken out: ${kinds.join(', ')}.`);
}
