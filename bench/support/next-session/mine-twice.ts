import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../src/core/json.ts';
import { stemOf, wordsOf } from '../../../src/core/text/terms.ts';
import { failureOf } from '../../../src/derive/failure/failure.ts';
import { actsOf, type Point, type RecordedSession } from './recorded-sessions.ts';

/** What may have been told or found before: a candidate, to be confirmed by hand. Words of real sessions stand in it. */
export interface TwiceCandidate {
  point: string;
  kind: 'said' | 'failure' | 'search' | 'open';
  /** The earlier session. */
  session: string;
  /** What stands in the next session, and in the earlier one. */
  now: string;
  earlier: string;
}

/** A search or the opening of a file, or a call that failed, in order. */
interface Step {
  kind: 'search' | 'open' | 'failure';
  text: string;
}

interface Studied {
  session: RecordedSession;
  prompts: string[];
  /** The end of what the agent said last. */
  end: string;
  steps: Step[];
}

const SHARE = 0.6;
const MIN_WORDS = 5;
const MIN_COMMON = 4;
const SEARCHES = 2;
const END_CHARS = 600;
const SHOWN_CHARS = 240;
const COMMON =
  /^(?:this|that|with|from|have|what|when|where|which|there|then|they|them|also|would|could|should|into|does|will|just|like|make|need|want|please|check|here|your|only|some|more|than|been|were|look|take|file|code|change|test|session)/;
const SEARCH_COMMAND = /^\s*(?:rg|grep|git grep|find|ag)\b/;

/** Finds what sessions may have asked, met or searched that an earlier session of the same developer had already. */
export function mineTwice(points: readonly Point[]): TwiceCandidate[] {
  const studied = new Map<string, Studied>();
  const study = (session: RecordedSession): Studied => {
    const known = studied.get(session.path) ?? studyOf(session);
    studied.set(session.path, known);
    return known;
  };
  return points.flatMap(({ name, next, before }) => {
    const now = study(next);
    return before.flatMap((session) =>
      [said, open, failures, searches].flatMap((mine) =>
        mine(now, study(session)).map((found) => ({ point: name, session: session.id, ...found })),
      ),
    );
  });
}

type Found = Pick<TwiceCandidate, 'kind' | 'now' | 'earlier'>;

/** A sentence of a prompt whose words an earlier prompt holds for the most part. */
function said(now: Studied, earlier: Studied): Found[] {
  const sentences = now.prompts.slice(0, 12).flatMap((prompt) => prompt.slice(0, 2_000).split(/(?<=[.?!])\s|\n/));
  return sentences.flatMap((sentence) => {
    const words = contentOf(sentence);
    if (words.size < MIN_WORDS) return [];
    const prompt = earlier.prompts.find((one) => commonOf(words, contentOf(one)).length >= SHARE * words.size);
    return prompt === undefined || prompt.includes(sentence)
      ? []
      : [{ kind: 'said' as const, now: shown(sentence), earlier: shown(prompt) }];
  });
}

/** An end that asks or leaves something, whose words the first two prompts take up. */
function open(now: Studied, earlier: Studied): Found[] {
  if (!/\?|todo|remaining|next step|not yet|pending/i.test(earlier.end)) return [];
  const common = commonOf(contentOf(now.prompts.slice(0, 2).join(' ').slice(0, 1_500)), contentOf(earlier.end));
  return common.length < MIN_COMMON
    ? []
    : [
        {
          kind: 'open',
          now: shown(now.prompts.slice(0, 2).join(' / ')),
          earlier: shown(earlier.end.slice(-SHOWN_CHARS)),
        },
      ];
}

function failures(now: Studied, earlier: Studied): Found[] {
  const known = new Set(earlier.steps.filter(({ kind }) => kind === 'failure').map(({ text }) => text));
  const again = new Set(
    now.steps.filter(({ kind, text }) => kind === 'failure' && known.has(text)).map(({ text }) => text),
  );
  return [...again].map((text) => ({ kind: 'failure', now: shown(text), earlier: shown(text) }));
}

/** A file that is opened after searches, of the same words as searches before which an earlier session opened it. */
function searches(now: Studied, earlier: Studied): Found[] {
  const before = searchedFiles(earlier);
  return [...searchedFiles(now)].flatMap(([file, words]) => {
    const common = commonOf(words, before.get(file) ?? new Set());
    return common.length === 0
      ? []
      : [{ kind: 'search', now: `${file}: ${[...words].join(' ')}`, earlier: common.join(' ') }];
  });
}

/** Each file that was opened after at least two searches since the last opened one, with the words of these searches. */
function searchedFiles({ steps }: Studied): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  let waiting: string[] = [];
  for (const { kind, text } of steps) {
    if (kind === 'search') waiting.push(text);
    if (kind !== 'open') continue;
    if (waiting.length >= SEARCHES && !files.has(text)) files.set(text, contentOf(waiting.join(' ')));
    waiting = [];
  }
  return files;
}

function studyOf(session: RecordedSession): Studied {
  const { prompts, said } = actsOf(session);
  return { session, prompts, end: (said.at(-1) ?? '').slice(-END_CHARS), steps: stepsOf(session) };
}

/** Searches, opened files and failed calls of a Claude Code transcript; of other agents none. */
function stepsOf({ agent, path }: RecordedSession): Step[] {
  if (agent !== 'claude-code') return [];
  const calls = new Map<string, JsonObject>();
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"tool_'))
    .flatMap((line) => {
      const { content } = asObject(asObject(parseJson(line)).message);
      return (Array.isArray(content) ? content.filter(isJsonObject) : []).flatMap((block) => stepOf(block, calls));
    });
}

function stepOf(block: JsonObject, calls: Map<string, JsonObject>): Step[] {
  if (block.type === 'tool_use') {
    calls.set(asString(block.id) ?? '', block);
    const input = asObject(block.input);
    const command = asString(input.command) ?? '';
    const path = asString(input.file_path);
    if (block.name === 'Grep' || block.name === 'Glob' || SEARCH_COMMAND.test(command))
      return [{ kind: 'search', text: asString(input.pattern) ?? command }];
    return path === undefined ? [] : [{ kind: 'open', text: basename(path) }];
  }
  const call = calls.get(asString(block.tool_use_id) ?? '');
  if (block.type !== 'tool_result' || call === undefined) return [];
  const failure = failureOf({
    kind: 'tool.end',
    tool: asString(call.name) ?? '',
    input: asObject(call.input),
    output: textOf(block.content),
    success: block.is_error !== true,
  });
  return failure === undefined ? [] : [{ kind: 'failure', text: failure.key }];
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.map(({ text }) => asString(text) ?? '').join('\n');
}

function contentOf(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => word.length > 3 && !COMMON.test(word))
      .map(stemOf),
  );
}

function commonOf(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((word) => other.has(word));
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARS);
}
