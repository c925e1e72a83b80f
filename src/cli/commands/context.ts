import { resolve } from 'node:path';
import * as LIMITS from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { showExplained } from '../render/show-explained.ts';
import { showText } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';

/** `cairn context [PROMPT]` */
export const contextCommand = callCommand('context', {
  lists: ['items'],
  summary: 'show what the next session here will be told',
  details:
    'Without a prompt or a file it shows the block for the start of a session in the current folder. With one it shows the block for that prompt, or for reading or changing that file.',
  arguments: [{ name: 'prompt', help: 'a prompt, as you would type it', many: true }],
  shown: {
    file: { value: 'path', help: 'the file that an agent is about to read or change' },
    project: { field: 'cwd', value: 'path', help: 'a path in the project, its name or id; default the current folder' },
    agent: 'for this agent: leave out what its own instruction files say',
    explain: 'say why each line is there, what it costs, and what else was considered',
    budget: { least: 1, help: `tokens, at most ${LIMITS.contextTokens.max}` },
  },
  complete: ({ cwd, file, ...input }, { io }) =>
    omitUndefined({ ...input, cwd: cwd ?? io.cwd, file: file && resolve(io.cwd, file) }),
  show(answer, { out }) {
    if (answer.explained !== undefined) showExplained(answer, answer.explained, out);
    else showText(answer, 'Nothing in memory bears on this yet.', out);
  },
});
