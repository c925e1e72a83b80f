import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus, Doc, Question } from './corpus.ts';

interface CodingSession {
  sessionId: string;
  metadata: { date: string };
  messages: { role: string; content: string }[];
}

interface CodingQuestion {
  questionId: string;
  questionType: string;
  question: string;
  haystackSessionIds: string[];
}

/** DevMemBench: coding sessions with one person, questions that are answered by whole sessions. */
export function readDevMemBench(folder: string): Corpus {
  const sessions = readJson<CodingSession[]>(join(folder, 'sessions.json'));
  const group = 'devmembench';
  return {
    name: group,
    docs: sessions.flatMap(({ sessionId: session, metadata, messages }) =>
      messages.map(({ role, content: text }, n) => ({
        group,
        id: `${session}:${n}`,
        session,
        at: metadata.date,
        role,
        text,
      })),
    ),
    questions: readJson<CodingQuestion[]>(join(folder, 'questions.json')).map((one) => ({
      group,
      id: one.questionId,
      query: one.question,
      gold: [],
      gold_sessions: one.haystackSessionIds,
      cat: one.questionType,
    })),
  };
}

interface MemoryCase {
  case_id: string;
  sessions: { session_id: string; timestamp: string; turns: { turn_id: string; role: string; content: string }[] }[];
  gold_memory_units: { memory_id: string; source_turn_ids: string[] }[];
  queries: {
    query_id: string;
    prompt: string;
    probe_type: string;
    gold_memory_ids: string[];
    forbidden_memory_ids: string[];
  }[];
}

/** AutoMemoryBench: each case a memory of its own; the turns that told what is gold, and what must not be told any more. */
export function readAutoMemoryBench(folder: string): Corpus {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const cases = files.flatMap((file) => readJson<{ cases: MemoryCase[] }>(join(folder, file)).cases);
  return { name: 'automemorybench', docs: cases.flatMap(docsOfCase), questions: cases.flatMap(questionsOfCase) };
}

function docsOfCase({ case_id: group, sessions }: MemoryCase): Doc[] {
  return sessions.flatMap(({ session_id: session, timestamp: at, turns }) =>
    turns.map(({ turn_id: id, role, content: text }) => ({ group, id, session, at, role, text })),
  );
}

function questionsOfCase({ case_id: group, gold_memory_units: units, queries }: MemoryCase): Question[] {
  const turns = new Map(units.map((unit) => [unit.memory_id, unit.source_turn_ids]));
  const turnsOf = (ids: readonly string[]): string[] => [...new Set(ids.flatMap((id) => turns.get(id) ?? []))];
  return queries.map((query) => {
    const gold = turnsOf(query.gold_memory_ids);
    return {
      group,
      id: query.query_id,
      query: query.prompt,
      gold,
      gold_sessions: [],
      forbidden: turnsOf(query.forbidden_memory_ids).filter((turn) => !gold.includes(turn)),
      cat: query.probe_type,
    };
  });
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}
