// memory/repeats: what a person said twice, by the last sessions, and whether Cairn or a file of instructions would have told it.
// Nothing is asked of a model, and nothing leaves.

import type { Repeat, RepeatSaying, RepeatsResult } from '../../api/impact-answers.ts';
import { readStanding, type StandingText } from '../../context/neighbours/standing-texts.ts';
import { standsIn } from '../../context/neighbours/without-standing.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { type SaidTwice, type Saying, saidTwice, type TypedPrompt } from '../../derive/pattern/said-twice.ts';
import { statementKey } from '../../derive/pattern/statement-key.ts';
import { isStanding } from '../../retrieval/validity/is-standing.ts';
import { validityOf } from '../../retrieval/validity/validity.ts';
import type { ProjectRow, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { findWrong } from './find-wrong.ts';

const SESSIONS = 100;
const PAGE = 200;
/** Prompts of one session that are read, and repeats that are listed. */
const PROMPTS = 400;
const LISTED = 50;
const TEXT_CHARS = 240;

/** What is known of the sessions that are looked at. */
interface Material {
  sessions: ReadonlyMap<string, SessionRow>;
  prompts: ReadonlyMap<string, Item>;
  /** Rules that persons stated, and wishes that returned, as they stand now. */
  rules: readonly Item[];
}

/** Finds what the person said in several of the last sessions, and what would have told it. */
export async function findRepeats(
  store: Store,
  input: ReadInput<'repeats'>,
  { now, userHome }: { now: number; userHome: string },
): Promise<RepeatsResult> {
  const began = performance.now();
  const rows = await store.log.sessions({ work: true, limit: input.sessions ?? SESSIONS });
  const sessions = new Map(rows.map((row) => [row.id as string, row]));
  const prompts = await promptsOf(store, rows);
  const found = saidTwice(prompts.map((item) => toTyped(item, sessions)));
  const rules = await rulesOf(store);
  const material = { sessions, rules, prompts: new Map(prompts.map((item) => [item.id as string, item])) };
  const projects = new Map((await store.log.projects()).map((row) => [row.id as string, row]));
  const repeats: Repeat[] = [];
  const files = new Map<string, StandingText[]>();
  for (const one of found) repeats.push(await toRepeat(store, one, { ...material, projects, userHome, files }));
  const first = Math.min(...rows.map(({ startedAt }) => startedAt));
  return {
    sessions: rows.length,
    prompts: prompts.length,
    ...(rows.length > 0 && { since: isoTime(Math.min(first, now)) }),
    ...countsOf(repeats),
    repeats: repeats.slice(0, LISTED),
    wrong: await findWrong(store, { rows, prompts, rules }),
    tookMs: Math.round(performance.now() - began),
    notes: repeats.length > LISTED ? [{ code: 'cut', message: `Listed are ${LISTED} of ${repeats.length}.` }] : [],
  };
}

async function promptsOf({ items }: Store, rows: readonly SessionRow[]): Promise<Item[]> {
  const found: Item[] = [];
  for (const { id } of rows) {
    let cursor: string | undefined;
    for (let read = 0; read < PROMPTS; read += PAGE) {
      const page = await items.page({ session: id, kinds: ['prompt'] }, { limit: PAGE, ...omitUndefined({ cursor }) });
      found.push(...page.rows.filter(({ author, detail }) => author === 'person' && detail.subagent === undefined));
      cursor = page.next;
      if (cursor === undefined) break;
    }
  }
  return found;
}

function toTyped({ id, session = '' as SessionId, at, text }: Item, sessions: Material['sessions']): TypedPrompt {
  return { id, session, startedAt: sessions.get(session)?.startedAt ?? at, at, text };
}

async function rulesOf({ items }: Store): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await items.page({ kinds: ['knowledge', 'pattern'] }, { limit: PAGE, ...omitUndefined({ cursor }) });
    found.push(...page.rows.filter((item) => isOfPerson(item) && !isOver(item.detail.status)));
    cursor = page.next;
    if (cursor === undefined) return found;
  }
}

function isOfPerson(item: Item): boolean {
  if (item.kind === 'pattern') return detailOfKind(item, 'pattern').pattern?.pattern === 'preference';
  return item.author === 'person' || item.detail.status === 'confirmed';
}

interface RepeatDeps extends Material {
  projects: ReadonlyMap<string, ProjectRow>;
  userHome: string;
  /** What was read of files, by folder and agent. */
  files: Map<string, StandingText[]>;
}

