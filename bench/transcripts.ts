import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '../src/agents/shared/contract.ts';
import { type RecordedReading, readRecorded } from './support/recorded/read-recorded.ts';
import { dataFolder, type RecordedTranscript, recordedFiles } from './support/recorded/recorded-files.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

/** Least number of characters, and least share of its agent's characters, with which a field is listed. */
const LISTED_CHARS = 200;
const LISTED_SHARE = 0.01;
/** Share of a field's text that events must contain for the field to count as read. */
const TOLD = 0.5;
const KEPT = 0.995;

/** Why big fields are not read, by what their paths say; the first that fits. */
const WHY: readonly [RegExp, string][] = [
  [
    /tools|instructions|system_?prompt|api-request|profile\.bind|config\.update/i,
    'prompts and tools that the model was given',
  ],
  [/_progress\)|recentActivity|\bdisplay\b/, 'progress of a call or subagent, which its result or own file tells'],
  [/:put-in|\(developer\)|\(system\)|attachment|hook|sessionLog/i, 'put in by agent, editor or hooks'],
  [/thinking|reasoning|thought|\(think\)/i, "the model's thinking"],
  [/image/i, 'picture'],
  [/replacement_history|\$set|retained|contextSummary|transformedContent|displayContent/, 'what other fields tell'],
  [/originalFile|diff|patch/i, 'a file before its change, and the difference, beside what was changed'],
  [/\(file\)\.content/, 'a file that went with a prompt'],
  [/usage|telemetry|uiEvent|permission|turn_context|world_state/i, 'settings and bookkeeping'],
  [
    /result|response|Complete|arguments|transformed/i,
    'what a call gave or took, which is told in the words of another field, or in pieces',
  ],
  [/title|description|intentionSummary|session\.info|\bnote$/i, 'how the agent names a call or an event for people'],
  [/\b(?:text|content|message)$/, 'partly put in by agent, editor or hooks: the rest is told'],
];

/** What the recorded transcripts of all agents hold, what of it is read, and what is not. */
export async function run(): Promise<BenchResult> {
  const data = dataFolder();
  if (data === undefined) throw new Error('there are no recorded transcripts: name their folder in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const { transcripts, unclaimed } = recordedFiles(data, scratch);
    const readings: [Agent, RecordedTranscript[], RecordedReading][] = [];
    for (const [agent, own] of Map.groupBy(transcripts, ({ agent }) => agent)) {
      readings.push([agent, own, await readRecorded(own)]);
    }
    return toResult(readings, unclaimed.length);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function toResult(readings: [Agent, RecordedTranscript[], RecordedReading][], unclaimed: number): BenchResult {
  const least = Math.min(...readings.map(([, , { said }]) => said.told / said.there));
  return {
    title: 'Transcripts',
    about:
      'All recorded transcripts of all agents, read by their own readers as an import reads them. What users and agents said is found a second time, by the names of fields alone and without what agents put into users’ words, and looked up in the events. Characters are counted without white space.',
    columns: ['agent', 'files', 'kB', 'records', 'read', 'events', 'said there', 'said told', 'share'],
    rows: readings.map(([agent, own, { files, read, skipped, events, said }]) => [
      agent.title,
      files,
      round(sizeOf(own) / 1_000, 0),
      read + sum(Object.values(skipped)),
      read,
      events,
      said.there,
      round(said.told, 0),
      percent(said.told, said.there),
    ]),
    bounds: [
      {
        name: 'share of what was said that is told, of each agent',
        wanted: `≥ ${percent(KEPT, 1)}`,
        reached: percent(least, 1),
        met: least >= KEPT,
      },
      { name: 'files that no agent reads', wanted: '0', reached: `${unclaimed}`, met: unclaimed === 0 },
    ],
    notes: [
      'Not counted as transcripts: payloads of hooks, what a session’s reader looks up in files beside it (states, manifests, summaries), files that repeat another of the same session (kimi-cli’s `context.jsonl`, Claude Code’s `agent-acompact-…`, OpenCode’s export).',
      'No words of these files stand here: paths of fields, types of records, and counts.',
    ],
    details: readings.map(([agent, , reading]) => detailOf(agent, reading)),
  };
}

function detailOf({ title }: Agent, { fields, skipped, words }: RecordedReading) {
  const all = sum([...fields.values()].map(({ there }) => there));
  const isListed = ({ there }: { there: number }): boolean => there >= LISTED_CHARS || there >= all * LISTED_SHARE;
  const unread = [...fields].filter(([, { there, told }]) => told < there * TOLD);
  const listed = unread.filter(([, field]) => isListed(field)).sort(([, one], [, other]) => other.there - one.there);
  const told = sum([...fields.values()].map((field) => field.told));
  const types = Object.entries(skipped).sort(([, one], [, other]) => other - one);
  return {
    title,
    about: [
      `Skipped: ${types.map(([type, count]) => `${count} \`${type}\``).join(', ') || 'nothing'}.`,
      `Words stand in ${fields.size} fields, ${all} characters, of which ${percent(told, all)} are told; single words (ids, times, types, names) have ${words} more. Of ${unread.length} fields less than half is told by events of the same file; those of ≥ ${LISTED_CHARS} characters or 1 %:`,
    ].join(' '),
    columns: ['field', 'values', 'characters', 'told', 'what it is'],
    rows: listed.map(([path, { values, there, told }]) => [
      `\`${path.trim()}\``,
      values,
      there,
      percent(told, there),
      WHY.find(([pattern]) => pattern.test(path))?.[1] ?? '',
    ]),
  };
}

function sizeOf(transcripts: readonly RecordedTranscript[]): number {
  return sum(transcripts.flatMap(({ sources }) => sources).map((path) => statSync(path).size));
}

function percent(part: number, whole: number): string {
  return `${round((100 * part) / Math.max(1, whole), 1)} %`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
