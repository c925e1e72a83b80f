import type { Step } from '../claude-transcript.ts';

/** A way in which an agent says again what it read; `file` is the file of the project that it is about. */
export interface Repeat {
  name: string;
  say: (text: string, file: string) => Step[];
}

const said = (text: string): Step => ({ said: text });

/** All ways of saying it again. */
export const REPEATS: readonly Repeat[] = [
  { name: 'told', say: (text) => [said(`I have read it. ${text} That is the main point.`)] },
  { name: 'decision', say: (text) => [said(`Decision: ${text}`)] },
  { name: 'next step', say: (text) => [said(`That was all that I found.\n\nNext: ${text}`)] },
  { name: 'question', say: (text) => [said(`This is how it is done here: ${text} Shall I go on like this?`)] },
  {
    name: 'todo',
    say: (text) => [
      {
        call: {
          tool: 'TodoWrite',
          input: { todos: [{ content: text, status: 'pending', activeForm: text }] },
          output: 'Todos have been modified successfully.',
        },
      },
      said('I put it on the list.'),
    ],
  },
  {
    name: 'commit',
    say: (text, file) => [
      {
        call: {
          tool: 'Edit',
          input: { file_path: file, old_string: 'one', new_string: 'two' },
          output: `The file ${file} has been updated.`,
        },
      },
      {
        call: {
          tool: 'Bash',
          input: { command: `git commit -am ${JSON.stringify(text)}` },
          output: `[main 4f2a91c] ${text}\n 1 file changed, 3 insertions(+), 1 deletion(-)\n`,
        },
      },
      said('I committed it.'),
    ],
  },
  {
    name: 'compaction',
    say: (text) => [
      {
        compacted: `Summary:\n1. Primary request: the person wanted to know how it works.\n2. Key decisions: ${text}\n3. Pending tasks: none.`,
      },
      said('I go on from here.'),
    ],
  },
  {
    name: "subagent's task",
    say: (text) => [
      {
        call: {
          tool: 'Task',
          input: { description: 'Carry it out', subagent_type: 'general-purpose', prompt: text },
          output: 'Nothing had to be done.',
        },
      },
      said('The helper has finished.'),
    ],
  },
];
