import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openShop, PAY } from '../support/shop-repository.ts';

const AT = Date.UTC(2026, 0, 5, 9);

test('exports what sessions wrote as records of Agent Trace, one for each commit', async (context) => {
  const { memory, at, git, write } = openShop(context);
  const by = { agent: 'claude-code', sessionId: 's1', cwd: at.project } as const;
  write(['// By hand.', '', ...PAY]);
  git('add', '.');
  git('commit', '-q', '-m', 'Pay', '--date=2026-01-01T00:00:00Z');
  const cents = 'export const CENTS_OF_ONE_EURO = 100;';
  const fee = 'export const FEE_OF_A_TRANSFER = 35;';
  const input = { file_path: 'src/pay.ts', old_string: '}', new_string: `}\n${cents}` };
  await memory.record([
    { ...by, at: AT, kind: 'prompt', text: 'Name the cents.', origin: 'person' },
    { ...by, at: AT + 1_000, kind: 'message', text: 'I add a constant.', model: 'claude-opus-5' },
    { ...by, at: AT + 2_000, kind: 'tool.end', tool: 'Edit', input, output: 'done' },
    { ...by, at: AT + 9_000, kind: 'message', text: 'Now as another.', model: 'gpt-6' },
  ]);
  await memory.settled();
  write(['// By hand.', '', ...PAY, cents]);
  git('commit', '-q', '-am', 'Cents', '--date=2026-01-05T09:01:00Z');
  write(['// By hand.', ...PAY, cents]);
  git('commit', '-q', '-am', 'One line less', '--date=2026-01-06T09:01:00Z');
  await memory.record([
    {
      ...by,
      at: AT + 900_000,
      kind: 'tool.end',
      tool: 'Edit',
      input: { file_path: 'src/pay.ts', old_string: cents, new_string: `${cents}\n${fee}` },
      output: 'done',
    },
  ]);
  await memory.settled();
  write(['// By hand.', ...PAY, cents, fee]);
  const { traces, lines } = await memory.why({ path: 'src/pay.ts', format: 'agent-trace' });
  const session = lines.at(-1)?.session?.id;
  const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const conversation = { url: `cairn:${session}`, related: [{ type: 'session', url: `cairn:${session}` }] };
  assert.deepEqual(
    traces?.map(({ version, vcs, files }) => ({ version, vcs, files })),
    [
      {
        version: '0.1',
        vcs: { type: 'git', revision: git('rev-parse', 'HEAD~1').trim() },
        files: [
          {
            path: 'src/pay.ts',
            conversations: [
              {
                ...conversation,
                contributor: { type: 'ai', model_id: 'anthropic/claude-opus-5' },
                ranges: [{ start_line: 7, end_line: 7, content_hash: hash(cents) }],
              },
            ],
          },
        ],
      },
      {
        version: '0.1',
        vcs: undefined,
        files: [
          {
            path: 'src/pay.ts',
            conversations: [
              {
                ...conversation,
                contributor: { type: 'ai', model_id: 'openai/gpt-6' },
                ranges: [{ start_line: 7, end_line: 7, content_hash: hash(fee) }],
              },
            ],
          },
        ],
      },
    ],
  );
  assert.match(traces?.[0]?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(traces?.[0]?.timestamp, '2026-01-05T09:00:02.000Z');
  assert.deepEqual((await memory.why({ path: 'src/pay.ts', format: 'agent-trace' })).traces, traces);
  assert.equal((await memory.why('src/pay.ts')).traces, undefined);
});
