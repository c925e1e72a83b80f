import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { wordsOf } from '../core/text/terms.ts';
import { baseName, cutText } from '../core/text/text.ts';
import { isRequest } from '../derive/event/is-request.ts';
import { storedPath } from '../retrieval/query/resolve-path.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { composedTitle, mayQuote, quotableWords, sayable } from '../retrieval/validity/trust.ts';
import { isValid, validityInMemory } from '../retrieval/validity/validity.ts';
import type { Store } from '../store/contract/store.ts';
import { type BlockRequest, isUsable, projectFilter } from './lines/block-request.ts';
import { type ContextLine, dateOf, factLine, knowledgeLine, sourceOf } from './lines/context-line.ts';

const LISTED = 40;
const MAX_CHANGES = 3;
const MAX_FAILURES = 2;
const MAX_RULES = 3;
const PROMPT_CHARS = 140;
const WORTH = { rules: 60, failures: 40, changes: 30 } as const;

/** Lines about a file that is about to be read or changed: decisions that name it, failures with it, its last changes. */
export async function fileLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  if (request.file === undefined || request.file === '' || request.project === undefined) return [];
  const file = await storedPath(store, request.file, request.project);
  const isBearing = (item: Item): boolean => isUsable(item, request) && isCurrentKnowledge(item);
  const touching = (await itemsOfFile(store, request, file)).filter(isBearing);
  const naming = (await itemsNaming(store, request, file)).filter(isBearing);
  const stated = [...touching, ...naming].filter((item) => item.kind === 'knowledge' && mayQuote(item));
  const marks = await validityInMemory(store, stated);
  const rules = stated.filter((item) => isValid(marks.get(item.id)));
  const failures = [...touching, ...naming]
    .filter((item) => item.kind === 'observation')
    .filter(({ detail }) => detail.success === false);
  const changes = touching
    .filter((item) => item.kind === 'observation')
    .filter(({ detail }) => detail.observation === 'file-write' && detail.success === true);
  return [
    ...unique(rules)
      .slice(0, MAX_RULES)
      .map((item, i) => knowledgeLine(item, { section: 'rules', worth: WORTH.rules - i })),
    ...unique(failures)
      .filter(({ detail }) => detail.observation === 'command' || detail.observation === 'file-write')
      .slice(0, MAX_FAILURES)
      .map((item, i) => failureLine(item, WORTH.failures - i)),
    ...(await changeLines(store, changes)),
  ];
}

async function itemsOfFile(store: Store, request: BlockRequest, file: string): Promise<Item[]> {
  return store.items.list({ ...projectFilter(request), file }, { limit: LISTED });
}

/** Knowledge and failed commands whose words contain the file's base name, all its parts together. */
async function itemsNaming(store: Store, request: BlockRequest, file: string): Promise<Item[]> {
  const name = wordsOf(baseName(file));
  if (name.length === 0 || name.join('').length < 4) return [];
  const { candidates } = await store.candidates.query({
    words: name,
    phrases: name.length > 1 ? [name] : [],
    filter: { ...projectFilter(request), kinds: ['knowledge', 'observation'] },
    limit: LISTED,
  });
  const phrase = ` ${name.join(' ')} `;
  return candidates
    .map(({ item }) => item)
    .filter((item) => ` ${wordsOf(`${item.title}\n${item.text}`).join(' ')} `.includes(phrase));
}

function failureLine(item: Item, worth: number): ContextLine {
  return factLine(item, {
    section: 'failures',
    worth,
    text: `Names this file, ${dateOf(item.at)}: ${composedTitle(item)}`,
  });
}

/** The last changes, one per session, with the prompt behind each where that may be quoted. */
async function changeLines(store: Store, changes: readonly Item[]): Promise<ContextLine[]> {
  const lines: ContextLine[] = [];
  const told = new Set<string | undefined>();
  for (const change of changes) {
    if (told.has(change.session)) continue;
    told.add(change.session);
    const prompt = change.session === undefined ? undefined : await promptBefore(store, change.session, change.at);
    const asked =
      prompt === undefined || !mayQuote(prompt)
        ? ''
        : `, asked ${sourceOf(prompt)}: "${cutText(sayable(quotableWords(prompt)), PROMPT_CHARS)}"`;
    const text = `${composedTitle(change)}, ${dateOf(change.at)}${asked}`;
    lines.push(factLine(change, { section: 'changes', worth: WORTH.changes - lines.length * 5, text }));
    if (lines.length >= MAX_CHANGES) break;
  }
  return lines;
}

async function promptBefore(store: Store, session: SessionId, at: number): Promise<Item | undefined> {
  const prompts = await store.items.list({ kinds: ['prompt'], session, until: at }, { limit: 5 });
  return prompts.find(isRequest);
}

function unique<One extends Item>(items: readonly One[]): One[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
