import type { EventBody, StoredEvent, ToolEnd } from '../../../src/core/model/event.ts';
import type { EventId, SessionId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { forbiddenBy } from '../../../src/derive/tripwire/forbidden-by.ts';
import { matcherKey } from '../../../src/derive/tripwire/matcher.ts';
import { firingsIn, type Guard } from '../../../src/memory/read/tripwire-record.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { GUARD_SCRIPTS, type GuardScript } from './guard-scripts.ts';

const ROOT = '/home/dev/shop';
const PAGE = 500;
const SESSIONS = 10_000;

/** Calls of later sessions that are to be warned of, those that were, and those that were wrongly. */
export interface GuardScore {
  again: number;
  covered: number;
  wrong: number;
}

/** What the corrections of recorded sessions would have done in the sessions after them. */
export interface RecordedGuards {
  sessions: number;
  /** Corrections and rules of persons that name a command or a path. */
  corrections: number;
  /** Those that an earlier session of the same project had made already, and those of them that were spoken of before. */
  repeated: number;
  covered: number;
  /** Sessions in which something spoke, those where the session shows that it did rightly, and the others. */
  fired: number;
  rightly: number;
  unshown: string[];
}

/** Tries the scripts: each correction as it would be proposed, and as if a person had confirmed it. */
export function scoreScripts(): GuardScore & { missed: string[]; false: string[] } {
  const score = { again: 0, covered: 0, wrong: 0, missed: [] as string[], false: [] as string[] };
  for (const script of GUARD_SCRIPTS) {
    const guards = guardsOf(script);
    const speaks = (call: string): boolean => {
      const items = itemsOf([{ kind: 'prompt', text: script.prompt ?? 'Go on.', origin: 'person' }, toBody(call)]);
      const row = { id: 's_later' as SessionId, branch: 'main' };
      return firingsIn(items, guards, { row, place: { projectRoot: ROOT, cwd: ROOT } }).some(Boolean);
    };
    const missed = script.again.filter((call) => !speaks(call));
    const wrong = script.fine.filter(speaks);
    score.again += script.again.length;
    score.covered += script.again.length - missed.length;
    score.wrong += wrong.length;
    score.missed.push(...missed.map((call) => `${script.says} / ${call}`));
    score.false.push(...wrong.map((call) => `${script.says} / ${call}`));
  }
  return score;
}

function guardsOf({ call, refused, says }: GuardScript): Guard[] {
  const replied: EventBody[] = refused
    ? [toBody(call, { success: false, interrupted: true, reply: { origin: 'person', refused: true, text: says } })]
    : [toBody(call), { kind: 'prompt', text: says, origin: 'person' }];
  return itemsOf(replied).flatMap((item) =>
    item.kind === 'knowledge' && item.author === 'person'
      ? forbiddenBy(item).map((matcher) => ({ matcher, rules: [item] }))
      : [],
  );
}

function toBody(call: string, more: Partial<ToolEnd> = {}): EventBody {
  const path = /^edit (.+)$/.exec(call)?.[1];
  const use =
    path === undefined
      ? { tool: 'Bash', input: { command: call } }
      : { tool: 'Edit', input: { file_path: `${ROOT}/${path}`, old_string: 'a', new_string: 'b' } };
  return { kind: 'tool.end', output: '', success: true, ...use, ...more };
}

function itemsOf(bodies: readonly EventBody[]): Item[] {
  return bodies.flatMap((body, at) => {
    const event: StoredEvent = {
      id: `e_${at}` as EventId,
      seq: at,
      agent: 'claude-code',
      agentSession: 'script',
      session: 's_script' as SessionId,
      cwd: ROOT,
      at,
      sources: ['transcript'],
      authority: 2,
      privacy: 1,
      body,
    };
    return deriveEvent(event, { projectRoot: ROOT }).items;
  });
}

/** Goes through the sessions of each project in the order of their time, with what the sessions before them had corrected. */
export async function replayGuards(store: Store): Promise<RecordedGuards> {
  const result: RecordedGuards = {
    sessions: 0,
    corrections: 0,
    repeated: 0,
    covered: 0,
    fired: 0,
    rightly: 0,
    unshown: [],
  };
  for (const { id: project, root } of await store.log.projects()) {
    const rows = await store.log.sessions({ project, limit: SESSIONS });
    const guards = new Map<string, Guard>();
    for (const row of rows.toSorted((one, other) => one.startedAt - other.startedAt)) {
      const items = await storedItems(store, row.id);
      const known = [...guards];
      const place = { ...(root && { projectRoot: root }), ...(row.cwd && { cwd: row.cwd }) };
      const firings = firingsIn(
        items,
        known.map(([, guard]) => guard),
        { row, place },
      );
      const spoken = new Set(known.filter((_, i) => firings[i] !== undefined).map(([key]) => key));
      const fired = firings.filter((firing) => firing !== undefined);
      result.sessions += 1;
      result.fired += fired.length;
      result.rightly += fired.filter(({ why }) => why !== undefined).length;
      result.unshown.push(...fired.filter(({ why }) => why === undefined).map(({ id }) => id));
      for (const item of items) {
        if (item.kind !== 'knowledge' || item.author !== 'person') continue;
        for (const matcher of forbiddenBy(item)) {
          const key = matcherKey(matcher);
          const earlier = known.some(([one]) => one === key);
          result.corrections += 1;
          if (earlier) result.repeated += 1;
          if (earlier && spoken.has(key)) result.covered += 1;
          if (!guards.has(key)) guards.set(key, { matcher, rules: [item] });
        }
      }
    }
  }
  return result;
}

async function storedItems(store: Store, session: SessionId): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: Item | undefined; ; after = items.at(-1)) {
    const page = await store.distilled.itemsOf(session, { limit: PAGE, ...(after && { after }) });
    items.push(...page);
    if (page.length < PAGE) return items;
  }
}
