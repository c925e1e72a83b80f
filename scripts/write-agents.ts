// Writes what follows from the registry of agents, docs/agents.md and src/agents/dialects.ts: node scripts/write-agents.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderAgentDocs } from './docs/render-agent-docs.ts';
import { renderDialects } from './docs/render-dialects.ts';

const write = (path: string, text: string): void =>
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);

write('docs/agents.md', renderAgentDocs());
write('src/agents/dialects.ts', renderDialects());
