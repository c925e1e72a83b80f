import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type LiveAgent, prepareAgent } from './harness/agent.ts';
import { LIVE_AGENTS } from './harness/agents/agents.ts';
import { assertAnswered, serveAll, servesCairn } from './harness/asking.ts';
import { setUp, stateConstraint } from './harness/checks.ts';
import { IMPORTED_SESSION, importedStory } from './harness/imported.ts';
import { keepHome } from './harness/keep-home.ts';
import { type Machine, openMachine } from './harness/machine.ts';
import { NEXT_PROMPT } from './harness/relay-story.ts';

const LIMIT = { timeout: 480_000 };
/** Larger files are no settings. */
const SETTINGS_BYTES = 200_000;

/** Agents to run alone while one works on them. */
const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = LIVE_AGENTS.filter(({ name }) => wanted === undefined || wanted.includes(name));

suite('each agent asks search, why and an outline through the MCP server', () => {
  for (const agent of agents) {
    test(agent.name, LIMIT, async (context) => {
      const printIn = await prepareAgent(agent);
      const machine = await openMachine(importedStory({ tools: withAsk(agent) }), [agent]);
      context.after(async () => {
        await keepHome(machine, agent);
        await machine[Symbol.asyncDispose]();
      });
      const { cairn, namespace } = machine;
      await machine.explained(async () => {
        await setUp(machine, agent.name);
        assert.notEqual(await serveAllIn(machine), 0, 'set-up registered no server');
        await stateConstraint(machine);
        const print = printIn(namespace);
        await print(IMPORTED_SESSION[0].prompt);
        await cairn.settled();
        const from = namespace.requests.length;
        await print(NEXT_PROMPT);
        assertAnswered(namespace.requests.slice(from));
      });
    });
  }
});

/** An agent's tools with any tool of Cairn's server, which it names as it does the search. */
function withAsk({ tools }: LiveAgent): Parameters<typeof importedStory>[0]['tools'] {
  const { tool: search } = tools.search('');
  return { ...tools, ask: (tool, args) => ({ tool: search.replace(/search$/, tool), args }) };
}

/** Lets Cairn's server serve all its tools wherever set-up registered it; gives in how many files. */
async function serveAllIn({ namespace }: Machine): Promise<number> {
  const entries = await readdir(namespace.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/[/\\]\.cairn(?:[/\\]|$)/.test(entry.parentPath));
  let found = 0;
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const text = await readFile(path, 'utf8');
    if (text.length > SETTINGS_BYTES || !servesCairn(text)) continue;
    await serveAll(path);
    found += 1;
  }
  return found;
}
