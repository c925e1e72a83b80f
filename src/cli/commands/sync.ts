import { resolve } from 'node:path';
import { CALLS } from '../../api/calls.ts';
import type { SyncResult, SyncRunEntry } from '../../api/home-answers.ts';
import type { SyncInput } from '../../api/requests.ts';
import { sum } from '../../core/sum.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { type Part, plain, rows, sortedCounts } from '../render/show.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, usage } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';
import { assertPerson, isPerson } from '../terminal/person-evidence.ts';

const ACTIONS = [
  'status',
  'now',
  'add',
  'share',
  'unshare',
  'keep',
  'release',
  'pause',
  'resume',
  'remove',
  'log',
  'forgotten',
] as const;
type SyncAction = (typeof ACTIONS)[number];

const OPTIONS = callOptions(CALLS.sync.input, {
  member: { value: 'name', help: 'add: the name that the others see' },
  keyFile: { value: 'file', help: "add, a folder: the file with the team's key; made where there is none" },
  git: 'add, a folder: it is the checkout of a git repository, fetched and pushed with each run',
  token: {
    value: 'token',
    help: 'add, a server: the token that it gave you; better in CAIRN_SYNC_TOKEN or typed when asked, since others see arguments',
  },
  insecure: 'add, a server: it may be one without TLS, in a private network',
  kind: { value: 'kind', help: 'share: only these kinds; default knowledge, summaries and patterns' },
});

/** What a program may do, too. */
const LOOKS: readonly SyncAction[] = ['status', 'log', 'forgotten', 'now', 'pause'];
const RUNS = 20;
const JUDGES = { does: 'says what is shared', fix: 'Run it in a terminal of your own. To look: cairn sync status' };

/** `cairn sync [ACTION]` */
export const syncCommand: CommandSpec = {
  name: 'sync',
  lists: ['shares'],
  summary: 'share what a project taught you with your team, by a folder, a git repository or a server',
  details:
    'Nothing leaves before you chose it: "add" takes part, by a folder that the team shares (a drive, or with --git the checkout of a repository) or by the address of a team server; "share" shows what would be shared of a project, with examples, and asks. Shared are knowledge, summaries and patterns, or the kinds that you name; what tools printed, prompts and answers never. What leaves is redacted again; in a folder it is encrypted with a key that the team holds: a file (--key-file), or a passphrase that is asked for or taken from CAIRN_SYNC_PASSPHRASE. What others share is found as theirs, and counts as a rule once you accept it in "cairn review". "forget" reaches the others with their next run; "forgotten" says who has not confirmed it yet, by the ids that "forget" gave. "keep" holds memories back forever, "unshare" a project. Runs come by themselves while the worker works, "now" is one at once; "pause" holds both ways.\n\nExamples:\n  cairn sync add ~/team --member Ada --key-file ~/team.key\n  cairn sync share\n  cairn sync now\n  cairn sync status',
  arguments: [
    {
      name: 'action',
      help: 'status (the default), now, add, share, unshare, keep, release, pause, resume, remove, log, forgotten',
      completes: ACTIONS,
    },
    {
      name: 'what',
      help: 'add: folder or address; share, unshare: project; keep, release, forgotten: ids',
      many: true,
      isId: true,
    },
  ],
  options: [...OPTIONS.options, { flags: '--yes', help: 'share, remove: without asking' }],
  async run(input, context) {
    const action: SyncAction = actionOf(input, ACTIONS, { command: 'sync', fallback: 'status' });
    if (action === 'share') return share(input, context);
    if (!LOOKS.includes(action)) assertPerson(context.io, JUDGES);
    if (action === 'remove') {
      await confirm(await questionOfLeaving(context), { input, context, command: 'cairn sync remove' });
    }
    const result = await ask(await inputOf(action, input, context), context);
    context.out.result(result, () => show(action, result, context.out));
    return action === 'now' && result.state === 'failed' ? EXIT.failed : EXIT.ok;
  },
};

/** What others keep is said before the home leaves: afterwards they hear nothing of it until it takes part again. */
async function questionOfLeaving(context: CliContext): Promise<string> {
  const { shares } = await ask({}, context);
  const shared = sum(shares.flatMap((one) => Object.values(one.shared)));
  if (shared === 0) return 'Take part no more?';
  const what = `${formatCounted(shared, 'memory')} that you shared`;
  return `Take part no more? Others keep the ${what}. To take them back first: cairn sync unshare PROJECT, then cairn sync now.`;
}

