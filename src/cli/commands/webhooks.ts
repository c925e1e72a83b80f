import type { WebhookEntry, WebhooksResult } from '../../api/home-answers.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';

const ACTIONS = ['list', 'test'] as const;

/** `cairn webhooks [list|test]` */
export const webhooksCommand: CommandSpec = {
  name: 'webhooks',
  lists: ['tests', 'addresses'],
  summary: 'show the addresses that are told what happens, or send each a test',
  details:
    'Off until a person sets an address and a secret. Then each address is told, as JSON in a signed POST request (Standard Webhooks), what webhooks.kinds names: knowledge that was stated, summaries of sessions at their end, failures, and sessions that begin and end. What is private, excluded, hidden or forgotten is not told; secrets are replaced again. An address is https, or http on this machine; redirects are not followed. What an address does not take is tried again for eight hours, also after a restart; of more than 1,000 messages the oldest are dropped.\n\nExamples:\n  cairn config set webhooks.urls https://example.org/cairn\n  cairn config set webhooks.secret "whsec_$(openssl rand -base64 32)"\n  cairn config set webhooks.kinds summaries,failures\n  cairn worker restart\n  cairn webhooks test',
  arguments: [{ name: 'action', help: 'list (the default) or test', completes: ACTIONS }],
  async run(input, { io, out, openMemory }) {
    const action = actionOf(input, ACTIONS, { command: 'webhooks', fallback: 'list' });
    const asked = action === 'test' ? { test: true } : {};
    const result = await openMemory({ person: false }).webhooks(asked, { signal: io.signal });
    out.result(result, () => show(result, out));
    return result.tests?.some(({ delivered }) => !delivered) === true ? EXIT.failed : EXIT.ok;
  },
};

function show({ state, problem, kinds, addresses, tests, notes }: WebhooksResult, out: Output): void {
  const { colors } = out;
  if (problem !== undefined) out.print(colors.red(`Nothing is sent: ${plain(problem)}`));
  for (const { message } of notes) out.print(`fix: ${plain(message)}`);
  if (state === 'off') out.say('No address is set: nothing is sent. cairn help webhooks');
  if (tests === undefined) {
    for (const entry of addresses) out.print(toLine(entry, out));
    if (addresses.length > 0) out.say(`Told: ${kinds.map(plain).join(', ')}.`);
  }
  for (const one of tests ?? []) {
    const what = one.delivered ? colors.green('taken') : colors.red(plain(one.problem ?? ''));
    out.print(`${plain(one.address)}  ${what} ${colors.dim(`${formatCount(one.tookMs)} ms`)}`);
  }
}

function toLine(entry: WebhookEntry, { colors, when }: Output): string {
  const { address, waiting, delivered, dropped, lastAt, problem, nextAt } = entry;
  const counts = [
    formatCounted(delivered, 'message'),
    waiting > 0 && `${formatCount(waiting)} waiting`,
    dropped > 0 && `${formatCount(dropped)} given up`,
    lastAt !== undefined && `last ${when(lastAt)}`,
  ].filter((part) => part !== false);
  const line = `${plain(address)}  ${counts.join(', ')}`;
  if (problem === undefined) return line;
  const next = nextAt === undefined ? '' : ` ${colors.dim(`Next attempt ${when(nextAt)}.`)}`;
  return `${line}\n  ${colors.red(plain(problem))}${next}`;
}
