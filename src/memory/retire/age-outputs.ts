import { dropOldest } from '../../core/drop-oldest.ts';
import type { StoredEvent, ToolEnd } from '../../core/event.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Item } from '../../core/item.ts';
import { LIMITS } from '../../core/limits.ts';
import { type AgeingRun, agedOutput } from '../../derive/age-output.ts';
import { isOwnRemember } from '../../derive/own-tool.ts';
import { shinglesOf } from '../../derive/shingles.ts';
import { breathe } from '../../platform/breathe.ts';
import type { OutputFilter } from '../../store/contract/outputs.ts';
import type { Store } from '../../store/contract.ts';
import { textsOf } from '../forget/told-words.ts';
import { itemPages } from './item-pages.ts';

const PAGE = 50;
const ITEMS = 500;
/** Sessions of which it is remembered what they say. */
const SESSIONS = 8;
/** Tokens that a session may have read before it counts as exposed, so that it was not the amount that exposed it. */
const READ_TOKENS = 200_000;

/** What a session says itself, by shingles; `undefined` for one whose readings are to stay as they are. */
type Voice = ((shingle: number) => boolean) | undefined;

/** Takes the middle out of old outputs, where nothing that is made of them needs it; how many, and the bytes that saves. */
export async function ageOutputs(store: Store, filter: OutputFilter): Promise<{ outputs: number; bytes: number }> {
  const total = { outputs: 0, bytes: 0 };
  const roots = new Map((await store.log.projects()).map(({ id, root }) => [id, root]));
  const voices = new Map<SessionId, Voice>();
  for (let after = 0; ; ) {
    const page = await store.outputs.old(filter, { after, limit: PAGE });
    const whole: number[] = [];
    for (const { body, events } of page) {
      const runs: AgeingRun[] = [];
      for (const event of (await store.log.events(events)).filter(isRun)) {
        const says = await voiceOf(store, voices, event.session);
        if (says !== undefined) runs.push({ event, says, projectRoot: event.project && roots.get(event.project) });
      }
      const text = runs.length === events.length ? agedOutput(runs) : undefined;
      if (text === undefined) whole.push(body);
      else {
        total.outputs += 1;
        total.bytes += await store.outputs.replace(body, text);
      }
      await breathe();
    }
    await store.outputs.keepWhole(whole);
    const last = page.at(-1);
    if (last === undefined) return total;
    after = last.body;
  }
}

function isRun(event: StoredEvent): event is StoredEvent & { body: ToolEnd } {
  return event.body.kind === 'tool.end';
}

async function voiceOf(store: Store, voices: Map<SessionId, Voice>, session: SessionId): Promise<Voice> {
  if (!voices.has(session)) {
    dropOldest(voices, SESSIONS - 1);
    voices.set(session, await readVoice(store, session));
  }
  return voices.get(session);
}

/** All that is judged by what the session had read: words of the agent, rules, and what it had Cairn remember. */
async function readVoice({ items, log }: Store, session: SessionId): Promise<Voice> {
  const [row] = await log.sessions({ ids: [session], limit: 1 });
  const said = new Set<number>();
  const hear = (text: string): void => {
    for (const shingle of shinglesOf(text, LIMITS.capturedChars)) said.add(shingle);
  };
  let read = 0;
  for await (const rows of itemPages(items, { session, hidden: true }, ITEMS)) {
    for (const item of rows) {
      if (item.author === 'agent' || item.kind === 'knowledge') hear(item.text);
      if (item.at <= (row?.exposedAt ?? 0)) read += item.detail.tokens ?? 0;
    }
    for (const event of await log.events(rows.flatMap(rememberedBy))) {
      if (isRun(event) && isOwnRemember(event.body.tool, event.body.input))
        for (const text of textsOf(event)) hear(text);
    }
  }
  return read > READ_TOKENS ? undefined : (shingle) => said.has(shingle);
}

function rememberedBy({ event, title, detail }: Item): NonNullable<Item['event']>[] {
  return event !== undefined && /remember/i.test(`${detail.tool ?? ''} ${title}`) ? [event] : [];
}