function ask(asked: SyncInput, { io, openMemory }: CliContext): Promise<SyncResult> {
  return openMemory({ person: isPerson(io) }).sync(asked, { signal: io.signal });
}

async function inputOf(
  action: Exclude<SyncAction, 'share'>,
  input: CommandInput,
  context: CliContext,
): Promise<SyncInput> {
  const { io } = context;
  const [, ...what] = input.args;
  switch (action) {
    case 'status':
      return {};
    case 'now':
      return { run: true };
    case 'pause':
      return { pause: true };
    case 'resume':
      return { pause: false };
    case 'remove':
      return { remove: true };
    case 'log':
      return { runs: RUNS };
    case 'forgotten':
      return what.length === 0 ? {} : { forgotten: what };
    case 'unshare':
      return { unshare: what[0] ?? io.cwd };
    case 'keep':
    case 'release':
      if (what.length === 0) throw usage(`Which memories to ${action}?`, `cairn sync ${action} ID`);
      return { [action]: what };
    case 'add':
      return addInput(what[0], input, context);
  }
}

async function addInput(place: string | undefined, input: CommandInput, context: CliContext): Promise<SyncInput> {
  const { io } = context;
  if (place === undefined) throw usage('Which folder, or which server?', 'cairn sync add ~/team --member Ada');
  const isServer = /^https?:/i.test(place);
  const { keyFile, ...asked } = OPTIONS.read(input, io);
  if (isServer) {
    const asking = {
      message: 'The token that the server gave you',
      fix: 'CAIRN_SYNC_TOKEN=TOKEN cairn sync add ADDRESS',
    };
    return {
      ...asked,
      add: place,
      token: asked.token ?? io.env.CAIRN_SYNC_TOKEN ?? (await askSecret(context, asking)),
    };
  }
  const add = resolve(io.cwd, place);
  if (keyFile !== undefined) return { ...asked, add, keyFile: resolve(io.cwd, keyFile) };
  return { ...asked, add, passphrase: io.env.CAIRN_SYNC_PASSPHRASE ?? (await askSecret(context, PASSPHRASE)) };
}

const PASSPHRASE = {
  message: "The team's passphrase (at least 12 characters)",
  fix: 'cairn sync add FOLDER --key-file FILE',
};

/** Asks for words that are not shown; `fix`: what helps where nobody can be asked. */
async function askSecret({ io }: CliContext, { message, fix }: typeof PASSPHRASE): Promise<string> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) throw usage(`Wanted: ${message.toLowerCase()}.`, fix);
  const prompts = await import('@clack/prompts');
  const answer = await prompts.password({
    message,
    input: io.stdin as never,
    output: io.stderr as never,
    signal: io.signal,
  });
  if (typeof answer === 'string') return answer;
  throw usage('Nothing was given.', fix);
}

/** Shows what would be shared of a project, asks, and shares it. */
async function share(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out, json } = context;
  assertPerson(io, JUDGES);
  const { kinds } = OPTIONS.read(input, io);
  const asked = { share: input.args[1] ?? io.cwd, ...(kinds === undefined ? {} : { kinds }) };
  const planned = await ask(asked, context);
  const { plan } = planned;
  if (plan === undefined) return EXIT.failed;
  if (!json) showPlan(plan, out);
  await confirm(`Share this of ${plain(plan.project)}, and what is added?`, {
    input,
    context,
    command: 'cairn sync share',
  });
  const result = await ask({ ...asked, confirm: plan.token }, context);
  out.result(result, () => out.say('Shared from the next run on: cairn sync now'));
  return EXIT.ok;
}

function showPlan(plan: NonNullable<SyncResult['plan']>, out: Output): void {
  const { counts, examples } = plan;
  const total = sum(Object.values(counts));
  out.say(
    total === 0
      ? `Nothing is there to be shared of ${plain(plan.project)} yet; of what is added: ${plan.kinds.join(', ')}.`
      : `Of ${plain(plan.project)}: ${formatCounted(total, 'memory')} (${sortedCounts(counts).join(', ')}). As they would leave:`,
  );
  for (const { name, memories } of plan.along)
    out.say(`  ${formatCounted(memories, 'memory')} of ${plain(name)}, which was merged into it`);
  for (const { id, kind, title, text } of examples) {
    const words = safeText(text).trim().split('\n', 1)[0] ?? '';
    out.say(
      `  ${out.colors.cyan(id)} ${kind}  ${plain(title)}${words === '' || words === title ? '' : `\n    ${plain(words)}`}`,
    );
  }
}

