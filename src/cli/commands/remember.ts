import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { readStdin } from '../terminal/cli-io.ts';

/** `cairn remember TEXT` */
export const rememberCommand = callCommand('remember', {
  summary: 'keep a decision, a rule or a note',
  details:
    'Typed in a terminal it is yours and counts. From a script or an agent it is proposed until a person confirms it.\n\nExamples:\n  cairn remember "We never store card numbers" --kind constraint\n  git log -1 --format=%B | cairn remember -',
  arguments: [{ name: 'text', help: 'what to keep, or - to read it from stdin', required: true, many: true }],
  shown: {
    kind: 'what it states; by default told from the text',
    title: 'a short title',
    severity: 'how much hangs on it, in a word of yours',
    reason: 'why',
    confidence: 'how sure it is, 0 to 1',
    alternative: { value: 'text', help: 'what was turned down' },
    concept: 'what it is about',
    file: { value: 'path', help: 'a file it is about' },
    project: { value: 'path', help: 'a path inside the project; default the current folder' },
  },
  byPerson: true,
  async complete(note, { io }) {
    const text = note.text === '-' ? await readStdin(io) : note.text;
    if (text.trim() !== '') return { ...note, text };
    throw new CairnError('invalid_input', 'There is no text to remember.', { fix: 'cairn remember "We use pnpm"' });
  },
  show({ id, status, redacted, supersedes }, { io, out }) {
    out.print(`${out.colors.cyan(id)} ${status}`);
    const mark = agentMark(io.env);
    const why = mark === undefined ? 'it was not typed in a terminal' : `this is an agent's terminal (${mark} is set)`;
    if (status === 'proposed') out.say(`Proposed, since ${why}: it counts as a rule once a person confirms it.`);
    if (supersedes !== undefined) out.say(`It takes the place of ${supersedes}.`);
    sayRedacted(redacted, out);
  },
});
