import { itemId } from '../../core/model/ids.ts';
import type { Item, SnippetDetail } from '../../core/model/item.ts';
import { detailOf, makeSessionItem } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import { nameFiles } from '../observation/observe-file.ts';
import { type Code, type CodeLine, changedCode, fencedCode } from './code.ts';
import type { DistilledSession } from './session-reducer.ts';

interface SnippetCandidate {
  item: Pick<Item, 'id' | 'at' | 'exposed'>;
  part: number;
  code: Code;
  weight: number;
}

const MAX_SNIPPETS = 8;
const MAX_CANDIDATES = 32;
const MAX_OF_FILE = 2;
const MAX_CHARS = 1_200;
const MIN_LINES = 3;
/** Changes of code for each snippet kept, so that short sessions leave few. */
const CHANGES_OF_ONE = 3;
/** Least share, 0 to 1, of a snippet's lines that a later change must remove to drop it. */
const GONE = 0.5;
/** A line that defines something by name. */
const DEFINES =
  /^\s{0,12}(?:(?:export |default |public |private |protected |static |async |abstract |pub(?:\([a-z]{1,20}\))? |unsafe )*(?:function\*?|class|interface|enum|type|def|defp|defmodule|func|fn|struct|impl|trait|module|object|CREATE (?:TABLE|INDEX|VIEW)) (?:\([^()\n]{0,60}\) )?([\w$.:]{2,60})|(?:export )?const ([\w$]{2,60}) = (?:async )?(?:\([^()\n]{0,120}\)|\w{1,40}) =>)/;
const TEST_FILE = /(?:^|[/_.-])(?:tests?|specs?|__tests__|e2e|fixtures?)(?:[/_.-]|$)/i;

/** The code of a session worth keeping: changes that stayed, and blocks shown in an answer. Bounded. */
export class Snippets {
  #candidates: SnippetCandidate[] = [];
  #changes = 0;

  take(item: Item): void {
    const changed = changedCode(item);
    if (changed !== undefined) {
      this.#changes += 1;
      this.#dropGone(changed);
      this.#add(item, changed, 0);
    } else if (item.kind === 'message' && item.detail.subagent === undefined) {
      for (const [part, code] of fencedCode(item).entries()) this.#add(item, code, part);
    }
  }

  /** The snippets as items, at most eight, the highest weight first. */
  items(session: DistilledSession): Item[] {
    const most = Math.min(MAX_SNIPPETS, Math.ceil((this.#changes + 1) / CHANGES_OF_ONE));
    const perFile = new Map<string, number>();
    const chosen = this.#sorted().filter(({ code: { file = '' } }) => {
      const count = (perFile.get(file) ?? 0) + 1;
      perFile.set(file, count);
      return count <= MAX_OF_FILE;
    });
    const items = chosen.slice(0, most).map((candidate) => snippetItem(session, candidate));
    return items.filter(({ text }) => text !== '');
  }

  #add(item: Item, code: Code, part: number): void {
    const weight = weightOf(code);
    if (weight <= 0) return;
    this.#candidates.push({ item: { id: item.id, at: item.at, exposed: item.exposed }, part, code, weight });
    if (this.#candidates.length > MAX_CANDIDATES) this.#candidates = this.#sorted().slice(0, MAX_CANDIDATES / 2);
  }

  /** Drops candidates whose lines a change removed or whose file it rewrote. */
  #dropGone({ file, whole, removed }: Code): void {
    if (!this.#candidates.some(({ code }) => code.file === file)) return;
    const gone = new Set(removed.map((line) => line.trim()).filter((line) => line !== ''));
    this.#candidates = this.#candidates.filter(({ code }) => {
      if (code.file !== file) return true;
      if (whole) return false;
      const lines = code.added.map(({ text }) => text.trim()).filter((line) => line !== '');
      return lines.filter((line) => gone.has(line)).length < GONE * lines.length;
    });
  }

  #sorted(): SnippetCandidate[] {
    return this.#candidates.sort(
      (one, other) =>
        other.weight - one.weight ||
        other.item.at - one.item.at ||
        (one.item.id < other.item.id ? -1 : 1) ||
        one.part - other.part,
    );
  }
}

