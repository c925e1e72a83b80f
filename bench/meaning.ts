import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SessionId } from '../src/core/model/ids.ts';
import type { Item } from '../src/core/model/item.ts';
import { detailOfKind } from '../src/core/model/item.ts';
import type { Meaning } from '../src/core/model/kinds.ts';
import { intentOf, meaningOfSubject } from '../src/derive/event/meaning.ts';
import type { Store } from '../src/store/contract/store.ts';
import { withImported } from './support/recorded/imported.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const TRANSCRIPTS = ['transcripts/claude-code', 'transcripts/claude-code-team'].map((folder) => join(DATA, folder));
const CORPUS = join(DATA, 'bench/corpora/commits-dev');
const CONVENTIONAL = /^(?:feat|fix|refactor|docs|tests?|chore|perf|style|ci|build)(?:\([^)]*\))?!?:/i;
/** What a subject without a prefix is about, by its first word alone: another way than the rule goes. */
const BY_VERB: readonly (readonly [Meaning, RegExp])[] = [
  ['bugfix', /^fix(?:e[sd]|ing)?\b/i],
  ['feature', /^(?:feat|add(?:s|ed|ing)?|implement\w*|support|allow|enable|show|include|introduce|handle)\b/i],
  ['refactor', /^(?:refactor\w*|rename\w*|simplif\w*|move[sd]?|clean\w*|extract\w*|dedup\w*|swapped)\b/i],
  ['change', /^(?:updat\w*|bump|docs?|tests?|style|review|more|better|improve\w*|change|default|goreleaser)\b/i],
];

interface Judged {
  said: Meaning;
  is: Meaning;
}

/** Edits of real sessions that led to a commit with a conventional subject; the subject says what they were. */
async function editsOfCommits(store: Store): Promise<Judged[]> {
  const judged: Judged[] = [];
  const { sessions, of } = await bySession(store);
  for (const session of sessions) {
    let edits: Item[] = [];
    for (const item of of(session)) {
      const { observation, success } = detailOfKind(item, 'observation');
      if (observation === 'file-write' && success === true) edits.push(item);
      if (item.kind !== 'commit') continue;
      const subject = item.title.replace(/^Commit \w+: /, '');
      if (CONVENTIONAL.test(subject)) {
        for (const { detail } of edits)
          judged.push({ said: detail.meaning ?? 'change', is: meaningOfSubject(subject) });
      }
      edits = [];
    }
  }
  return judged;
}

async function bySession(
  store: Store,
): Promise<{ sessions: (SessionId | '')[]; of: (session: SessionId | '') => Item[] }> {
  const items = await store.items.list({ kinds: ['observation', 'commit'] }, { limit: 100_000, oldestFirst: true });
  const groups = Map.groupBy(items, ({ session }) => session ?? '');
  return { sessions: [...groups.keys()], of: (session) => groups.get(session) ?? [] };
}

/** Real sessions and the commit each led to: what their prompts ask for against what the subject's first word says. */
function sessionsOfCommits(): Judged[] {
  if (!existsSync(CORPUS)) return [];
  const read = <Row>(name: string): Row[] =>
    readFileSync(join(CORPUS, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  const docs = Map.groupBy(
    read<{ session: string; role: string; text: string }>('docs.jsonl'),
    ({ session }) => session,
  );
  return read<{ query: string; gold_sessions: string[] }>('queries.jsonl').flatMap(({ query, gold_sessions: gold }) => {
    const is = BY_VERB.find(([, pattern]) => pattern.test(query))?.[0];
    if (is === undefined) return [];
    const prompts = gold.flatMap((session) => (docs.get(session) ?? []).filter(({ role }) => role === 'user'));
    const said = prompts.map(({ text }) => intentOf(text)).findLast((meaning) => meaning !== undefined);
    return [{ is, said: said ?? 'change' }];
  });
}

function rowOf(name: string, judged: readonly Judged[]): (string | number)[] {
  const share = (right: (one: Judged) => boolean): number =>
    judged.length === 0 ? 0 : round((judged.filter(right).length / judged.length) * 100, 1);
  const kinds = Map.groupBy(judged, ({ is }) => is);
  const most = Math.max(0, ...[...kinds.values()].map((all) => all.length));
  return [
    name,
    judged.length,
    [...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(', '),
    share(({ said, is }) => said === is),
    share(({ is }) => is === 'change'),
    judged.length === 0 ? 0 : round((most / judged.length) * 100, 1),
  ];
}

/** What the rules of meaning get right, on what commits say of the work before them. */
export async function run(): Promise<BenchResult> {
  const edits = existsSync(TRANSCRIPTS[0] ?? '') ? await withImported(TRANSCRIPTS, editsOfCommits) : [];
  const sessions = sessionsOfCommits();
  const rows = [
    rowOf('edits before a commit with a conventional subject', edits),
    rowOf("sessions, by the first word of their commit's subject", sessions),
  ];
  const met = rows.every((row) => Number(row[3]) > Number(row[4]));
  return {
    title: 'Meaning of the work',
    about:
      'The meaning that the rules find (mission C5), against what commits say: for each edit the prefix of the commit it led to; for each session the first word of the subject of the commit it led to, where it is a telling one, against the last of its prompts that tells what is wanted. Shares in per cent.',
    columns: ['set', 'judged', 'labels', 'right', 'always `change`', 'always the commonest label'],
    rows,
    bounds: [{ name: 'better than always `change`', wanted: 'on both sets', reached: met ? 'yes' : 'no', met }],
    notes: [
      'The first set has no other prefix than `feat:`: it is two sessions of one project. It says that features are known, and nothing of the others.',
      'The second set is rough: a session asks for several things, and its commit names one.',
    ],
  };
}
