import { hashBase32 } from '../core/hash.ts';
import { isJsonObject, isTexts, parseJson } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { ItemDetail } from '../core/model/item.ts';
import { KNOWLEDGE_KINDS, type KnowledgeKind } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isoTime } from '../core/text/calendar.ts';
import { firstLine } from '../core/text/text.ts';
import { statementKind } from '../derive/claim/statement.ts';
import { redact } from '../privacy/redact.ts';

/** Folder of the files, relative to the root of a checkout. */
export const KNOWLEDGE_FOLDER = '.cairn/knowledge';
/** Ending of their names. */
export const KNOWLEDGE_ENDING = '.md';

const SLUG_CHARS = 48;
const HASH_CHARS = 8;
/** The lines between two `---` at the head of a file, and the rest. */
const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;
const FIELD = /^([a-z]+):[ \t]*(.*)$/;
const CONFLICT = /^(?:<{7}|={7}|>{7})(?: |$)/m;

/** One shared memory as its file has it. Front matter: `id`, `kind`, `title`, `at`, `by` and what explains it; body: the words. */
export interface KnowledgeFile {
  /** Public id of the memory in the home that shared it; absent in a file that a person wrote by hand. */
  id?: string;
  kind: KnowledgeKind | 'note';
  text: string;
  title?: string;
  /** Milliseconds since 1970. */
  at?: number;
  /** Name of who shared it. */
  by?: string;
  severity?: string;
  reason?: string;
  alternatives?: string[];
  concepts?: string[];
}

/** What a memory states, as a file of it needs it; `text` is whole. */
export type StatedMemory = Pick<KnowledgeFile, 'text' | 'at'> & { id: string; title: string; detail: ItemDetail };

/** A memory as a file, without secrets; and the secrets that were taken out, by kind. */
export function toKnowledgeFile(
  { id, at, title, text, detail }: StatedMemory,
  by?: string,
): { file: KnowledgeFile; redacted: Record<string, number> } {
  const redacted: Record<string, number> = {};
  const clean = (words: string): string => {
    const { text: kept, counts } = redact(words);
    for (const [kind, count] of Object.entries(counts)) redacted[kind] = (redacted[kind] ?? 0) + count;
    return kept;
  };
  const one = (words: string | undefined): string | undefined => (words === undefined ? undefined : clean(words));
  const isTitled = title !== firstLine(text, LIMITS.titleChars);
  const file: KnowledgeFile = {
    id,
    kind: detail.knowledge ?? 'note',
    text: clean(text.trim()),
    ...omitUndefined({
      at,
      title: isTitled ? clean(title) : undefined,
      by: one(by),
      severity: one(detail.severity),
      reason: one(detail.reason),
      alternatives: detail.alternatives?.map(clean),
      concepts: detail.concepts?.map(clean),
    }),
  };
  return { file, redacted };
}

/** The text of a file. Values in quotes are JSON, which YAML reads as well. */
export function renderKnowledgeFile({ id, kind, text, at, ...rest }: KnowledgeFile): string {
  const { title, by, severity, reason, alternatives, concepts } = rest;
  const quoted = Object.entries(omitUndefined({ title, by, severity, reason, alternatives, concepts }));
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    `kind: ${kind}`,
    ...(at === undefined ? [] : [`at: ${isoTime(at)}`]),
    ...quoted.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
  return `---\n${lines.join('\n')}\n---\n\n${text.trim()}\n`;
}

/** Reads the text of a file; why not, as the end of a sentence, for one that states nothing. */
export function parseKnowledgeFile(source: string): KnowledgeFile | string {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (text.includes('\0')) return 'is no text';
  if (CONFLICT.test(text)) return 'holds a conflict of git';
  const head = FRONT_MATTER.exec(text);
  const words = (head === null ? text : text.slice(head[0].length)).trim();
  if (words === '') return 'says nothing';
  const fields = fieldsOf(head?.[1] ?? '');
  const said = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const list = (name: string): string[] | undefined => {
    const value = fields.get(name);
    return isTexts(value) ? [...value] : undefined;
  };
  const at = Date.parse(said('at') ?? '');
  const id = said('id');
  const kind = said('kind');
  return {
    text: words,
    kind: kind === 'note' ? kind : (KNOWLEDGE_KINDS.find((known) => known === kind) ?? statementKind(words) ?? 'note'),
    ...omitUndefined({
      id: id !== undefined && /^[a-z]_[a-z2-7]{16}$/.test(id) ? id : undefined,
      at: Number.isNaN(at) ? undefined : at,
      title: said('title'),
      by: said('by'),
      severity: said('severity'),
      reason: said('reason'),
      alternatives: list('alternatives'),
      concepts: list('concepts'),
    }),
  };
}

/** What a file says, as eight characters: an edit of any of it gives others. Who shared it and when is not what it says. */
export function contentHash({ at: _at, by: _by, id: _id, ...said }: KnowledgeFile): string {
  return hashBase32(
    [JSON.stringify(Object.entries(said).sort(([one], [other]) => (one < other ? -1 : 1)))],
    HASH_CHARS,
  );
}

/** Name of the file of a memory that is shared for the first time: words of its title, then the end of its id. */
export function knowledgeFileName({ id, title }: Pick<StatedMemory, 'id' | 'title'>): string {
  const slug = redact(title)
    .text.normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARS)
    .replace(/^-+|-+$/g, '');
  const end = id.slice(-HASH_CHARS);
  return `${slug === '' ? end : `${slug}-${end}`}${KNOWLEDGE_ENDING}`;
}

function fieldsOf(head: string): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const line of head.split('\n')) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined) continue;
    const isJson = /^["[]/.test(value);
    const read = isJson ? parseJson(value) : value.trim();
    if (read !== undefined && !isJsonObject(read)) fields.set(name, read);
  }
  return fields;
}