function weightOf({ file, added, whole }: Code): number {
  const lines = added.filter(({ text }) => text.trim() !== '');
  if (lines.length < MIN_LINES) return 0;
  const defined = lines.filter(({ text }) => DEFINES.test(text)).length;
  const named = file === undefined ? 0.8 : TEST_FILE.test(file) ? 0.5 : 1;
  // A long file from its top is mostly imports.
  const size = Math.min(lines.length, 25) / 10;
  return (size + Math.min(defined, 3) * (whole ? 0.5 : 1)) * named;
}

function snippetItem(session: DistilledSession, { item, part, code }: SnippetCandidate): Item {
  const kept = fitting(fromMargin(dedented(code.added)));
  const text = kept.map((line) => line.text).join('\n');
  const indent = text.length - text.trimStart().length;
  const name = nameIn(kept);
  const { file, language, whole } = code;
  const where = file === undefined ? 'an answer' : nameFiles([file]);
  const detail: SnippetDetail = {
    language,
    ...(file === undefined ? {} : { file }),
    ...(whole ? { lines: [1, kept.length] as [number, number] } : {}),
    why: whyOf(code),
  };
  return makeSessionItem({
    id: itemId('snippet', session.id, `${ruleName(RULES.snippet)}:${item.id}:${part}`),
    session: session.id,
    project: session.project,
    at: item.at,
    kind: 'snippet',
    rule: RULES.snippet,
    author: 'agent',
    exposed: item.exposed,
    title: `${name ?? 'Code'} in ${where}`,
    text,
    detail: detailOf<'snippet'>({ snippet: detail, quoted: quotedIn(kept, indent) }),
  });
}

function whyOf({ file, whole }: Code): string {
  if (file === undefined) return 'shown in an answer';
  return whole ? 'written, and not rewritten in the session' : 'added by a change that stayed';
}

function nameIn(lines: readonly CodeLine[]): string | undefined {
  for (const { text } of lines) {
    const match = DEFINES.exec(text);
    if (match !== null) return match[1] ?? match[2];
  }
  return undefined;
}

/** The first lines, up to 1,200 characters, without empty ones at either end. */
function fitting(lines: readonly CodeLine[]): CodeLine[] {
  const kept: CodeLine[] = [];
  let chars = 0;
  for (const line of lines) {
    if (kept.length === 0 && line.text.trim() === '') continue;
    chars += line.text.length + 1;
    if (chars > MAX_CHARS) break;
    kept.push(line);
  }
  while (kept.at(-1)?.text.trim() === '') kept.pop();
  return kept;
}

/** The lines from the first unindented one on, where enough are left: those before it end something else. */
function fromMargin(lines: readonly CodeLine[]): readonly CodeLine[] {
  const at = lines.findIndex(({ text }) => /^\S/.test(text) && !/^(?:end\b|[})\]])/.test(text));
  return at > 0 && lines.length - at >= MIN_LINES ? lines.slice(at) : lines;
}

function dedented(lines: readonly CodeLine[]): CodeLine[] {
  const indents = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => /^[ \t]*/.exec(text)?.[0].length ?? 0);
  const least = Math.min(...indents);
  return lines.map(({ text, quoted }) => ({ text: text.slice(least).trimEnd(), quoted }));
}

/** Offsets of the quoted lines in the text of `lines`, from which the first `left` characters were removed. */
function quotedIn(lines: readonly CodeLine[], left: number): [number, number][] {
  const spans: [number, number][] = [];
  let start = -left;
  for (const { text, quoted } of lines) {
    const end = start + text.length;
    const before = spans.at(-1);
    if (quoted && before?.[1] === start - 1) before[1] = end;
    else if (quoted) spans.push([Math.max(start, 0), end]);
    start = end + 1;
  }
  return spans;
}
