import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { EventBody, RawEvent } from '../../../src/core/model/event.ts';
import { openFresh } from '../../support/fresh-home.ts';

function setUp(context: TestContext) {
  const { memory, intake, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  /** A session: what a person typed, and commands; one that ends with `!` failed. */
  const told = (session: string, lines: readonly string[]) =>
    intake.events(
      lines.map((line, i): RawEvent => {
        const [, command, bang] = /^\$ (.+?)(!?)$/.exec(line) ?? [];
        const body: EventBody =
          command === undefined
            ? { kind: 'prompt', text: line, origin: 'person' }
            : {
                kind: 'tool.end',
                tool: 'Bash',
                input: { command },
                output: command.startsWith('gh pr create') ? 'https://github.com/acme/shop/pull/12' : 'ok',
                success: bang === '',
              };
        const when = Date.now() - 3_600_000 + session.charCodeAt(0) * 20_000 + i * 1_000;
        return {
          agent: 'claude-code',
          agentSession: session,
          at: when,
          cwd: at.project,
          identity: { number: `${session}${i}` },
          source: 'transcript',
          body,
        };
      }),
    );
  return { memory, at, told };
}

test('a project has a page: commands, what is left open with its pull request, standing wishes', async (context) => {
  const { memory, at, told } = setUp(context);
  await told('a', ['Make the cart faster.', '$ make check', '$ gh pr create --fill', '$ make check!']);
  await told('b', ['Never deploy on a Friday, in this project.', '$ make check']);
  await memory.settled();
  const { sections, text, sessions, ids, project } = await memory.project({ project: at.project });
  assert.equal(sessions, 2);
  assert.ok(project !== undefined);
  const lines = new Map(sections.map(({ title, lines: all }) => [title, all.map((line) => line.text).join('\n')]));
  assert.match(lines.get('Commands') ?? '', /^`make check` \(3 runs in 2 sessions\)/);
  assert.match(lines.get('Left open') ?? '', /pull request 12/);
  assert.match(lines.get('Standing wishes') ?? '', /Constraint by a person, \d{4}-\d\d-\d\d: Never deploy on a Friday/);
  for (const { lines: all } of sections) for (const line of all) assert.ok(line.ids.length > 0, line.text);
  assert.ok(ids.every((id) => text.includes(id)));
  const { records, missing } = await memory.get(ids.filter((id) => !id.startsWith('s_')));
  assert.ok(records.length > 0);
  assert.deepEqual(missing, []);
});

test('the page leaves out what the repository says itself', async (context) => {
  const { memory, at, told } = setUp(context);
  await told('a', ['Make the cart faster.', '$ npm run lint', '$ npm run check']);
  await told('b', ['Mend the cart.', '$ npm run lint', '$ npm run check']);
  writeFileSync(join(at.project, 'package.json'), '{ "scripts": { "lint": "x" } }');
  writeFileSync(join(at.project, 'CLAUDE.md'), 'We never deploy on a Friday.');
  await memory.settled();
  const { text } = await memory.project({ project: at.project });
  assert.match(text, /npm run check/);
  assert.doesNotMatch(text, /npm run lint/);
});

test('a project without sessions has an empty page', async (context) => {
  const { memory, at } = setUp(context);
  const { text, sessions, sections } = await memory.project({ project: at.project });
  assert.deepEqual([text, sessions, sections], ['', 0, []]);
});
