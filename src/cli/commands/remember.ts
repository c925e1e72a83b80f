import { agentMark } from '../../config/agent-mark.ts';
import { CairnError } from '../../core/errors.ts';
import { sayRedacted } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { readStdin } from '../terminal/cli-io.ts';

const BECAME = {
  created: 'Kept. It counts from now on: cairn context shows what the next session is told.',
  updated: 'Kept in place of what it said before.',
  merged: 'Known already: kept once, with both dates.',
} as const;

/** `cairn remember TEXT` */
export const rememberCommand = callCommand('remember', {
  summary: 'keep a decision, a rule or a note',
  details:
    'What you type in a terminal counts as yours. What a script or an agent adds is a proposal until a person confirms it.\n\nExamples:\n  cairn remember "We never store card numbers" --kind constraint\n  git log -1 --format=%B | cairn remember -',
  arguments: [{ name: 'text', help: 'the text, or - to read it from stdin', required: true, many: true }],
  shown: {
    kind: 'the kind of statement; default: recognised from the text',
    title: 'a short title',
    severity: 'how important it is, in your own word',
    reason: 'why',
    confidence: 'confidence, 0 to 1',
    alternative: { value: 'text', help: 'an alternative that was rejected' },
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
    if (status !== 'proposed') out.say(BECAME[status]);
    else out.say(`Proposed, since ${why}: it counts as a rule once a person confirms it.`);
    if (supersedes !== undefined) out.say(`It takes the place of ${supersedes}.`);
    sayRedacted(redacted, out);
  },
});
