// derive/event: pure, versioned rules (`item/rules.ts`) that turn one event into items. The same input always gives the same
// output. Nothing here reads a clock, a file or a store.

import type { CompactEnd, Message, Prompt, StoredEvent, SubagentEnd, ToolEnd } from '../../core/model/event.ts';
import type { Item } from '../../core/model/item.ts';
import { withDetail } from '../../core/model/item.ts';
import type { Author, Meaning } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { shownParts, shownSpan, textOfParts, withoutParts } from '../../core/text/shown-parts.ts';
import { cutText, firstLine, oneLine } from '../../core/text/text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { AskedFor } from '../claim/handed-over.ts';
import type { Statement } from '../claim/statement.ts';
import { statementsOfAgent } from '../claim/statement.ts';
import { statementsOfPrompt } from '../claim/statements-of-prompt.ts';
import { detailOf, makeItem } from '../item/make-item.ts';
import { RULES } from '../item/rules.ts';
import { observe } from '../observation/observe.ts';
import { isRefused } from '../observation/observe-command.ts';
import { withQuotation } from '../provenance/foreign-words.ts';
import { isOutside, isUnknown } from '../provenance/is-outside.ts';
import { withQuoted } from '../provenance/quoted.ts';
import type { Readings } from '../provenance/readings.ts';
import { type Place, type TextFlow, textFlowOf } from '../provenance/text-flow.ts';
import { absolutePath, isForeignPath } from '../tool/project-paths.ts';
import { toolUseOf } from '../tool/tool-use.ts';
import { categoryOf } from './category.ts';
import type { ChangesBefore } from './commit-items.ts';
import { commitItems } from './commit-items.ts';
import { meaningOf } from './meaning.ts';
import { withIssues } from './name-issues.ts';
import { noteItem } from './note-item.ts';
import { rememberedIn } from './remember-command.ts';
import { promptReplyItems, replyItems } from './reply-items.ts';
import { sharedItem } from './shared-item.ts';

/** What the rules need to know besides the event; an absent field is unknown. */
export interface DeriveContext {
  /** Absolute path of the root of the event's project. */
  projectRoot?: string;
  /** The kind of work that its turn asked for; may be a getter, read only by rules that need it. */
  wanted?: Meaning | undefined;
  /** What its session had read before it. */
  readings?: Readings;
  /** True: its session had read words before it that are not known any more. */
  isUnknown?: boolean;
  /** Files that its session had changed before it. */
  changes?: ChangesBefore;
  /** What the person was asked for before it: their words may be another's. */
  expected?: AskedFor | undefined;
  /** True when one of these places held text from outside before it. */
  holdsOutside?: (places: readonly Place[]) => boolean;
}

/** The items of an event, and when it let the session read text from outside (milliseconds since 1970). */
export interface DerivedItems {
  items: Item[];
  exposedAt?: number;
  /** How its call moved text. */
  flow?: TextFlow;
}

const TITLE_CHARS = 160;
/** Upper bound on the files of a prompt that are compared with what came from outside. */
const SHOWN_MAX = 40;
const ADDRESS = /^https?:\/\//i;

/** Derives the items of an event, and whether it exposed its session; kinds without a rule have no items. */
export function deriveEvent(event: StoredEvent, context: DeriveContext): DerivedItems {
  const { items, ...rest } = baseOf(event, context);
  const readings = event.body.kind === 'prompt' ? undefined : context.readings;
  const named = withIssues(items, event).map((item) => withRef(item, event));
  const isDoubtful = isImported(event) || (context.isUnknown === true && event.body.kind !== 'prompt');
  const marked = isDoubtful ? named.map(asUnknown) : named;
  return { ...rest, items: marked.map((item) => withQuotation(withMeaning(item, context), readings)) };
}

/** Adds the name that the caller gave to a prompt or message. */
function withRef(item: Item, { body }: StoredEvent): Item {
  const ref = body.kind === 'prompt' || body.kind === 'message' ? body.ref : undefined;
  return ref === undefined ? item : withDetail(item, { ref });
}

/** True for an event that is known only from an imported file, for which nobody vouches. */
export function isImported({ sources }: Pick<StoredEvent, 'sources'>): boolean {
  return sources.length > 0 && sources.every((source) => source === 'import');
}

/** Marks an item as exposed: nobody knows what its session had read, or who wrote the file that it comes from. */
function asUnknown(item: Item): Item {
  return item.author === 'person' ? item : { ...item, exposed: true };
}

