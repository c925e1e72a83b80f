import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { ImportInput } from '../../../src/api/requests.ts';
import { openFresh } from '../../support/fresh-home.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const CLAUDE_MD = `# Work here
- Never commit to the main branch
- Use pnpm instead of npm
- The shop lives in src/shop
- The token is ${SECRET} today
`;

async function facts(memory: Memory, input: ImportInput = {}): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ facts: true, ...input })) last = progress;
  assert.ok(last?.done);
  return structuredClone(last);
}

suite('statements of instruction files', () => {
  test('are proposed rules and notes of the repository, with their file, and told unasked only once confirmed, whatever the file says then', async (context) => {
    const { memory, at } = openFresh(context);
    writeFileSync(join(at.project, 'AGENTS.md'), CLAUDE_MD);
    const { added, byKind } = await facts(memory);
    assert.equal(added, 4);
    assert.deepEqual(byKind, { constraint: 1, decision: 1, note: 2 });
    const { entries } = await memory.list({ kinds: ['knowledge'], status: 'proposed' });
    assert.deepEqual(entries.map(({ title }) => title).sort(), [
      'Never commit to the main branch',
      'Use pnpm instead of npm',
    ]);
    for (const { author, ref } of entries) {
      assert.equal(author, 'repo');
      assert.match(ref ?? '', /^AGENTS\.md#[a-z2-7]{8}$/);
    }
    const before = await memory.context({ cwd: at.project });
    assert.ok(!before.text.includes('main branch'));
    const [rule] = entries.filter(({ title }) => title.includes('main branch'));
    const person = (memory as unknown as { withCaller(caller: object): Memory }).withCaller({
      surface: 'cli',
      person: true,
    });
    await person.update(rule?.id ?? '', { status: 'confirmed' });
    for (const says of [CLAUDE_MD, '# Void\n\n- Never commit to the main branch\n', '']) {
      writeFileSync(join(at.project, 'AGENTS.md'), says);
      const { text } = await memory.context({ cwd: at.project });
      assert.ok(text.includes('Never commit to the main branch'), text);
    }
  });

  test('count once; a changed line is another, a moved one the same, and a secret is taken out', async (context) => {
    const { memory, store, at } = openFresh(context);
    const path = join(at.project, 'CLAUDE.md');
    writeFileSync(path, CLAUDE_MD);
    await facts(memory);
    assert.equal((await facts(memory)).added, 0);
    writeFileSync(
      path,
      `# Other\n- A new line that says something\n${CLAUDE_MD.replace('pnpm instead of npm', 'yarn instead of npm')}`,
    );
    assert.equal((await facts(memory)).added, 2);
    const events = await store.log.select({}, { after: 0, limit: 100 });
    assert.ok(!JSON.stringify(events).includes(SECRET));
  });

  test('are those of the named files and folders; a person’s own file belongs to no project', async (context) => {
    const { memory, store, at } = openFresh(context);
    const own = join(at.userHome, '.claude');
    mkdirSync(own);
    writeFileSync(join(own, 'CLAUDE.md'), '- Always answer in short sentences\n');
    mkdirSync(join(at.project, '.kiro', 'steering'), { recursive: true });
    writeFileSync(join(at.project, '.kiro', 'steering', 'tech.md'), '- We use Redis for sessions\n');
    assert.equal((await facts(memory, { paths: [join(own, 'CLAUDE.md'), at.project] })).added, 2);
    const events = await store.log.select({}, { after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ body, project }) => [
        body.kind === 'noted' ? body.detail.filesRead : undefined,
        project !== undefined,
      ]),
      [
        [['~/.claude/CLAUDE.md'], false],
        [['.kiro/steering/tech.md'], true],
      ],
    );
  });

  test('are only counted by a dry run, and a path that is not there is said', async (context) => {
    const { memory, store, at } = openFresh(context);
    writeFileSync(join(at.project, 'AGENTS.md'), CLAUDE_MD);
    assert.deepEqual((await facts(memory, { dryRun: true })).byKind, { constraint: 1, decision: 1, note: 2 });
    assert.equal((await store.log.counts()).events, 0);
    await assert.rejects(facts(memory, { paths: [join(at.project, 'NONE.md')] }), { code: 'not_found' });
  });
});
