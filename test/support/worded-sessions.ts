import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Item } from '../../src/core/model/item.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { flatDetail } from './flat-detail.ts';
import { type FreshHome, openFresh } from './fresh-home.ts';
import { type ModelServer, SPEAK, say, startModelServer } from './models/model-server.ts';

const IGNORABLE = /a language model failed|a language model could not answer/;
const HOUR = 3_600_000;

interface Line {
  about?: string;
  id?: string;
  text?: string;
}

/** The material of a prompt, line by line. */
export function material(prompt: string): Line[] {
  const lines = prompt.split('\n');
  const end = lines.findIndex((line) => line.startsWith('END MATERIAL'));
  return lines.slice(1, end).map((line) => JSON.parse(line) as Line);
}

/**
 * What a good model says of each session of a prompt: a brief of its first line, and all that the prompt contains about
 * it.
 */
export function goodAnswer(prompt: string, brief = 'The sign-in was mended'): string {
  const sessions: { session: string; ids: string[] }[] = [];
  for (const { about, id } of material(prompt)) {
    if (about !== undefined) sessions.push({ session: about, ids: [] });
    else if (id !== undefined) sessions.at(-1)?.ids.push(id);
  }
  return JSON.stringify({
    sessions: sessions.map(({ session, ids }) => ({
      session,
      brief: { text: `${brief}.`, ids: ids.slice(0, 1) },
      request: [{ text: 'People asked for longer sessions.', ids: ids.slice(0, 1) }],
      learned: [{ text: 'Tokens expired too early.', ids: ids.slice(1, 2) }],
      completed: [],
      nextSteps: [],
    })),
  });
}

/** A server with a good model. */
export async function goodServer(context: TestContext): Promise<ModelServer> {
  return startModelServer(context, ({ prompt }, response) => say(response, SPEAK.openai(goodAnswer(prompt))));
}

/** A memory with a model at an address. */
export function openWorded(
  context: TestContext,
  url: string,
  options: { home?: FreshHome; env?: Record<string, string> } = {},
) {
  const env = { CAIRN_LLM_MODEL: 'openai:small', CAIRN_LLM_URL: url, ...options.env };
  const home = options.home === undefined ? {} : { home: options.home };
  return openFresh(context, { ...home, env, caller: { person: true }, ignorable: IGNORABLE });
}

/** Records a session that is worth a model's words; `at` in milliseconds since 1970. */
export async function record({ memory }: OpenedMemory, sessionId = 'one', more: string[] = []): Promise<void> {
  const at = Date.now() - HOUR;
  const said = [
    `Fix the login of ${sessionId} in src/auth/login.ts: people are signed out after five minutes.`,
    'The cause is that the token expires after 300 seconds. I changed the lifetime to one hour in src/auth/token.ts.',
    'Good. Always run npm test before you say that it is done.',
    'All 42 tests pass now. Next: the refresh of tokens in the mobile app is still open.',
    ...more,
  ];
  const messages = said.map((content, i) => ({
    role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
    at: at + i,
  }));
  await memory.record({ sessionId, messages });
  await memory.settled();
}

/** The summaries of sessions. */
export async function summaries({ store }: OpenedMemory): Promise<Item[]> {
  return (await store.items.list({ kinds: ['summary'] }, { limit: 20 })).filter((item) => flatDetail(item).summary);
}

/** The one summary that there is, or the newest. */
export const only = async (opened: OpenedMemory): Promise<Item> => {
  const [item] = await summaries(opened);
  assert.ok(item);
  return item;
};
