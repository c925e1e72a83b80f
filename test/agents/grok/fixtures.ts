import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SentHook, type SessionFixture, sentHooks } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/grok/', import.meta.url));
/** The session of the fixtures. */
export const SESSION = '01a2050d-0000-7b00-8ee7-67238d5ada3f';
/** The chat as it was first, and rewritten in place when its session went on: with rows above those that were there. */
export const BEFORE: string = readFileSync(`${FOLDER}before-resume.jsonl`, 'utf8');
export const AFTER: string = readFileSync(`${FOLDER}after-resume.jsonl`, 'utf8');

/** What Grok sends to hooks in that session, its own and those of Claude Code. */
export function grokHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** Writes the session's files below a home; gives the path of its chat. */
export function writeSession(userHome: string, chat: string): string {
  const path = join(userHome, '.grok', 'sessions', '%2Fhome%2Fdev%2Fshop', SESSION, 'chat_history.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(join(dirname(path), 'summary.json'), readFileSync(`${FOLDER}summary.json`));
  writeFileSync(path, chat);
  return path;
}

/** The session for the tests over all agents. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'grok',
  hooks: grokHooks(),
  write: (userHome, share) => void writeSession(userHome, AFTER.slice(0, Math.floor(AFTER.length * share))),
};
