import { formatMinute } from './calendar.ts';
import { oneLine } from './text.ts';

/** What a memory is written out with. */
export interface WrittenMemory {
  id: string;
  kind: string;
  /** ISO 8601. */
  at: string;
  title: string;
  text: string;
  author?: string;
  agent?: string;
}

/** A memory as a section of a page: heading, facts, and its text as a block. */
export function memoryMarkdown(memory: WrittenMemory): string {
  return `## ${markdownLine(memory.title)}\n\n_${memoryFacts(memory)}_\n\n${fencedBlock(memory.text.trim(), 'text')}`;
}

/** A text as one line of Markdown that says the same and marks nothing up: neither HTML nor a link, picture or heading. */
export function markdownLine(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** Id, kind, minute and author of a memory on one line. */
export function memoryFacts({ id, kind, at, author, agent }: WrittenMemory): string {
  return [id, kind, formatMinute(at), author ?? agent].filter(Boolean).join(' · ');
}

/** A text as a block of code, whose fence is longer than any within: no markup in it changes the page around it. */
export function fencedBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
