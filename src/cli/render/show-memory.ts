import type { MemoryRecord } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import { describeCompaction } from '../../core/model/compaction.ts';
import { describeValidity } from '../../core/model/validity.ts';
import { authorName } from '../../core/text/author-name.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { Shown } from '../terminal/output.ts';
import { plain } from './show.ts';

/** A memory as a page: what is known of it, then its text. */
export function memoryPage(record: MemoryRecord, { colors, when }: Shown): string {
  const { detail } = record;
  const compaction = detail.checkpoint?.compaction ?? detail.compaction;
  const facts: [string, unknown][] = [
    ['kind', detail.knowledge ?? detail.observation ?? record.kind],
    ['about', detail.subtitle],
    ['meaning', detail.meaning],
    ['category', detail.category],
    ['severity', detail.severity],
    ['status', detail.status],
    ['stands', describeValidity(record)],
    ['confidence', record.confidence],
    ['at', when(record.at)],
    [
      'author',
      record.author === undefined ? undefined : `${authorName(record)}${record.exposed === true ? ', exposed' : ''}`,
    ],
    ['agent', record.agent],
    ['session', record.sessionId],
    ['prompt', record.promptNumber === undefined ? undefined : `number ${record.promptNumber} of its session`],
    ['project', record.project],
    ['event', record.eventId],
    ['rule', record.rule],
    ['reason', detail.reason],
    ['alternatives', detail.alternatives],
    ['tool', detail.tool],
    ['tokens', detail.tokens],
    ['repeated', detail.repeated === undefined ? undefined : `${detail.repeated.count} times`],
    ['exit code', detail.exitCode],
    ['files changed', detail.filesChanged],
    ['files read', detail.filesRead],
    ['open tasks', detail.checkpoint?.openTasks],
    ['failing', detail.checkpoint?.failing?.map(({ command }) => command)],
    ['compaction', compaction === undefined ? undefined : describeCompaction(compaction)],
    ['ref', detail.ref],
    ['concepts', detail.concepts],
    ...(record.links ?? []).map(({ relation, id }): [string, unknown] => [relation, id]),
    ['in words', record.worded?.narrative ?? record.narrative],
    ['facts', record.worded?.facts ?? detail.facts],
    ['words by', record.worded?.model],
  ];
  const lines = facts.flatMap(([name, value]) => {
    const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return shown === '' ? [] : [`${colors.dim(name.padEnd(14))}${plain(shown)}`];
  });
  const text = safeText(record.text).trim();
  return [
    `${colors.cyan(record.id)} ${colors.bold(plain(record.title))}`,
    ...lines,
    ...(text === '' ? [] : ['', text]),
  ].join('\n');
}

/** What shows a row whose id is that of a memory: the memory whole. */
export function memoryPages(memory: Pick<Memory, 'get'>, out: Shown) {
  return async function* page({ id }: { id: string }, _width: number, signal: AbortSignal): AsyncGenerator<string> {
    const { records } = await memory.get(id, { signal });
    for (const record of records) yield memoryPage(record, out);
  };
}