function baseOf(event: StoredEvent, context: DeriveContext): DerivedItems {
  const { body } = event;
  switch (body.kind) {
    case 'prompt':
      return { items: promptItems(event, body, context), ...shownBy(event, body, context) };
    case 'message':
      return { items: messageItems(event, body), ...(body.from === 'tool' ? { exposedAt: event.at } : {}) };
    case 'tool.end':
      return toolItems(event, body, context);
    case 'subagent.end':
      return { items: [delegationItem(event, body)] };
    case 'compact.end':
      return { items: [compactionItem(event, body)] };
    case 'noted':
      return { items: [noteItem(event, body)] };
    case 'shared':
      return { items: sharedItem(event, body) };
    default:
      return { items: [] };
  }
}

function toolItems(event: StoredEvent, body: ToolEnd, context: DeriveContext): DerivedItems {
  const place = { projectRoot: context.projectRoot, cwd: event.cwd };
  const use = toolUseOf(body.tool, body.input);
  const isFetched = isOutside(body, use, place);
  const flow = textFlowOf(body, use, { place, isFromOutside: isFetched, subagent: event.subagent });
  const isFromOutside = isFetched || (flow.shows !== undefined && context.holdsOutside?.(flow.shows) === true);
  const exposed = isFromOutside || isUnknown(body, use);
  const item = makeItem(event, { ...observe({ ...event, body }, use, place), exposed });
  const changes = context.changes ?? (() => []);
  const commits = use === 'shell' && !isRefused(body) ? commitItems(event, body, { place, changes }) : [];
  const replies = replyItems(event, body, {
    observed: item,
    readings: context.readings,
    isUnknown: context.isUnknown,
  });
  const items = [item, ...replies, ...commits];
  return isFromOutside ? { items, flow, exposedAt: event.at } : { items, flow };
}

/** Adds meaning and category to observations, knowledge and commits; the meaning of knowledge is `decision`. */
function withMeaning(item: Item, context: DeriveContext): Item {
  if (item.kind !== 'observation' && item.kind !== 'knowledge' && item.kind !== 'commit') return item;
  const { detail, title } = item;
  const meant = {
    detail,
    title,
    get wanted() {
      return context.wanted;
    },
  };
  const meaning = detail.meaning ?? (item.kind === 'knowledge' ? 'decision' : meaningOf(meant));
  const known = withDetail(item, { meaning });
  // Whoever states an observation may know better.
  return withDetail(known, { category: detail.category ?? categoryOf(known) });
}

/** Author of a prompt: a person only where the agent says so, and never for a subagent's task. */
function promptAuthor(event: StoredEvent, body: Prompt): Author {
  return body.origin === 'person' && event.subagent === undefined ? 'person' : 'agent';
}

function promptItems(event: StoredEvent, body: Prompt, context: DeriveContext): Item[] {
  if (body.text.trim() === '') return [];
  const author = promptAuthor(event, body);
  const isSystem = body.origin === 'system';
  const text = spoken(body);
  const parts = shownSpan(text);
  const own = parts.length === 0 ? text : withoutParts(text, parts);
  const made = makeItem(event, {
    kind: 'prompt',
    rule: RULES.prompt,
    author,
    title: firstLine(own.trim() === '' ? text : own, TITLE_CHARS),
    text,
    detail: detailOf<'prompt'>({
      speaker: body.speaker,
      prompt: event.prompt,
      subagent: event.subagent,
      echo: body.echo,
      metadata: isSystem ? { origin: body.origin } : undefined,
    }),
  });
  const item = withShown(made);
  const isTask = isSystem || event.subagent !== undefined || body.echo === true;
  if (isTask) return [item];
  const remembered = author === 'person' ? rememberedIn(body.text) : undefined;
  if (remembered !== undefined) return [item, noteItem(event, remembered)];
  const shown = oneLine(textOfParts(body.text, shownSpan(body.text)));
  const typed = statementsOfPrompt(body.text).filter(({ text: words }) => !shown.includes(oneLine(words)));
  const stated = knowledgeItems(event, author, typed.map(asExpected(context.expected)));
  const known = new Set(stated.map(({ text: words }) => words));
  return [item, ...stated, ...(author === 'person' ? promptReplyItems(event, body, { known, ...context }) : [])];
}

/** What the files that a prompt shows let the session read: from outside the project, or from places that held such text. */
function shownBy(event: StoredEvent, { text }: Prompt, context: DeriveContext): Omit<DerivedItems, 'items'> {
  const paths = shownParts(text).flatMap((part) => part.paths.slice(0, SHOWN_MAX));
  if (paths.length === 0) return {};
  const place = { projectRoot: context.projectRoot, cwd: event.cwd };
  const shows = [...new Set(paths.slice(0, SHOWN_MAX).map((path) => absolutePath(path, place)))];
  const isForeign = (path: string): boolean => ADDRESS.test(path) || isForeignPath(path, place);
  const isFromOutside = paths.some(isForeign) || context.holdsOutside?.(shows) === true;
  return { flow: { shows }, ...(isFromOutside ? { exposedAt: event.at } : {}) };
}