async function toRepeat(store: Store, { says }: SaidTwice, deps: RepeatDeps): Promise<Repeat> {
  const last = says.at(-1) ?? says[0];
  const project = deps.projects.get(deps.prompts.get(last.prompt.id)?.project ?? '');
  const shown: RepeatSaying[] = [];
  for (const [i, saying] of says.entries()) {
    const place = { id: saying.prompt.id, sessionId: saying.prompt.session, at: isoTime(saying.prompt.at) };
    const known = i === 0 ? {} : await knownAt(store, saying, { before: says.slice(0, i), deps });
    shown.push({ ...place, text: cutText(oneLine(saying.text), TEXT_CHARS), ...known });
  }
  const file = fileWith(says, { deps, project });
  return { says: shown, ...omitUndefined({ project: project?.name, file }) };
}

/** What Cairn told, or would tell, of what had been said before. */
async function knownAt(
  store: Store,
  { prompt, text }: Saying,
  { before, deps }: { before: readonly Saying[]; deps: RepeatDeps },
): Promise<Pick<RepeatSaying, 'known' | 'by'>> {
  const events = new Set(before.map((one) => deps.prompts.get(one.prompt.id)?.event));
  const ids = new Set(before.map((one) => one.prompt.id));
  const keys = new Set([text, ...before.map((one) => one.text)].map(statementKey));
  const project = deps.prompts.get(prompt.id)?.project;
  const about = deps.rules.filter((rule) => {
    if (rule.project !== undefined && rule.project !== project) return false;
    const evidence = detailOfKind(rule, 'pattern').pattern?.evidence ?? [];
    if (evidence.some((id) => ids.has(id))) return keysOf(rule).some((key) => keys.has(key)) || isChoreOf(rule, before);
    return (
      keys.has(statementKey(rule.text)) ||
      (events.has(rule.event) && before.some((one) => one.text.includes(rule.text)))
    );
  });
  const { injected } = await store.meter.ofSession(prompt.session as SessionId);
  const told = new Set<ItemId>(injected.filter(({ at }) => at <= prompt.at).map(({ item }) => item));
  const toldBy = about.find(({ id }) => told.has(id)) ?? [...told].find((id) => ids.has(id));
  if (toldBy !== undefined) return { known: 'told', by: typeof toldBy === 'string' ? toldBy : toldBy.id };
  const marks = await validityOf(store, about);
  const standing = about.find((rule) => isStanding(rule) && marks.get(rule.id)?.supersededBy === undefined);
  if (standing !== undefined) return { known: 'would-tell', by: standing.id };
  const proposed = about.find(({ detail }) => detail.status === 'proposed');
  return proposed === undefined ? { known: 'no' } : { known: 'proposed', by: proposed.id };
}

function keysOf(rule: Item): string[] {
  return [rule.text, rule.title].map(statementKey);
}

/** True for the wish that returned as one of these sentences: `Each time: run the linter`. */
function isChoreOf(rule: Item, says: readonly Saying[]): boolean {
  const label = `${rule.title}\n${rule.text}`.toLowerCase();
  return says.some(({ text }) => label.includes(text.toLowerCase().replace(/[\s.!:]+$/, '')));
}

/** The file of instructions in which one of the sentences stands now, as the agent of the last session reads it. */
function fileWith(
  says: SaidTwice['says'],
  { deps, project }: { deps: RepeatDeps; project: ProjectRow | undefined },
): string | undefined {
  const session = deps.sessions.get((says.at(-1) ?? says[0]).prompt.session);
  const cwd = project?.root ?? session?.cwd;
  if (cwd === undefined) return undefined;
  const key = `${session?.agent} ${cwd}`;
  const texts =
    deps.files.get(key) ?? readStanding({ cwd, userHome: deps.userHome, ...omitUndefined({ agent: session?.agent }) });
  deps.files.set(key, texts);
  const lines = says.map(({ prompt, text }) => ({
    id: prompt.id as ItemId,
    kind: 'prompt' as const,
    section: 'rules',
    text: `[${prompt.id}] ${text}`,
    worth: 0,
  }));
  return lines.map((line) => standsIn(line, texts)).find((path) => path !== undefined);
}

function countsOf(repeats: readonly Repeat[]): Pick<RepeatsResult, 'repetitions' | 'counts'> {
  const again = repeats.flatMap(({ says, file }) => says.slice(1).map(({ known }) => ({ known, file })));
  const count = (isMeant: (one: (typeof again)[number]) => boolean): number => again.filter(isMeant).length;
  return {
    repetitions: again.length,
    counts: {
      told: count(({ known }) => known === 'told'),
      wouldTell: count(({ known }) => known === 'would-tell'),
      proposed: count(({ known }) => known === 'proposed'),
      file: count(({ file }) => file !== undefined),
      nobody: count(({ known, file }) => file === undefined && (known === 'no' || known === 'proposed')),
    },
  };
}
