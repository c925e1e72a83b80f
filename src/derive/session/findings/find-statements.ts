import type { Item, ItemOf } from '../../../core/model/item.ts';
import { isOver } from '../../../core/model/kinds.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { choresIn } from '../../claim/chores.ts';
import { settledWords } from '../../claim/settled-words.ts';
import { boundedKey } from '../../failure/normalize-error.ts';
import type { Speaker } from '../../pattern/choice-words.ts';
import { choicesIn, isPasted } from '../../pattern/choice-words.ts';
import { statementKey } from '../../pattern/statement-key.ts';
import { isLasting, isPreference, wishesIn } from '../../pattern/wish-words.ts';
import { isTask, unquotedText } from '../../provenance/quoted.ts';
import { isOwnStatement } from '../../provenance/tellable.ts';
import { isRefusedTitle } from '../../text/title-words.ts';
import { type DistilledSession, projectOf } from '../session-reducer.ts';
import { answersIn, approvedPlan, isBareAnswer, pickedOption } from '../work/answers.ts';
import type { FindingSet } from './finding-set.ts';

const LABEL_CHARS = 240;
const WHILE_REFUSING = /\b(?:the user|user) (?:said|feedback|provided)[^\n]{0,60}:\s*/i;

/** What a finding states that counts only where it returns in another session. */
export const RETURNING = 'returning';

interface Stated {
  kind: 'decision' | 'preference';
  text: string;
  /** `known`: an item of kind `knowledge` states it, too. */
  detail: { states: string; known?: boolean; reason?: string; correction?: boolean };
  /** The offered option that it picks by number. */
  option?: { text: string; from: Item };
}

/** Finds decisions and preferences in the words of people and agents, and in the rules that they state. */
export class StatementFinder {
  readonly #findings: FindingSet;
  readonly #session: DistilledSession;
  /** The agent's last message: where it offers options, a person may pick one by number. */
  #offered: Item | undefined;

  constructor(findings: FindingSet, session: DistilledSession) {
    this.#findings = findings;
    this.#session = session;
  }

  take(item: Item): void {
    const { author, kind } = item;
    if (kind === 'observation') this.#takeReply(item);
    if (author !== 'person' && author !== 'agent') return;
    if (kind === 'knowledge') this.#takeKnowledge(item);
    else if (kind === 'prompt' && !isTask(item)) {
      this.#takeSaid(item, 'person');
      if (author === 'person') this.#takeChores(item);
    } else if (kind === 'message') {
      this.#takeSaid(item, 'agent');
      if (item.detail.subagent === undefined) this.#offered = item;
    }
  }

  #takeKnowledge(item: ItemOf<'knowledge'>): void {
    const { knowledge, status, reason, reply } = item.detail;
    if (knowledge === undefined || isOver(status) || isPasted(item.text) || !isOwnStatement(item)) return;
    if (reply !== undefined) {
      this.#takeReplied(item);
      return;
    }
    const settles = knowledge === 'decision' || knowledge === 'rejected' || !isLasting(item.text);
    const detail = { states: knowledge, known: true, ...(reason === undefined ? {} : { reason }) };
    this.#add(item, { kind: settles ? 'decision' : 'preference', text: item.text, detail });
  }

  /** A person's answer decides; of the reason of a refusal what its sentences do. A prompt's own sentences are read already. */
  #takeReplied(item: ItemOf<'knowledge'>): void {
    const { reply } = item.detail;
    if (reply?.to === 'refusal') this.#takeSaid(item, 'person');
    const text = settledWords(item);
    if (reply?.to !== 'question' || text === undefined || isBareAnswer(item.text)) return;
    this.#add(item, { kind: 'decision', text, detail: { states: 'answer' } });
  }

  /** Reads a person's reply from the output of a call; its author is the agent, since nothing proves that a person replied. */
  #takeReply(item: Item): void {
    const asAgent = (): Item => ({ ...item, author: 'agent' });
    if (item.detail.quoted !== undefined) return;
    for (const text of answersIn(item)) this.#add(asAgent(), { kind: 'decision', text, detail: { states: 'answer' } });
    const plan = approvedPlan(item);
    if (plan !== undefined) this.#add(asAgent(), { kind: 'decision', text: plan, detail: { states: 'plan' } });
    if (!isRefusedTitle(item.title)) return;
    const said = WHILE_REFUSING.exec(item.text);
    if (said !== null) this.#takeSaid(asAgent(), 'person', item.text.slice(said.index + said[0].length));
  }

  #takeSaid(item: Item, speaker: Speaker, text = unquotedText(item)): void {
    const choices = choicesIn(text, speaker);
    // A correction that states a decision counts as the decision.
    const wishes =
      speaker === 'person' ? wishesIn(text).filter((wish) => !wish.correction || !choices.includes(wish.text)) : [];
    for (const wish of wishes) {
      const detail = { states: 'wish', ...(wish.correction ? { correction: true } : {}) };
      this.#add(item, { kind: 'preference', text: wish.text, detail });
    }
    for (const choice of choices) {
      if (wishes.some((wish) => wish.text === choice)) continue;
      const kind = speaker === 'person' && isPreference(choice) ? 'preference' : 'decision';
      const picked = speaker === 'person' ? this.#picked(choice) : undefined;
      this.#add(item, { kind, text: choice, detail: { states: 'choice' }, ...picked });
    }
  }

  /** Wishes that could be made of any work; one alone is nothing, and a pattern where it returns in another session. */
  #takeChores(item: Item): void {
    for (const { key, text } of choresIn(unquotedText(item))) {
      this.#findings.add({
        kind: 'preference',
        key: `each time: ${key}`,
        project: projectOf(item, this.#session),
        at: item.at,
        evidence: [item.id],
        files: [],
        author: 'person',
        exposed: item.exposed,
        label: `Each time: ${text.replace(/[\s.!:]+$/, '')}`,
        detail: { states: RETURNING },
        uncounted: false,
      });
    }
  }

  #picked(choice: string): Pick<Stated, 'option'> | undefined {
    const offered = this.#offered;
    if (offered === undefined) return undefined;
    const text = pickedOption(choice, () => unquotedText(offered));
    return text === undefined ? undefined : { option: { text, from: offered } };
  }

  /** Adds a statement; a rule read from a prompt and the sentence itself count once. */
  #add(item: Item, { kind, text: said, detail, option }: Stated): void {
    const text = option === undefined ? said : `${said} ${option.text}`;
    const key = boundedKey(statementKey(text));
    const other = kind === 'decision' ? 'preference' : 'decision';
    const project = projectOf(item, this.#session);
    if (key === '' || this.#findings.get({ kind: other, key, project }) !== undefined) return;
    const known = this.#findings.get({ kind, key, project });
    this.#findings.add({
      kind,
      key,
      project,
      at: item.at,
      evidence: [item.id, ...(option === undefined ? [] : [option.from.id])],
      files: item.detail.filesChanged ?? [],
      author: item.author === 'person' && option === undefined ? 'person' : 'agent',
      exposed: item.exposed || option?.from.exposed === true,
      label: cutText(oneLine(text).replace(/[\s:]+$/, ''), LABEL_CHARS),
      detail,
      uncounted: known?.lastAt === item.at,
    });
  }
}
