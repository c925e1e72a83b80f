import type { RememberResult } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import { callOptions } from '../terminal/call-options.ts';
import { readStdin } from '../terminal/cli-io.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const OPTIONS = callOptions(CALLS.remember.input, {
  kind: 'what it states; by default told from the text',
  title: 'a short title',
  severity: 'how much hangs on it, in a word of yours',
  reason: 'why',
  confidence: 'how sure it is, 0 to 1',
  alternative: { value: 'text', help: 'what was turned down' },
  concept: 'what it is about',
  file: { value: 'path', help: 'a file it is about' },
  project: { value: 'path', help: 'a path inside the project; default the current folder' },
});

/** `cairn remember TEXT` */
export const rememberCommand: CommandSpec = {
  name: 'remember',
  summary: 'keep a decision, a rule or a note',
  details:
    'Typed in a terminal it is yours and counts. From a script or an agent it is proposed until a person confirms it.\n\nExamples:\n  cairn remember "We never store card numbers" --kind constraint\n  git log -1 --format=%B | cairn remember -',
  arguments: [{ name: 'text', help: 'what to keep, or - to read it from stdin', required: true, many: true }],
  options: [...OPTIONS.options, { flags: '--json', help: 'print JSON' }],
  async run(input, context) {
    const { io, out } = context;
    const typed = input.args.join(' ');
    const text = typed === '-' ? await readStdin(io) : typed;
    if (text.trim() === '') {
      throw new CairnError('invalid_input', 'There is no text to remember.', { fix: 'cairn remember "We use pnpm"' });
    }
    const person = isPerson(io);
    const note = { text, ...OPTIONS.read(input, io) };
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
