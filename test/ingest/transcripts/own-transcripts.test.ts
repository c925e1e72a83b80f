import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findAgent } from '../../../src/agents/registry.ts';
import { isJsonObject, parseJson } from '../../../src/core/json.ts';
import { createOwnTranscripts } from '../../../src/ingest/transcripts/own-transcripts.ts';
import { SESSION_FIXTURES } from '../../agents/session-fixtures.ts';
import { freshHome } from '../../support/fresh-home.ts';

for (const { agent: name, hooks, write } of SESSION_FIXTURES) {
  test(`${name}: what its hooks name and what is found are its own; a copy elsewhere is not`, (context) => {
    const { userHome, root } = freshHome(context);
    write(userHome, 1);
    const agent = findAgent(name);
    assert.ok(agent);
    const environment = { home: userHome, variables: {} };
    const own = createOwnTranscripts(environment);
    const found = agent.findTranscripts(environment).map(({ path }) => path);
    assert.ok(found.length > 0);
    const named = hooks.flatMap(({ event, payload, at }) => {
      const here = parseJson(JSON.stringify(payload).replaceAll('/home/dev/', `${userHome}/`));
      const reading = isJsonObject(here) ? agent.dialect?.readHook(event, here, { at, delivery: 'd' }) : undefined;
      return reading?.transcript ?? [];
    });
    for (const path of new Set([...found, ...named])) assert.ok(!existsSync(path) || own.has(agent, path), path);
    cpSync(userHome, join(root, 'elsewhere'), { recursive: true });
    for (const path of found) assert.ok(!own.has(agent, path.replace(userHome, join(root, 'elsewhere'))), path);
  });
}

test('a transcript that comes later is its own; the short form beside the whole is', (context) => {
  const { userHome } = freshHome(context);
  const agent = findAgent('antigravity');
  assert.ok(agent);
  const own = createOwnTranscripts({ home: userHome, variables: {} });
  const logs = join(userHome, '.gemini/antigravity-cli/brain/5f6c1a2e/.system_generated/logs');
  assert.ok(!own.has(agent, join(logs, 'transcript.jsonl')));
  mkdirSync(logs, { recursive: true });
  for (const file of ['transcript.jsonl', 'transcript_full.jsonl']) writeFileSync(join(logs, file), '{}\n');
  for (const file of ['transcript.jsonl', 'transcript_full.jsonl']) assert.ok(own.has(agent, join(logs, file)), file);
});
