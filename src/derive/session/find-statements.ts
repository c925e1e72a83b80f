import type { Item } from '../../core/item.ts';
import { cutText, oneLine } from '../../core/text.ts';
import type { Speaker } from '../pattern/choice-words.ts';
import { choicesIn, isLasting, isPasted, wishesIn } from '../pattern/choice-words.ts';
import { boundedKey } from '../pattern/normal-error.ts';
import { statementKey } from '../pattern/statement-key.ts';
import { isTask, unquotedText } from '../quoted.ts';
import type { FindingSet } from './finding-set.ts';

const LABEL_CHARS = 240;
const REFUSED = ', refused by the user';
const WHILE_REFUSING = /\b(?:the user|user) (?:said|feedback|provided)[^\n]{0,60}:\s*/i;

interface Stated {
  kind: 'decision' | 'preference';
  text: string;
  /** `known`: there is a memory of its own that states it. */
  detail: { states: string; known?: boolean; reason?: string; correction?: boolean };
}

/** Finds decisions and preferences in what persons and agents say, and in the rules that they state. */
export class StatementFinder {
  readonly #findings: FindingSet;

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    const { author, kind } = item;
    if (kind === 'observation') this.#takeRefusal(item);
    if (author !== 'person' && author !== 'agent') return;
    if (kind === 'knowledge') this.#takeKnowledge(item);
    else if (kind === 'prompt' && !isTask(item)) this.#takeSaid(item, 'person');
    else if (kind === 'message') this.#takeSaid(item, 'agent');
  }

  #takeKnowledge(item: Item): void {
    const { knowledge, status, reason } = item.detail;
    if (knowledge === undefined || status === 'withdrawn' || status === 'superseded' || isPasted(item.text)) return;
    const settles = knowledge === 'decision' || knowledge === 'rejected' || !isLasting(item.text);
    const detail = { states: knowledge, known: true, ...(reason === undefined ? {} : { reason }) };
    this.#add(item, { kind: settles ? 'decision' : 'preference', text: item.text, detail });
  }

  /** What a person says while refusing a call stands in what the call gave back: nothing vouches that it was a person. */
  #takeRefusal(item: Item): void {
    if (!item.title.endsWith(REFUSED)) return;
    const said = WHILE_REFUSING.exec(item.text);
    if (said !== null)
      this.#takeSaid({ ...item, author: 'agent' }, 'person', item.text.slice(said.index + said[0].length));
  }

  #takeSaid(item: Item, speaker: Speaker, text = unquotedText(item)): void {
    const wishes = speaker === 'person' ? wishesIn(text) : [];
    for (const wish of wishes) {
      const detail = { states: 'wish', ...(wish.correction ? { correction: true } : {}) };
      this.#add(item, { kind: 'preference', text: wish.text, detail });
    }
    for (const choice of choicesIn(text, speaker)) {
      if (wishes.some((wish) => wish.text === choice)) continue;
      const kind = speaker === 'person' && isLasting(choice) && LASTING_CHOICE.test(choice) ? 'preference' : 'decision';
      this.#add(item, { kind, text: choice, detail: { states: 'choice' } });
    }
  }

  /** The rule that was read out of a prompt and the sentence itself are one statement. */
  #add(item: Item, { kind, text, detail }: Stated): void {
    const key = boundedKey(statementKey(text));
    const other = kind === 'decision' ? 'preference' : 'decision';
    if (key === '' || this.#findings.get(other, key) !== undefined) return;
    const known = this.#findings.get(kind, key);
    this.#findings.add({
      kind,
      key,
      at: item.at,
      evidence: [item.id],
      files: item.detail.filesChanged ?? [],
      author: item.author === 'person' ? 'person' : 'agent',
      exposed: item.exposed,
      label: cutText(oneLine(text).replace(/[\s:]+$/, ''), LABEL_CHARS),
      detail,
      uncounted: known?.lastAt === item.at,
    });
  }
}

/** Of the sentences that settle something, those that settle it for good. */
const LASTING_CHOICE = /\b(?:always|never|from now on|going forward|prefer)\b/i;
