import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { companions, detect, findTranscripts, readSource } from '../../../src/agents/qwen-code/places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('sessions, archived ones and subagents of Qwen Code are found, and belong together', (context) => {
  const home = temporaryFolder(context);
  const environment = { home, variables: {} };
  assert.equal(detect(environment), false);
  assert.deepEqual(findTranscripts(environment), []);
  const project = join(home, '.qwen/projects/-home-dev-shop');
  for (const folder of ['chats/archive', 'subagents/one', 'subagents/two']) {
    mkdirSync(join(project, folder), { recursive: true });
  }
  const files = [
    'chats/one.jsonl',
    'chats/archive/two.jsonl',
    'subagents/one/agent-a-1.jsonl',
    'subagents/two/agent-b.jsonl',
  ];
  for (const file of [...files, 'chats/one.json', 'subagents/one/agent-a-1.stream', 'notes.jsonl']) {
    writeFileSync(join(project, file), '');
  }
  assert.equal(detect(environment), true);
  assert.deepEqual(
    findTranscripts(environment)
      .map(({ path }) => relative(project, path))
      .sort(),
    files.toSorted(),
  );
  const of = (file: string): string[] => companions(join(project, file)).map((path) => relative(project, path));
  assert.deepEqual(of('chats/one.jsonl'), ['subagents/one/agent-a-1.jsonl']);
  assert.deepEqual(of('chats/archive/two.jsonl'), ['subagents/two/agent-b.jsonl']);
  assert.deepEqual(of('subagents/one/agent-a-1.jsonl'), []);
  assert.deepEqual(readSource(join(project, 'subagents/one/agent-a-1.jsonl')), { session: 'one', subagent: 'a-1' });
  assert.deepEqual(readSource(join(project, 'chats/agent-x.jsonl')), { session: 'agent-x' });
});
