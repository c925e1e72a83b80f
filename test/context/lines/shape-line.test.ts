import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripOwnWords } from '../../../src/privacy/own-words.ts';
import { openFresh } from '../../support/fresh-home.ts';

const RULES = ['Never push to main without a "review".', 'Always run the payment tests.'];

for (const format of ['plain', 'markdown', 'json'] as const) {
  test(`a block says the same as ${format}, within its budget, and is known again where it comes back`, async (context) => {
    const { memory, at: home } = openFresh(context, { config: { 'context.format': format }, caller: { person: true } });
    const ids: string[] = [];
    for (const text of RULES) ids.push((await memory.remember({ text, kind: 'constraint' })).id);
    await memory.settled();
    const { text, items, tokens } = await memory.context({ cwd: home.project });
    const lines = text.split('\n').slice(1, -1);
    assert.deepEqual(items.map(({ id }) => id).sort(), ids.toSorted());
    for (const [n, line] of lines.entries()) {
      if (format === 'json') {
        const { id, section, text: said } = JSON.parse(line) as { id: string; section: string; text: string };
        assert.deepEqual([id, section], [items[n]?.id, 'rules']);
        assert.ok(
          RULES.some((rule) => said.includes(rule)),
          line,
        );
      } else {
        assert.match(line, format === 'markdown' ? /^- \[o_\w+\] Constraint/ : /^\[o_\w+\] Constraint/);
      }
    }
    const least = await memory.context({ cwd: home.project, budget: tokens + 40 });
    assert.equal(least.items.length, 2);
    assert.equal((await memory.context({ cwd: home.project, budget: tokens + 39 })).items.length, 1);
    assert.equal(stripOwnWords(`before\n${text}\nafter`).replaceAll(/\s+/g, ' '), 'before after');
  });
}
