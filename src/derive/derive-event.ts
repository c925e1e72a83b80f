// derive: what an event means. Pure, versioned rules (`rules.ts`): event → items, session → checkpoint. The same input
// gives the same output, always. Nothing here reads a clock, a file or a store.

import type { Message, Noted, Prompt, StoredEvent, SubagentEnd } from '../core/event.ts';
import { type ItemId, itemId, type ProjectId } from '../core/ids.ts';
import type { Author, Item } from '../core/item.ts';
import { firstLine } from '../core/text.ts';
import { countTokens } from '../core/tokens.ts';
import { exposes } from './exposure.ts';
import { detailOf, makeItem } from './make-item.ts';
import { observe } from './observe.ts';
import { RULES } from './rules.ts';
import type { Statement } from './statement.ts';
import { statementsIn, statementsOfAgent } from './statement.ts';
import { toolUseOf } from './tool-use.ts';

/** What the rules need to know beside the event. */
export interface DeriveContext {
  /** Absolute path of the root of the event's project. */
  projectRoot?: string;
}

/** What an event gives: its items, and when it let the session read something untrusted (milliseconds since 1970). */
export interface Derived {
  items: Item[];
  exposedAt?: number;
}

const TITLE_CHARS = 160;

/** Id of a note that its caller named: the same name from the same surface in the same project is the same note. */
export function namedNoteId(note: { agent: string; project?: ProjectId | undefined; ref: string }): ItemId {
  return itemId('knowledge', `${note.agent}\0${note.project ?? ''}`, `ref ${note.ref}`);
}

/** The items of an event, and whether it exposed its session. Kinds that mean nothing to memory give none. */
export function deriveEvent(event: StoredEvent, context: DeriveContext): Derived {
  const { body } = event;
  switch (body.kind) {
    case 'prompt':
      return { items: promptItems(event, body) };
    case 'message':
      return { items: messageItems(event, body) };
    case 'tool.end': {
      const place = { projectRoot: context.projectRoot, cwd: event.cwd };
      const use = toolUseOf(body.tool, body.input);
      const exposed = exposes(body, use, place);
      const item = makeItem(event, { ...observe({ ...event, body }, use, place), exposed });
      return exposed ? { items: [item], exposedAt: event.at } : { items: [item] };
    }
    case 'subagent.end':
      return { items: [delegationItem(event, body)] };
    case 'compact.end':
      return { items: body.summary === undefined || body.summary === '' ? [] : [compactionItem(event, body.summary)] };
    case 'noted':
      return { items: [notedItem(event, body)] };
    default:
      return { items: [] };
  }
}

/** Who asked: a person only with the agent's word for it, and never for what a subagent is told. */
function promptAuthor(event: StoredEvent, body: Prompt): Author {
  return body.origin === 'person' && event.subagent === undefined ? 'person' : 'agent';
}

function promptItems(event: StoredEvent, body: Prompt): Item[] {
  if (body.text.trim() === '') return [];
  const author = promptAuthor(event, body);
  const isSystem = body.origin === 'system';
  const item = makeItem(event, {
    kind: 'prompt',
    rule: RULES.prompt,
    author,
    title: firstLine(body.text, TITLE_CHARS),
    text: body.text,
    detail: detailOf({
      prompt: event.prompt,
      subagent: event.subagent,
      echo: body.echo,
      metadata: isSystem ? { origin: body.origin } : undefined,
    }),
  });
  const isTask = isSystem || event.subagent !== undefined || body.echo === true;
  return [item, ...(isTask ? [] : knowledgeItems(event, author, statementsIn(body.text)))];
}

function messageItems(event: StoredEvent, body: Message): Item[] {
  if (body.text.trim() === '') return [];
  const detail = detailOf({ prompt: event.prompt, subagent: event.subagent, echo: body.echo });
  const title = firstLine(body.text, TITLE_CHARS);
  const item = makeItem(event, {
    kind: 'message',
    rule: RULES.message,
    author: 'agent',
    title,
    text: body.text,
    detail,
  });
  return [item, ...(body.echo ? [] : knowledgeItems(event, 'agent', statementsOfAgent(body.text)))];
}

function knowledgeItems(event: StoredEvent, author: Author, statements: readonly Statement[]): Item[] {
  return statements.map((statement, index) =>
    makeItem(event, {
      kind: 'knowledge',
      rule: RULES.stated,
      part: String(index),
      author,
      title: statement.text,
      text: statement.text,
      detail: detailOf({
        knowledge: statement.kind,
        status: author === 'person' ? 'stated' : 'proposed',
        reason: statement.reason,
        alternatives: statement.alternatives,
        prompt: event.prompt,
      }),
    }),
  );
}

function delegationItem(event: StoredEvent, body: SubagentEnd): Item {
  return makeItem(event, {
    kind: 'observation',
    rule: RULES.delegated,
    author: 'agent',
    title: `Subagent ${body.type} finished`,
    text: body.result ?? '',
    detail: detailOf({
      observation: 'delegation',
      subtitle: body.type,
      success: true,
      tokens: countTokens(body.result ?? ''),
      prompt: event.prompt,
      subagent: event.subagent,
    }),
  });
}

function compactionItem(event: StoredEvent, summary: string): Item {
  const text = summaryPart(summary);
  const title = firstLine(text.replace(/^\s*1\. Primary Request and Intent:/, ''), TITLE_CHARS).replace(/^[-*] /, '');
  return makeItem(event, {
    kind: 'summary',
    rule: RULES.compaction,
    author: 'agent',
    title: `Summary at a compaction: ${title}`,
    text,
    tailShare: 0.4,
    detail: detailOf({ prompt: event.prompt }),
  });
}

/** The summary proper: without the agent's fixed first words, and without the thinking that some put before it. */
function summaryPart(summary: string): string {
  const begins = /^(?:<summary>|Summary:)[ \t]*$/m.exec(summary);
  const proper = begins === null ? summary : summary.slice(begins.index + begins[0].length);
  return proper.replace(/^\s*This session is being continued[^\n]{0,400}/, '').trim();
}

function notedItem(event: StoredEvent, body: Noted): Item {
  const author: Author = body.person ? 'person' : 'agent';
  const isKnowledge = body.knowledge !== undefined;
  const { ref } = body.detail;
  return makeItem(event, {
    ...(ref === undefined ? {} : { id: namedNoteId({ agent: event.agent, project: event.project, ref }) }),
    kind: isKnowledge ? 'knowledge' : 'observation',
    rule: RULES.noted,
    author,
    title: body.title ?? firstLine(body.text, TITLE_CHARS),
    text: body.text,
    detail: detailOf({
      ...body.detail,
      observation: isKnowledge ? undefined : 'note',
      knowledge: body.knowledge,
      status: body.person ? 'stated' : 'proposed',
    }),
  });
}
