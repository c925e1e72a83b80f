import type { CleanEvent, EventBody } from '../../../src/core/model/event.ts';
import { numberedEventId, projectId, sessionId } from '../../../src/core/model/ids.ts';
import { createRandom } from './varied-text.ts';

/** Events of one generated session; nearly all of them give one memory. */
export const SESSION_EVENTS = 200;
/** Projects that generated sessions belong to; the first holds a third of them, the last one in a hundred. */
export const PROJECTS = 20;

const AGENT = 'claude-code';
const FIRST_DAY = 1_700_000_000_000;
const SESSION_MS = 7_200_000;
const VOCABULARY = 60_000;
const TOPIC_WORDS = 60;
/** Share of the words that are replaced by a word of the session's topic. */
const TOPIC_SHARE = 0.25;
const CONSONANTS = 'bcdfghjklmnprstvw';
const VOWELS = 'aeiou';

/** Made-up words by rank: the word of rank n stands in a text about 1/n times as often as the first, as in real text. */
export const WORDS: readonly string[] = ((): string[] => {
  const random = createRandom(11);
  const letter = (letters: string): string => letters.charAt(Math.floor(random() * letters.length));
  const known = new Set<string>();
  while (known.size < VOCABULARY) {
    const syllables = Array.from({ length: 2 + Math.floor(random() * 3) }, () => letter(CONSONANTS) + letter(VOWELS));
    known.add(syllables.join('') + letter(CONSONANTS));
  }
  return [...known];
})();

/** How often a word of each rank or a lesser one is drawn, as a share of all. */
const CUMULATED = ((): Float64Array => {
  const shares = Float64Array.from(WORDS, (_, rank) => 1 / (rank + 1.5));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  return shares.map((share) => {
    sum += share / total;
    return sum;
  });
})();

/** Draws what a generated session says; the same for the same seed. */
interface Writer {
  random: () => number;
  text(chars: number): string;
  name(): string;
  file(): string;
}

/** What the project of a generated session is known by. */
export function identityOfSession(session: number): string {
  const place = Math.floor(PROJECTS * createRandom(session * 31 + 7)() ** 3);
  return `example.com/project-${place}`;
}

/** The project of a generated session. */
export function projectOfSession(session: number) {
  return projectId(identityOfSession(session));
}

/** A file of a generated project: some are worked on often, most seldom. */
export function fileOf(random: () => number): string {
  const place = Math.floor(400 * random() ** 2);
  return `src/${WORDS[300 + (place % 17)]}/${WORDS[1_000 + place]}-${WORDS[400 + (place % 90)]}.ts`;
}

/** A question in plain words about what a session was about: as long as a prompt usually is. */
export function promptOf(session: number, chars: number): string {
  return writerOf(session, createRandom(session * 7 + 3)).text(chars);
}

/**
 * The events of a session, numbered from 0: prompts with the commands, reads, edits and messages that follow them. Texts
 * of 100 to 1,800 characters, a word's share of the memories from one in a million to nine in ten.
 */
export function eventsOfSession(session: number): CleanEvent[] {
  const random = createRandom(session * 101 + 13);
  const writer = writerOf(session, random);
  const agentSession = `session ${session}`;
  const began = FIRST_DAY + session * SESSION_MS;
  return Array.from({ length: SESSION_EVENTS }, (_, n) => ({
    agent: AGENT,
    agentSession,
    session: sessionId(AGENT, agentSession),
    project: projectOfSession(session),
    cwd: '/home/dev/work',
    key: { id: numberedEventId({ agent: AGENT, session: agentSession, phase: 'bench', number: String(n) }) },
    at: began + n * 30_000,
    prompt: `prompt ${Math.floor(n / 10)}`,
    source: 'transcript',
    authority: 2,
    privacy: 1,
    body: bodyOf(n, writer),
  }));
}

function writerOf(session: number, random: () => number): Writer {
  const topic = topicOf(session);
  const word = (): string => {
    if (random() < TOPIC_SHARE) return topic[Math.floor(TOPIC_WORDS * random() ** 2)] ?? '';
    return WORDS[rankOf(random())] ?? '';
  };
  const name = (): string => `${word()}${capital(word())}${random() < 0.2 ? Math.floor(random() * 10_000) : ''}`;
  return {
    random,
    name,
    file: () => fileOf(random),
    text(chars) {
      let text = '';
      while (text.length < chars) text += `${random() < 0.04 ? name() : word()}${random() < 0.1 ? '.\n' : ' '}`;
      return text.slice(0, chars);
    },
  };
}

function topicOf(session: number): string[] {
  const random = createRandom(session * 17 + 5);
  return Array.from({ length: TOPIC_WORDS }, () => WORDS[300 + Math.floor((VOCABULARY - 300) * random() ** 3)] ?? '');
}

/** The rank of a word by a number from 0 to 1. */
function rankOf(share: number): number {
  let [low, high] = [0, VOCABULARY - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((CUMULATED[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bodyOf(n: number, { random, text, name, file }: Writer): EventBody {
  const turn = n % 10;
  if (turn === 0) return { kind: 'prompt', text: text(60 + 300 * random() ** 2), origin: 'person' };
  if (turn === 9) return { kind: 'message', text: text(200 + 1_600 * random() ** 3) };
  if (n === 105) {
    return { kind: 'noted', text: text(120), knowledge: 'decision', person: random() < 0.7, detail: {} };
  }
  const tool = { kind: 'tool.end', success: random() > 0.08 } as const;
  const path = `/home/dev/work/${file()}`;
  if (turn === 1 || turn === 2) return { ...tool, tool: 'Read', input: { file_path: path }, output: text(250) };
  if (turn === 3 || turn === 4) {
    const input = { file_path: path, old_string: text(80), new_string: `function ${name()}() {\n${text(140)}}` };
    return { ...tool, tool: 'Edit', input, output: 'done' };
  }
  if (turn === 5) return { ...tool, tool: 'Grep', input: { pattern: name() }, output: `${path}: ${text(150)}` };
  const command = turn === 6 ? `npm test -- ${file()}` : `git show ${Math.floor(random() * 2 ** 40).toString(16)}`;
  return { ...tool, tool: 'Bash', input: { command }, output: text(260), exitCode: tool.success ? 0 : 1 };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
