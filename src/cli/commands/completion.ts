import type { CommandSpec } from '../terminal/command.ts';
import { completeWords } from '../terminal/complete-words.ts';
import { COMPLETION_SCRIPTS } from '../terminal/completion-script.ts';
import { usage } from '../terminal/options.ts';

const SHELLS = Object.keys(COMPLETION_SCRIPTS) as (keyof typeof COMPLETION_SCRIPTS)[];

/** `cairn completion SHELL` */
export const completionCommand: CommandSpec = {
  name: 'completion',
  summary: 'print the shell script that completes commands, options, sessions and projects',
  details:
    "Add its line to your shell's start-up file. The script asks cairn for the completions, so it stays correct when cairn changes. It starts no worker.\n\nExamples:\n  source <(cairn completion bash)\n  source <(cairn completion zsh)\n  cairn completion fish | source\n  cairn completion powershell | Out-String | Invoke-Expression",
  arguments: [{ name: 'shell', help: SHELLS.join(', '), required: true, completes: SHELLS }],
  json: false,
  async run({ args: [named] }, { out }) {
    const shell = SHELLS.find((known) => known === named);
    if (shell === undefined)
      throw usage(`There is no script for "${named}"; there is one for ${SHELLS.join(', ')}.`, 'cairn completion bash');
    out.print(COMPLETION_SCRIPTS[shell]);
  },
};

/** `cairn complete -- WORDS`: what the script asks. A line for each word: the word, a tab, what it is. */
export const completeCommand: CommandSpec = {
  name: 'complete',
  summary: 'complete a command line for a shell',
  arguments: [{ name: 'words', help: 'the words typed so far; the last one is completed', many: true }],
  json: false,
  hidden: true,
  async run({ args }, context) {
    const offers = await completeWords(args, context);
    if (offers.length > 0) context.out.print(offers.map(({ word, about }) => `${word}\t${about}`).join('\n'));
  },
};
