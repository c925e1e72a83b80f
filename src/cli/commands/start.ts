import type { Memory } from '../../api/contract.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { runImport } from '../import/run-import.ts';
import { showHits } from '../render/show-hits.ts';
import { followVectors } from '../render/show-vectors.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { pageAddress } from './ui.ts';

const EXAMPLE_AGENT = 'claude-code';
const EXAMPLE_QUESTION = 'why idempotency keys instead of locks?';
const OWN_QUESTION = 'what failed, and what fixed it?';
const HITS = 3;

/** `cairn start`, which `npm start` runs: shows what Cairn is for, on the sessions of this machine or on an example. */
export const startCommand: CommandSpec = {
  name: 'start',
  summary: 'import past sessions, show one recall, and run the worker until Ctrl-C',
  hidden: true,
  json: false,
  async run(_input, context) {
    const { io, out } = context;
    const worker = await context.runWorker();
    const leave = (): void => worker?.leave('stopped');
    io.signal.addEventListener('abort', leave, { once: true });
    try {
      const memory = context.openMemory({ person: false, start: 'never' });
      await showRecall(memory, context);
      await showPage(context);
      if (worker === undefined) out.say('Another process runs the worker; it goes on.');
      else {
        out.say(`The worker runs, process ${worker.hello.pid}. Ctrl-C stops it.`);
        if (io.signal.aborted) leave();
        await followVectors(memory, context);
        await worker.left;
        out.say('Stopped.');
      }
    } finally {
      leave();
      await worker?.left;
    }
  },
};

/** Prints where the dashboard is, with a code that signs a browser in. */
async function showPage(context: CliContext): Promise<void> {
  const made = await context.askForPage({ person: isPerson(context.io) });
  context.out.print(`${context.out.colors.bold('The dashboard')}: ${pageAddress(made)}`);
  context.out.say('This address signs a browser in once, within a minute. Later:   npm run -s cairn -- ui');
}

async function showRecall(memory: Memory, context: CliContext): Promise<void> {
  const { out, exampleFolder } = context;
  out.say('Looking for sessions of your agents …');
  const own = await runImport(memory, {}, context);
  const isExample = own.filesTotal === 0 && exampleFolder !== undefined;
  if (isExample) {
    await runImport(memory, { agent: EXAMPLE_AGENT, paths: [exampleFolder] }, context);
    out.say('There are none, so here are five sessions of an example, a small shop.');
  } else {
    out.say(`${formatCounted(own.filesTotal, 'transcript')}, ${formatCounted(own.added, 'new event')}.`);
  }
  await recall(memory, isExample ? EXAMPLE_QUESTION : OWN_QUESTION, context);
  out.say(`Ask your own:              npm run -s cairn -- search -a "..."`);
  out.say('Put it into your agents:   npm run -s cairn -- setup');
}

/**
 * Shows the answer to a person's question, and the block that the next session in the same project gets without asking.
 */
async function recall(memory: Memory, question: string, { io, out }: CliContext): Promise<void> {
  const { signal } = io;
  const found = await memory.search({ query: question, limit: HITS }, { signal });
  out.print(`\n${out.colors.bold(`cairn search -a "${question}"`)}\n`);
  showHits(found, { query: question, out });
  const project = found.hits.find((hit) => hit.project !== undefined)?.project;
  const block = project === undefined ? undefined : await memory.context({ cwd: project }, { signal });
  if (block !== undefined && block.text !== '') {
    out.print(`\n${out.colors.bold('What the next session there is told when it starts')}\n\n${safeText(block.text)}`);
  }
  out.print('');
}
