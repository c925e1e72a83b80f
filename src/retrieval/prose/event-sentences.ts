import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';
import { findFix, isChange } from '../entries/find-fix.ts';
import { formatWhen } from '../text/format-date.ts';
import type { StemWeights } from '../text/snippet.ts';
import { isCurrentKnowledge } from '../validity/is-current.ts';
import { sayable } from '../validity/trust.ts';
import { eventSentence, failureSentence, knowledgeSentence, type SentenceOptions } from './recall-sentence.ts';

const MAX_FILES = 4;
const FIX_CHANGES = 2;

/** One sentence without its full stop, the memories it rests on, and when it happened. */
export interface Sentence {
  text: string;
  ids: ItemId[];
  at: number;
  /** Memories that it covers without naming them. */
  alsoCovers?: ItemId[];
}

/** The inputs for writing sentences. */
export interface ProseWriter {
  store: Store;
  now: number;
  weights: StemWeights;
  agents: ReadonlyMap<SessionId, string>;
}

/**
 * Sentences about rules, decisions, preferences and rejections; superseded ones only when there are no current ones.
 */
export function ruleSentences(writer: ProseWriter, items: readonly Item[]): Sentence[] {
  const rules = items.filter((item) => item.kind === 'knowledge');
  const current = rules.filter(isCurrentKnowledge);
  const chosen = current.length > 0 ? current : rules;
  return chosen.map((item) => sentenceOf(item, knowledgeSentence(item, optionsFor(writer, item))));
}

/** Sentences about events, messages and prompts aside: a failure together with its fix, changes of files together. */
export async function eventSentences(writer: ProseWriter, items: readonly Item[]): Promise<Sentence[]> {
  const failures: Sentence[] = [];
  for (const alike of alikeIn(items.filter(isFailure))) failures.push(await failureWithFix(writer, alike));
  const byId = new Map(failures.map((sentence) => [sentence.ids[0], sentence]));
  const covered = new Set(failures.flatMap((sentence) => [...sentence.ids, ...(sentence.alsoCovers ?? [])]));
  const sentences = items.flatMap((item) => {
    const failure = byId.get(item.id);
    if (failure !== undefined) return [failure];
    const said = covered.has(item.id) ? undefined : eventSentence(item, optionsFor(writer, item));
    return said === undefined ? [] : [sentenceOf(item, said)];
  });
  const changes = items.filter((item) => isChange(item) && !covered.has(item.id));
  return changes.length === 0 ? sentences : [...sentences, changesSentence(writer, changes)];
}

/** A successful command or a look-up says little when there is something else to write. */
export function saysLittle(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return (observation === 'command' && success !== false) || observation === 'research' || isChange(item);
}

function isFailure(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return observation === 'command' && success === false;
}

/** Groups failures of the same command in the same session; the group's best-ranked failure comes first. */
function alikeIn(failures: readonly Item[]): Item[][] {
  return [...Map.groupBy(failures, ({ session, title }) => `${session} ${title}`).values()];
}

async function failureWithFix(writer: ProseWriter, alike: readonly Item[]): Promise<Sentence> {
  const [item, ...others] = alike as [Item, ...Item[]];
  const said = failureSentence(item, optionsFor(writer, item), alike.length);
  const last = alike.reduce((one, other) => (other.at > one.at ? other : one));
  const fix = await findFix(writer.store, last);
  const alsoCovers = others.map((other) => other.id);
  if (fix === undefined) return { ...sentenceOf(item, said), alsoCovers };
  const after = fix.changes.length === 0 ? 'later' : `after ${filesOf(fix.changes)} had changed`;
  const changes = fix.changes.map((change) => change.id);
  return {
    text: `${said}; it went well ${after}`,
    ids: [item.id, ...changes.slice(-FIX_CHANGES), fix.success.id],
    at: item.at,
    alsoCovers: [...alsoCovers, ...changes],
  };
}

function changesSentence({ now }: ProseWriter, changes: readonly Item[]): Sentence {
  const newest = changes.reduce((one, other) => (other.at > one.at ? other : one));
  const days = new Set(changes.map((item) => formatWhen(item.at, now)));
  const when = `${days.size === 1 ? '' : 'lately, last '}${formatWhen(newest.at, now)}`;
  return {
    text: `Changed ${when}: ${filesOf(changes)}`,
    ids: changes.slice(0, MAX_FILES).map((item) => item.id),
    at: newest.at,
  };
}

function filesOf(changes: readonly Item[]): string {
  const files = [...new Set(changes.flatMap((item) => item.detail.filesChanged ?? []))].map(sayable);
  const shown = files.slice(0, MAX_FILES);
  const more = files.length - shown.length;
  if (shown.length === 0) return 'a file';
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A sentence about one memory. */
export function sentenceOf(item: Item, text: string): Sentence {
  return { text, ids: [item.id], at: item.at };
}

/** How sentences about a memory are worded. */
export function optionsFor({ now, weights, agents }: ProseWriter, item: Item): SentenceOptions {
  const { shared } = item.detail;
  const agent = item.session === undefined ? 'An agent' : (agents.get(item.session) ?? 'An agent');
  const who = shared === undefined ? agent : `${shared.member} of the team`;
  return { when: formatWhen(item.at, now), agent: sayable(who), weights };
}