function show(action: SyncAction, result: SyncResult, out: Output): void {
  if (action === 'log') {
    for (const run of result.runs ?? []) out.print(runLine(run, out));
    if ((result.runs ?? []).length === 0) out.say('No run was made yet.');
    return;
  }
  if (action === 'forgotten') {
    for (const one of result.forgotten) out.print(`${one.id}  ${tombstoneLine(one, out)}`);
    if (result.forgotten.length === 0) out.say('Nothing of it was taken back.');
    return;
  }
  out.print(statePage(result, out));
  if (action === 'add') out.say('Nothing is shared yet. In a project: cairn sync share');
}

function statePage(result: SyncResult, { colors, when }: Output): string {
  const { state, member, home, remote, shares, waiting, received, homes, forgotten, lastRun, notes } = result;
  if (state === 'off') return 'This home takes no part in sync. cairn sync add FOLDER';
  const key = remote?.key === undefined ? '' : `, key ${remote.key}`;
  const lines: [string, Part][] = [
    ['state', STATES[state]],
    ['as', `${plain(member ?? '')} (${home})`],
    ['by', `${plain(remote?.place ?? '')}${remote?.git === true ? ' (git)' : ''}${key}`],
    ...shares.map(({ project, kinds, shared, waiting: waits }): [string, string] => [
      'shares',
      `${plain(project)}: ${kinds.join(', ')}; ${sortedCounts(shared).join(', ') || 'nothing yet'}${waits > 0 ? `, ${waits} to be handed on` : ''}`,
    ]),
    ['shares', shares.length === 0 && 'nothing: cairn sync share, in a project'],
    [
      'waits',
      waiting.memories + waiting.records > 0 && `${formatCount(waiting.memories + waiting.records)} to be handed on`,
    ],
    ['received', formatCounted(received, 'memory')],
    ...homes.map((one): [string, string] => [
      'member',
      `${plain(one.member)} ${colors.dim(`${one.home}, last heard of ${when(one.lastAt)}`)}`,
    ]),
    ...forgotten.map((one): [string, string] => ['taken back', tombstoneLine(one, { when })]),
    ...notes.map(({ code, message }): [string, string] => [NOTED[code] ?? 'left out', plain(message)]),
    ['last run', lastRun !== undefined && runLine(lastRun, { colors, when })],
  ];
  return rows(lines, colors);
}

function tombstoneLine(
  { memories, at, state, missing }: SyncResult['forgotten'][number],
  { when }: Pick<Output, 'when'>,
): string {
  const reached = state === 'reached' ? 'reached all' : `not yet at ${missing.map(plain).join(', ') || 'the others'}`;
  return `${formatCounted(memories, 'memory')} ${when(at)}: ${reached}`;
}

const NOTED: Readonly<Record<string, string>> = {
  'log-in': 'to do',
  'not-your-home': 'to do',
  'no-tls': 'warning',
  'handed-on-again': 'warning',
  'with-others': 'with others',
};

const STATES = {
  ready: 'takes part',
  paused: 'paused: nothing leaves and nothing is taken in. To go on: cairn sync resume',
  failed: 'takes part; the last run failed',
  off: 'takes no part',
} as const;

function runLine(
  { at, tookMs, pushed, pulled, waits, again, error }: SyncRunEntry,
  { colors, when }: Pick<Output, 'colors' | 'when'>,
): string {
  const did = [
    pushed.memories > 0 && `${formatCount(pushed.memories)} handed on`,
    pulled.added > 0 && `${formatCount(pulled.added)} taken in`,
    pulled.erased > 0 && `${formatCount(pulled.erased)} erased`,
    pulled.refused > 0 && `${formatCount(pulled.refused)} refused here`,
    ...Object.entries({ ...pushed.refused, ...pulled.skipped }).map(
      ([reason, n]) => `${formatCount(n)} ${plain(reason)}`,
    ),
    again === true && 'own files were gone or older: all is handed on again',
    waits && 'what changed is derived first',
  ].filter((part) => part !== false);
  const what = error === undefined ? did.join(', ') || 'nothing new' : colors.red(plain(error.message));
  return `${when(at)} ${what} ${colors.dim(`${formatCount(tookMs)} ms`)}`;
}
