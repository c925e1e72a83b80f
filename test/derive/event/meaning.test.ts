import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { intentOf, meaningOfSubject } from '../../../src/derive/event/meaning.ts';
import { makeEvent, ROOT, toolEnd, toolItem } from '../make-event.ts';

test('a request says what it asks for by the word that comes first', () => {
  const rows = [
    ['Please fix the login, it crashes when the password is empty', 'bugfix'],
    ['The totals are wrong after a refund', 'bugfix'],
    ['can you add a --json flag to the export?', 'feature'],
    ['Refactor the cart and add tests for it', 'refactor'],
    ['rename Basket to Cart everywhere', 'refactor'],
    ['update the README', 'change'],
    ['hello there', undefined],
  ] as const;
  for (const [text, meaning] of rows) assert.equal(intentOf(text), meaning, text);
});

test('a commit means what its subject says, by the prefix where it has one', () => {
  const rows = [
    ['fix(cart): add missing index', 'bugfix'],
    ['feat!: remove the old flow', 'feature'],
    ['refactor: add a layer', 'refactor'],
    ['docs: fix typo', 'change'],
    ['Add coupons', 'feature'],
    ['wip', 'change'],
  ] as const;
  for (const [subject, meaning] of rows) assert.equal(meaningOfSubject(subject), meaning, subject);
});

test('an edit means what its turn asked for, else what it looks like', () => {
  const edit = toolEnd('Edit', { file_path: `${ROOT}/src/a.ts`, old_string: 'a', new_string: 'b' });
  const [fixed] = deriveEvent(makeEvent(edit), { projectRoot: ROOT, wanted: 'bugfix' }).items;
  assert.deepEqual([fixed?.detail.meaning, fixed?.detail.category], ['bugfix', 'debugging']);
  assert.equal(toolItem('Edit', edit.input).detail.meaning, 'change');
  const lines = Array.from({ length: 9 }, (_, n) => `line ${n}`).join('\n');
  assert.equal(toolItem('Write', { file_path: `${ROOT}/src/b.ts`, content: lines }).detail.meaning, 'feature');
  assert.equal(toolItem('Write', { file_path: `${ROOT}/docs/b.md`, content: lines }).detail.meaning, 'change');
});

test('looking around is a discovery, a plan a decision, and part of the work follows from files and commands', () => {
  const rows = [
    [toolItem('Read', { file_path: `${ROOT}/src/auth/login.ts` }), 'discovery', 'security'],
    [toolItem('Bash', { command: 'npm test' }), 'discovery', 'testing'],
    [toolItem('Bash', { command: 'npm install left' }), 'change', 'config'],
    [toolItem('Bash', { command: 'node run.js' }, { success: false }), 'discovery', 'debugging'],
    [toolItem('ExitPlanMode', { plan: '# Split the cart into modules' }), 'decision', 'architecture'],
    [toolItem('Read', { file_path: `${ROOT}/docs/use.md` }), 'discovery', 'docs'],
    [toolItem('Grep', { pattern: 'x' }), 'discovery', 'general'],
  ] as const;
  for (const [item, meaning, category] of rows) {
    assert.deepEqual([item.detail.meaning, item.detail.category], [meaning, category], item.title);
  }
});
