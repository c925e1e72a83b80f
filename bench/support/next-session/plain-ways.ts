import { execFileSync } from 'node:child_process';
import { countTokens } from '../../../src/core/text/tokens.ts';
import { openPlainIndex } from '../plain-index.ts';
import type { Point, RecordedSession } from './recorded-sessions.ts';
import { readActs, type SessionActs } from './session-acts.ts';

const PROMPTS = 3;
const COMMITS = 20;

/** What a session could be told without a memory, by the name of the way: lines, the most wanted first, uncut. */
export function plainWays({ next, before }: Point, project: string): Record<string, string[]> {
  const ordered = before.toSorted((one, other) => one.firstAt - other.firstAt);
  const acts = ordered.map((session) => actsUntil(session, next.firstAt));
  return {
    'last three prompts, with files': lastPrompts(acts),
    'BM25 of the first prompt': bestMessages(acts, next.prompt),
    'git log -20': gitLog(project),
  };
}

function actsUntil({ agent, path }: RecordedSession, until: number): SessionActs {
  return readActs(agent, path, until);
}

/** The last prompts of the last session that has any, and the files that it opened or changed. */
function lastPrompts(acts: readonly SessionActs[]): string[] {
  const last = acts.findLast(({ prompts }) => prompts.length > 0);
  if (last === undefined) return [];
  return [
    ...last.prompts.slice(-PROMPTS).map((prompt) => prompt.replace(/\s+/g, ' ').slice(0, 300)),
    `files: ${[...last.files].join(', ')}`,
  ];
}

/** The best of all prompts and messages by plain FTS5: any of the words, best first. */
function bestMessages(acts: readonly SessionActs[], prompt: string): string[] {
  const texts = acts.flatMap(({ prompts, said }) => [...prompts, ...said]);
  const index = openPlainIndex(texts);
  try {
    return index.find(prompt, 10).map((place) => (texts[place] ?? '').replace(/\s+/g, ' ').slice(0, 800));
  } finally {
    index.close();
  }
}

function gitLog(project: string): string[] {
  try {
    const log = execFileSync('git', ['-C', project, 'log', `-${COMMITS}`, '--format=%h %s'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.split('\n').filter((line) => line !== '');
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** The first lines that fit a number of tokens; the line that does not fit any more is cut where it must be. */
export function cutToTokens(lines: readonly string[], tokens: number): string {
  let kept = '';
  for (const line of lines) {
    const next = kept === '' ? line : `${kept}\n${line}`;
    if (countTokens(next) > tokens) return longestWithin(next, kept.length, tokens);
    kept = next;
  }
  return kept;
}

function longestWithin(text: string, fits: number, tokens: number): string {
  let [low, high] = [fits, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).trimEnd();
}
