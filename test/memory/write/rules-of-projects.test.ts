// What is stated outside any session is of the project in which it was stated, however many there are.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { NoteInput } from '../../../src/api/requests.ts';
import { openFresh } from '../../support/fresh-home.ts';

/** A rule that a person states in each of two projects; gives the projects, and the tripwires with theirs. */
async function stated(context: TestContext, rules: { shop: NoteInput[]; blog: NoteInput[] }) {
  const { memory, at } = openFresh(context);
  const projects: Record<string, string | undefined> = {};
  for (const [name, notes] of Object.entries(rules)) {
    const cwd = join(at.root, name);
    mkdirSync(join(cwd, '.git'), { recursive: true });
    const person = memory.withCaller({ surface: 'cli', person: true, cwd });
    for (const note of notes) {
      const { id } = await person.remember(note);
      projects[name] = (await memory.get([id])).records[0]?.project;
    }
  }
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const { records } = await memory.get(entries.map(({ id }) => id));
  return { projects, patterns: records.map(({ title, project }) => [title, project] as const) };
}

suite('what a person states outside any session', () => {
  test('makes a tripwire in the project in which it was stated', async (context) => {
    const { projects, patterns } = await stated(context, {
      shop: [{ text: 'Never run terraform apply.' }],
      blog: [{ text: 'Never run git rebase.' }],
    });
    assert.ok(projects.shop !== projects.blog);
    assert.deepEqual(patterns.toSorted(), [
      ['Tripwire: the command git rebase', projects.blog],
      ['Tripwire: the command terraform apply', projects.shop],
    ]);
  });

  test('makes one in each project in which the same was stated', async (context) => {
    const rule = [{ text: 'Never run git rebase.' }];
    const { projects, patterns } = await stated(context, { shop: rule, blog: rule });
    assert.deepEqual(new Set(patterns.map(([, project]) => project)), new Set([projects.shop, projects.blog]));
    assert.equal(patterns.length, 2);
  });

  test('leaves it there when something older comes from another project', async (context) => {
    const { projects, patterns } = await stated(context, {
      shop: [{ text: 'Never run terraform apply.' }],
      blog: [{ text: 'We use date-fns.', at: '2020-01-01T00:00:00Z' }],
    });
    assert.deepEqual(patterns, [['Tripwire: the command terraform apply', projects.shop]]);
  });
});
