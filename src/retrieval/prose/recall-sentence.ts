import type { Item, StatedDetail } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { oneLine } from '../../core/text/text.ts';
import { endWell } from '../passage/telling-passage.ts';
import { passageOf, withoutMarkup } from '../text/passage.ts';
import type { StemWeights } from '../text/snippet.ts';

/** How to word a sentence: the name of the day, the agent's name, and the words that matter. */
export interface SentenceOptions {
  when: string;
  agent: string;
  weights: StemWeights;
}

const PASSAGE_CHARS = 220;
const SHORT_CHARS = 120;
const MAX_ALTERNATIVES = 3;

const STATED = {
  constraint: ['set a rule', 'as a rule'],
  decision: ['decided', 'as decided'],
  heuristic: ['stated a preference', 'as a preference'],
  rejected: ['turned down', 'as turned down'],
} as const;

/**
 * A rule, decision, preference or rejection as a sentence: its text, author, date, reason and rejected alternatives; no
 * full stop.
 */
export function knowledgeSentence(item: Item, options: SentenceOptions): string {
  const detail = detailOfKind(item, 'knowledge');
  return `${statedBy(item, options)}: ${quote(item.text, options)}${whyOf(item.text, detail)}`;
}

function statedBy(item: Item, { when, agent }: SentenceOptions): string {
  const [own, noted] = STATED[detailOfKind(item, 'knowledge').knowledge ?? 'heuristic'];
  const since = GIVEN_UP[item.detail.status ?? 'stated'] ?? '';
  if (item.author === 'person') return `A person ${own} ${when}${since}`;
  if (detailOfKind(item, 'knowledge').unclear === true) {
    if (item.detail.status === 'confirmed') return `A prompt said ${when} and a person confirmed ${noted}`;
    return `A prompt held ${when}${since || ' (no person confirmed it)'}`;
  }
  if (item.detail.status === 'confirmed') return `${agent} noted ${noted} ${when} and a person confirmed`;
  return `${agent} noted ${noted} ${when}${since || ' (no person confirmed it)'}`;
}

const GIVEN_UP: Readonly<Record<string, string>> = {
  superseded: ' (given up since)',
  withdrawn: ' (withdrawn since)',
};

/** Reason and alternatives, unless the text itself contains them. */
function whyOf(text: string, { reason, alternatives }: StatedDetail): string {
  const said = inWords(text);
  const isSaid = (part: string) => said.includes(inWords(part));
  const turnedDown = (alternatives ?? []).filter((one) => !isSaid(one)).slice(0, MAX_ALTERNATIVES);
  const because =
    reason === undefined || reason.trim() === '' || isSaid(reason) ? '' : `; the reason: ${quoted(reason)}`;
  return `${because}${turnedDown.length === 0 ? '' : `; not taken: ${turnedDown.map(quoted).join(', ')}`}`;
}

/** A text as its words with spaces around, so that `pnpm` does not contain `npm`. */
function inWords(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}

/** An event as one sentence without a full stop; `undefined` for one that is not worth a sentence. */
export function eventSentence(item: Item, options: SentenceOptions): string | undefined {
  const { when, agent } = options;
  const said = quote(item.text === '' ? item.title : item.text, options);
  switch (item.kind) {
    case 'prompt':
      return item.author === 'person' ? `A person asked ${when}: ${said}` : `${agent} was asked ${when}: ${said}`;
    case 'message':
      return `${agent} said ${when}: ${said}`;
    case 'summary':
      return `${agent} summed up ${when}: ${said}`;
    case 'commit':
      return `A commit was made ${when}: ${quoted(item.title)}`;
    case 'observation':
      return observationSentence(item, options);
    case 'checkpoint':
      return undefined;
    default:
      return `A ${item.kind} was kept ${when}: ${quoted(item.title)}`;
  }
}

function observationSentence(item: Item, options: SentenceOptions): string | undefined {
  const { when, agent } = options;
  const { observation, success } = detailOfKind(item, 'observation');
  const said = item.text.trim() === '' ? quoted(item.title) : quote(item.text, options);
  switch (observation) {
    case 'command':
      return success === false ? failureSentence(item, options) : `${quoted(item.title)} went well ${when}`;
    case 'file-write':
      return success === false ? `A change failed ${when}: ${quoted(item.title)}` : undefined;
    case 'note':
      return item.author === 'person' ? `A person noted ${when}: ${said}` : `${agent} noted ${when}: ${said}`;
    case 'delegation':
      return item.rule.startsWith('delegated@')
        ? `A subagent reported ${when}: ${said}`
        : `${agent} gave a subagent a task ${when}: ${quoted(item.title)}`;
    case 'research':
      return `${agent} looked up ${when}: ${quoted(item.title)}`;
    default:
      return undefined;
  }
}

/** A command that failed `times` times, with the part of its output that bears on the question; no full stop. */
export function failureSentence(item: Item, { when, weights }: SentenceOptions, times = 1): string {
  const { exitCode } = detailOfKind(item, 'observation');
  const command = item.title.replace(/ failed(?: \(exit -?\d+\))?$/, '');
  const exit = exitCode === undefined ? '' : ` (exit code ${exitCode})`;
  const passage = passageOf(outputOf(item.text), weights, SHORT_CHARS);
  const often = times === 1 ? '' : times === 2 ? ' twice' : ` ${times} times`;
  return `${quoted(command)} failed${often} ${when}${exit}${passage === '' ? '' : `: ${quoted(passage)}`}`;
}

/** The output of a command: the item's text without description and command line. */
function outputOf(text: string): string {
  return text.replace(/^(?:[^$\n].*\n)?\$ .*(?:\n|$)/, '');
}

/** The passage of a text that bears on the question, in quotation marks. */
function quote(text: string, { weights }: SentenceOptions): string {
  return quoted(endWell(passageOf(text, weights, PASSAGE_CHARS)));
}

/** A memory's words in quotation marks that the words cannot close. */
export function quoted(text: string): string {
  const words = oneLine(safeText(withoutMarkup(text)))
    .replace(/[“”]/g, '"')
    .replace(/[.\s]+$/, '');
  return `“${words}”`;
}
