import assert from 'node:assert/strict';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordedSessions } from '../../bench/support/next-session/recorded-sessions.ts';
import { filesOf } from '../../src/agents/shared/transcripts/transcript-files.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { readFile } from '../agents/claude-code/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const SAID = 'the user said:\n';

function replyOf({ body }: RawEvent): { said: boolean; kept: boolean } | undefined {
  if (body.kind !== 'tool.end' || body.success || !body.output.includes(SAID)) return undefined;
  return { said: true, kept: body.reply?.origin === 'person' && (body.reply.text ?? '') !== '' };
}

test('at least 25 of the 27 refusals with a reason are kept as the person’s', (context) => {
  const sessions = recordedSessions(DATA, temporaryFolder(context)).filter(({ agent }) => agent === 'claude-code');
  // A session that went on on another day has a file for each.
  const folders = new Set(sessions.map(({ path }) => dirname(path)));
  const files = [...folders].flatMap((folder) => filesOf(folder, '.jsonl'));
  const replies = files.flatMap((path) => readFile(path).events).flatMap((event) => replyOf(event) ?? []);
  const kept = replies.filter((reply) => reply.kept).length;
  context.diagnostic(`${kept} of ${replies.length} refusals with a reason`);
  assert.ok(replies.length >= 27 && kept >= 25);
});
