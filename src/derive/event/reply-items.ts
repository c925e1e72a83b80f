import { asString, type JsonObject, objectsIn } from '../../core/json.ts';
import type { AnsweredQuestion, Prompt, StoredEvent, ToolEnd } from '../../core/model/event.ts';
import type { Item, ItemOf, ReplyDetail } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { correctionsIn } from '../claim/correction.ts';
import type { AskedFor } from '../claim/handed-over.ts';
import { isMeantAnswer, isMeantCorrection } from '../claim/is-meant.ts';
import { statementsOfPrompt } from '../claim/statements-of-prompt.ts';
import { detailOf, makeItem } from '../item/make-item.ts';
import { RULES } from '../item/rules.ts';
import { foreignWordsIn } from '../provenance/foreign-words.ts';
import type { Readings } from '../provenance/readings.ts';
import { RULE } from '../provenance/repeated-words.ts';

/** Upper bounds in characters on what a reply is about, and on one option. */
const ABOUT_CHARS = 240;
const OPTION_CHARS = 200;
/** The same on a question in the title of its answer. */
const QUESTION_CHARS = 100;

/** What its session had read before a reply; `isUnknown`: words that are not known, too. */
interface Before {
  readings?: Readings | undefined;
  isUnknown?: boolean | undefined;
}

/** What a person decided with a reply to a tool call: a refusal with its reason, and answers to questions. */
export function replyItems(event: StoredEvent, { reply, input }: ToolEnd, about: Before & { observed: Item }): Item[] {
  if (reply === undefined || reply.origin !== 'person') return [];
  const { text = '', answers = [] } = reply;
  const refused = reply.refused === true && text !== '' ? [refusalItem(event, text, about)] : [];
  return [...refused, ...answers.map((answer, i) => answerItem(event, answer, { part: `${i}`, input, ...about }))];
}

function refusalItem(
  event: StoredEvent,
  text: string,
  { observed, readings }: { observed: Item; readings?: Readings | undefined },
): Item {
  const { filesRead, filesChanged } = observed.detail;
  const reply: ReplyDetail = { to: 'refusal', ...omitUndefined({ about: shown(aboutCall(observed), readings) }) };
  return replyItem(event, {
    part: 'refusal',
    title: text,
    text,
    knowledge: 'rejected',
    reply,
    files: [...(filesRead ?? []), ...(filesChanged ?? [])],
  });
}

/** The title of the observed call: tool, command, file or the heading of a plan, and not how it ended. */
function aboutCall({ title }: Item): string {
  return title.replace(/, refused by the user$/, '');
}

/**
 * An answer with its question, unless the question repeats what its session had read. An offered option is in the agent's words,
 * which a person chose: they are as doubtful as what else the agent says. Other words are the person's, where they are meant.
 */
function answerItem(
  event: StoredEvent,
  { question, answer, about }: AnsweredQuestion,
  { part, input, ...before }: Before & { part: string; input: JsonObject },
): Item {
  const [asked, told] = [question, about].map((words) => shown(words, before.readings));
  const text = [answer, told].filter(Boolean).join(': ');
  const reply = { to: 'question', ...omitUndefined({ about: asked }) } as const;
  const title = asked === undefined ? answer : `${cutText(asked, QUESTION_CHARS)} ${answer}`;
  const isOffered = about !== undefined || isOption(answer, question, input);
  const unclear = !isOffered && !isMeantAnswer(answer, statementsOfPrompt(answer));
  const isDoubtful = unclear || (isOffered && mayRepeat(answer, before));
  return replyItem(event, { part, title, text, knowledge: 'decision', reply, isDoubtful, unclear });
}

/** True for an answer that is an offered option of its question, or several of them. */
function isOption(answer: string, question: string, input: JsonObject): boolean {
  const asked = objectsIn(input.questions).find((one) => one.question === question);
  const labels = objectsIn(asked?.options).flatMap(({ label }) => asString(label) ?? []);
  const rest = labels
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, label) => left.replaceAll(label, ''), answer);
  return labels.length > 0 && /^[\s,]*$/.test(rest);
}

/** True where an agent's words may be those of others: its session had read text from outside, or words that they repeat. */
function mayRepeat(words: string, { readings, isUnknown }: Before): boolean {
  if (isUnknown === true || readings?.hasOutside === true) return true;
  return readings !== undefined && foreignWordsIn(words, readings, { least: RULE, facts: true }) !== undefined;
}

function shown(words: string | undefined, readings: Readings | undefined): string | undefined {
  if (words === undefined) return undefined;
  const foreign = readings === undefined ? undefined : foreignWordsIn(words, readings, { least: RULE, facts: true });
  if (foreign !== undefined) return undefined;
  return cutText(oneLine(words), ABOUT_CHARS);
}

/** What a person decided in a prompt: offered options that it picks, and corrections. */
export function promptReplyItems(
  event: StoredEvent,
  { text, picked = [] }: Prompt,
  { known, expected, ...before }: Before & { known: ReadonlySet<string>; expected?: AskedFor | undefined },
): Item[] {
  const options = picked.map((option) => cutText(oneLine(option), OPTION_CHARS));
  const chosen = options.length === 0 ? [] : [choiceItem(event, text, { options, ...before })];
  const corrections = correctionsIn(text).filter((correction) => !known.has(correction.text));
  const isOwn = corrections.length > 0 && expected !== 'text' && isMeantCorrection(text, corrections);
  return [
    ...chosen,
    ...corrections.map(({ text: words, instead, kind }, i) =>
      replyItem(event, {
        part: `correction:${i}`,
        title: words,
        text: words,
        knowledge: kind,
        reply: { to: 'work' },
        alternatives: instead === undefined ? [] : [instead],
        ...(!isOwn && { isDoubtful: true, unclear: true }),
      }),
    ),
  ];
}

function choiceItem(event: StoredEvent, text: string, { options, ...before }: Before & { options: string[] }): Item {
  const said = cutText(oneLine(text), OPTION_CHARS);
  return replyItem(event, {
    part: 'choice',
    title: `${said}: ${options.join('; ')}`,
    text: `${text.trim()}\n${options.join('\n')}`,
    knowledge: 'decision',
    reply: { to: 'offer', options },
    isDoubtful: mayRepeat(options.join('\n'), before),
  });
}

interface ReplyDraft {
  part: string;
  title: string;
  text: string;
  knowledge: 'decision' | 'rejected';
  reply: ReplyDetail;
  files?: string[];
  alternatives?: string[];
  /** Its words may be those of others: nothing tells it before a person confirms it. */
  isDoubtful?: boolean;
  /** A person typed it, and may have meant another's words. */
  unclear?: boolean;
}

function replyItem(
  event: StoredEvent,
  { part, title, text, knowledge, reply, files, alternatives, isDoubtful = false, unclear }: ReplyDraft,
): ItemOf<'knowledge'> {
  return makeItem(event, {
    kind: 'knowledge',
    rule: RULES.replied,
    part,
    author: isDoubtful ? 'agent' : 'person',
    exposed: isDoubtful,
    title: oneLine(title),
    text,
    detail: detailOf<'knowledge'>({
      knowledge,
      status: isDoubtful ? 'proposed' : 'stated',
      unclear: unclear === true ? true : undefined,
      scope: 'thread',
      reply,
      alternatives,
      filesRead: files,
      prompt: event.prompt,
      subagent: event.subagent,
    }),
  });
}
