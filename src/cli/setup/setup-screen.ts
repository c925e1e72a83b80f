// cli/setup: set-up as one screen for a person: which agents, what each gets, what of privacy, the changes on a key; and
// what Cairn tells the next session here, once past sessions were imported. It changes no file itself.

import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../../core/errors.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { SetupEnvironment, SetupPlan } from '../../setup/setup.ts';
import { setupTarget } from '../../setup/setup-target.ts';
import { changesText } from '../render/show-changes.ts';
import { showText } from '../render/show-notes.ts';
import type { CliContext } from '../terminal/command.ts';
import { needsPager, pagerOf } from '../terminal/paged-output.ts';

type PlannedAgent = SetupPlan['agents'][number];

const PRIVACY = [
  'Private: what agents do is kept in your home; known forms of secrets are taken out first.',
  'Nothing leaves this machine unless you share it or set a model on a server. Stop: cairn pause',
];
const COMMAND_FILE = /[/\\](?:commands|skills|prompts|workflows)[/\\]/;
const PLUGIN_FILE = /\.[cm]?[jt]s$/;

/** What a person chose: the names of agents, and whether to be told of newer versions. */
export interface SetupChoice {
  agents: string[];
  notice: boolean;
}

/**
 * Lets a person choose among the agents of a plan, when it has more than one, and agree; returns what was chosen. Throws
 * `cancelled` for a no.
 */
export async function askOnScreen(plan: SetupPlan, place: SetupEnvironment, context: CliContext): Promise<SetupChoice> {
  const { out } = context;
  for (const line of PRIVACY) out.say(line);
  const chosen = plan.agents.length > 1 ? await chooseAgents(plan, place, context) : namesOf(plan.agents);
  const agents = plan.agents.filter(({ agent }) => chosen.includes(agent.name));
  for (const home of plan.otherHomes)
    out.say(`Some agents run Cairn of ${home} now, whose memory then gets nothing more.`);
  if (plan.agents.length === 1) for (const one of agents) out.say(`${one.agent.title}: ${whatItGets(one, place)}`);
  let key = await askKey(context);
  for (; key === 'd'; key = await askKey(context)) await showDiff(agents, context);
  return { agents: chosen, notice: key === 'u' };
}

/** What an agent's planned changes give it, in words: hooks, a plugin, MCP, commands; and how many files change. */
export function whatItGets({ changes }: PlannedAgent, place: SetupEnvironment): string {
  if (changes.length === 0) return 'is set up already';
  const { hookCommand } = setupTarget(place);
  const has = (is: (change: PlannedAgent['changes'][number]) => boolean): boolean => changes.some(is);
  const isPlugin = ({ path }: { path: string }): boolean => PLUGIN_FILE.test(path);
  const parts = [
    has((change) => !isPlugin(change) && change.after?.includes(hookCommand) === true) && 'hooks',
    has(isPlugin) && 'plugin',
    has(({ after, before }) => isServerAdded(before, after)) && 'MCP',
    has(({ path }) => COMMAND_FILE.test(path)) && 'commands',
  ].filter((part) => part !== false);
  return [...parts, formatCounted(changes.length, 'file')].join(', ');
}

/** Whether a text names more MCP servers of Cairn than the one before: `mcp` stands as an argument of its own. */
function isServerAdded(before = '', after = ''): boolean {
  const count = (text: string): number => text.match(/["']mcp["']\s*[\],]/g)?.length ?? 0;
  return count(after) > count(before);
}

/** Shows what the next session in this folder will be told; false when that is nothing. */
export async function showFirstRecall({ io, out, openMemory }: CliContext): Promise<boolean> {
  const answer = await openMemory({ person: false }).context({ cwd: io.cwd }, { signal: io.signal });
  if (answer.text === '') return false;
  out.say('\nThe next session in this folder will be told:\n');
  showText(answer, '', out);
  return true;
}

async function chooseAgents(plan: SetupPlan, place: SetupEnvironment, context: CliContext): Promise<string[]> {
  const prompts = await import('@clack/prompts');
  const answer = await answered(
    prompts.multiselect({
      message: 'Which agents?',
      options: plan.agents.map((planned) => ({
        value: planned.agent.name,
        label: `${planned.agent.title} (${whatItGets(planned, place)})`,
      })),
      initialValues: namesOf(plan.agents),
      ...streams(context),
    }),
    context,
  );
  if (!Array.isArray(answer)) throw new CairnError('cancelled', 'Nothing was changed.');
  return answer as string[];
}

async function askKey(context: CliContext): Promise<'y' | 'u' | 'd'> {
  const prompts = await import('@clack/prompts');
  const answer = await answered(
    prompts.selectKey({
      message: 'Set Cairn up like this?',
      options: [
        { value: 'y', label: 'yes' },
        { value: 'u', label: 'yes, and tell me of newer versions: npm is asked once a day, by name alone' },
        { value: 'd', label: 'show every change first' },
        { value: 'n', label: 'no' },
      ],
      initialValue: 'y',
      ...streams(context),
    }),
    context,
  );
  if (answer === 'y' || answer === 'u' || answer === 'd') return answer;
  throw new CairnError('cancelled', 'Nothing was changed.');
}

async function showDiff(agents: readonly PlannedAgent[], { io, out, showInPager }: CliContext): Promise<void> {
  const changes = agents.flatMap((planned) => planned.changes);
  const text = `${await changesText(changes, out)}\n`;
  const pager = pagerOf(io);
  const isShown = pager !== undefined && needsPager(text, io.stdout) && (await showInPager(text, pager));
  if (!isShown) out.print(text);
}

function namesOf(agents: readonly PlannedAgent[]): string[] {
  return agents.map(({ agent }) => agent.name);
}

function streams({ io }: CliContext) {
  return { input: io.stdin as unknown as Readable, output: io.stderr as unknown as Writable, signal: io.signal };
}

/** An answer, or `undefined` when the terminal was closed and none will come. */
async function answered(asked: Promise<unknown>, { io }: CliContext): Promise<unknown> {
  const keyboard = io.stdin as unknown as Readable;
  const closed = new Promise<undefined>((resolve) => keyboard.once('end', () => resolve(undefined)));
  return Promise.race([asked, closed]);
}