/** A prompt whose files are marked as quoted: they are no words of whoever typed it. */
function withShown(item: Item): Item {
  const parts = shownSpan(item.text);
  return parts.length === 0
    ? item
    : withQuoted(
        item,
        parts.map(({ start, end }) => [start, end]),
      );
}

/** Marks statements as unclear whose writer was asked for words; an answer to a question may decide, but is no rule for all work. */
function asExpected(expected: AskedFor | undefined): (statement: Statement) => Statement {
  return (statement) =>
    expected === 'text' || (expected === 'answer' && statement.standing === true)
      ? { ...statement, unclear: true }
      : statement;
}

/** True for words that only a hook reported so far: what their session had read before them is not known yet. */
function isHookOnly({ authority }: StoredEvent): boolean {
  return authority === 1;
}

function messageItems(event: StoredEvent, body: Message): Item[] {
  if (body.text.trim() === '') return [];
  const text = spoken(body);
  const detail = { prompt: event.prompt, subagent: event.subagent, echo: body.echo, speaker: body.speaker };
  const said = { rule: RULES.message, title: firstLine(text, TITLE_CHARS), text };
  if (body.from === 'tool') {
    const of = detailOf<'observation'>({ ...detail, observation: 'tool-use', tool: body.speaker });
    return [makeItem(event, { ...said, kind: 'observation', author: 'tool', exposed: true, detail: of })];
  }
  const item = makeItem(event, {
    ...said,
    kind: 'message',
    author: 'agent',
    exposed: isHookOnly(event),
    detail: detailOf<'message'>({ ...detail, interim: body.interim }),
  });
  return [item, ...(body.echo ? [] : knowledgeItems(event, 'agent', statementsOfAgent(body.text)))];
}

/** A text, after the name of its speaker where one is known. */
function spoken({ speaker, text }: Prompt | Message): string {
  return speaker === undefined ? text : `${speaker}: ${text}`;
}

function knowledgeItems(event: StoredEvent, by: Author, statements: readonly Statement[]): Item[] {
  return statements.map((statement, index) => {
    // What a person may only have pasted, told or rejected is nobody's statement before a person confirms it.
    const isUnclear = by === 'person' && statement.unclear === true;
    const author = isUnclear ? 'agent' : by;
    return makeItem(event, {
      kind: 'knowledge',
      rule: RULES.stated,
      part: String(index),
      author,
      exposed: isUnclear || (event.body.kind === 'message' && isHookOnly(event)),
      title: statement.text,
      text: statement.text,
      detail: detailOf<'knowledge'>({
        knowledge: statement.kind,
        standing: statement.standing,
        unclear: isUnclear ? true : undefined,
        status: author === 'person' ? 'stated' : 'proposed',
        reason: statement.reason,
        alternatives: statement.alternatives,
        prompt: event.prompt,
      }),
    });
  });
}

function delegationItem(event: StoredEvent, body: SubagentEnd): Item {
  return makeItem(event, {
    kind: 'observation',
    rule: RULES.delegated,
    author: 'agent',
    exposed: isHookOnly(event),
    title: `Subagent ${body.type} finished`,
    text: body.result ?? '',
    detail: detailOf<'observation'>({
      observation: 'delegation',
      subtitle: body.type,
      success: true,
      tokens: countTokens(body.result ?? ''),
      prompt: event.prompt,
      subagent: event.subagent,
    }),
  });
}

/** The item of a compaction: the agent's own summary, where it reported one, and the tokens before and after. */
function compactionItem(
  event: StoredEvent,
  { trigger = 'unknown', summary = '', tokensBefore, tokensAfter }: CompactEnd,
): Item {
  const text = summaryPart(summary);
  const title = firstLine(text.replace(/^\s*1\. Primary Request and Intent:/, ''), TITLE_CHARS).replace(/^[-*] /, '');
  const counted = omitUndefined({ tokensBefore, tokensAfter });
  return makeItem(event, {
    kind: 'summary',
    rule: RULES.compaction,
    author: 'agent',
    exposed: isHookOnly(event),
    title: title === '' ? 'Compaction of the context' : `Summary at a compaction: ${title}`,
    text,
    tailShare: 0.4,
    detail: detailOf<'summary'>({
      prompt: event.prompt,
      subagent: event.subagent,
      compaction: { trigger: cutText(oneLine(trigger), 40), ...counted },
    }),
  });
}

/** The summary proper: without the agent's fixed first words, and without the thinking that some put before it. */
function summaryPart(summary: string): string {
  const begins = /^(?:<summary>|Summary:)[ \t]*$/m.exec(summary);
  const proper = begins === null ? summary : summary.slice(begins.index + begins[0].length);
  return proper.replace(/^\s*This session is being continued[^\n]{0,400}/, '').trim();
}
