// The pages of single agents, which scripts/write-docs.ts makes: whatever lies in docs/agents.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from './sidebar.ts';

const FOLDER = new URL('../agents/', import.meta.url);

/** A page for each agent, by title. */
export const AGENT_PAGES: readonly Page[] = readdirSync(FOLDER)
  .map((name) => ({ text: titleOf(readFileSync(new URL(name, FOLDER), 'utf8')), path: `docs/agents/${name}` }))
  .sort((one, other) => one.text.localeCompare(other.text));

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(page)?.[1] ?? '';
}
