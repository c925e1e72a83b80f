// Writes docs/agents.md from the registry of agents: node scripts/write-agent-docs.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderAgentDocs } from './docs/render-agent-docs.ts';

writeFileSync(fileURLToPath(new URL('../docs/agents.md', import.meta.url)), renderAgentDocs());
