import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item, ItemDetail, PatternDetail } from '../../../src/core/model/item.ts';
import { withDetail } from '../../../src/core/model/item.ts';
import type { MemoryUsage } from '../../../src/core/model/memory-usage.ts';
import { patternId } from '../../../src/derive/item/pattern-id.ts';
import { InjectionUsage } from '../../../src/derive/session/injection-usage.ts';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matcherToJson } from '../../../src/derive/tripwire/matcher.ts';
import { makeItem, NOW, PROJECT, SESSION } from '../../retrieval/make-item.ts';

const HOUR_MS = 3_600_000;

const did = (minute: number, detail: ItemDetail, text = ''): Item =>
  makeItem({ kind: 'observation', at: NOW + minute * 60_000, text, title: text.slice(2), detail });
const ran = (minute: number, command: string, more: ItemDetail = {}): Item =>
  did(minute, { observation: 'command', success: true, ...more }, `$ ${command}`);
const changed = (minute: number, file: string): Item =>
  did(minute, { observation: 'file-write', success: true, filesChanged: [file] });

function pattern(kind: 'fix' | 'workflow' | 'tripwire', more: PatternDetail['more']): Item {
  const key = `${kind} key`;
  return makeItem({
    id: patternId({ project: PROJECT, kind, key }),
    kind: 'pattern',
    at: NOW - HOUR_MS,
    detail: {
      pattern: {
        pattern: kind,
        key,
        count: 2,
        sessions: 2,
        firstAt: NOW - HOUR_MS,
        lastAt: NOW - HOUR_MS,
        firstSession: SESSION,
        lastSession: SESSION,
        evidence: [],
        files: kind === 'fix' ? ['src/cart.ts'] : [],
        ...(more && { more }),
      },
    },
  });
}

/** The uses of one memory that was injected at the beginning, by what was done afterwards. */
function became(
  told: Item,
  done: readonly Item[],
  {
    occasion = 'start',
    asked = [],
  }: { occasion?: string; asked?: ConstructorParameters<typeof InjectionUsage>[1] } = {},
): MemoryUsage['how'][] {
  const uses = new InjectionUsage([{ injection: 1, place: 0, at: NOW, occasion, item: told }], asked);
  for (const item of done) uses.take(item);
  return uses.end().map(({ how }) => how);
}

const edit = makeItem({
  kind: 'observation',
  at: NOW - HOUR_MS,
  detail: { observation: 'file-write', filesChanged: ['src/cart.ts'] },
});

test('a file that a memory is about counts once it is read or changed after the telling, not before, and once', () => {
  assert.deepEqual(became(edit, [changed(-1, 'src/cart.ts'), changed(1, 'src/other.ts')]), []);
  assert.deepEqual(became(edit, [changed(1, 'src/cart.ts'), changed(2, 'src/cart.ts')]), ['touched']);
});

test('what was told because a file was about to be read is not used by reading it', () => {
  const two = withDetail(edit, { filesChanged: ['src/cart.ts', 'src/tax.ts'] });
  const done = [changed(1, 'src/cart.ts'), changed(2, 'src/cart.ts')];
  assert.deepEqual(became(two, done, { occasion: 'file' }), []);
  assert.deepEqual(became(two, [...done, changed(3, 'src/tax.ts')], { occasion: 'file' }), ['touched']);
});

test('an id counts when one of the tools of Cairn gave it after the telling', () => {
  const asked = (at: number) => ({ asked: [{ item: edit.id, at }] });
  assert.deepEqual(became(edit, [], asked(NOW - 1)), []);
  assert.deepEqual(became(edit, [], asked(NOW + 1)), ['fetched']);
});

test('a command counts when it is run again; a workflow when all its steps were', () => {
  const command = { ...ran(-60, 'npm run migrate -- --dry'), at: NOW - HOUR_MS };
  assert.deepEqual(became(command, [ran(1, 'npm test')]), []);
  assert.deepEqual(became(command, [ran(1, 'npm run migrate -- --dry')]), ['repeated']);
  const workflow = pattern('workflow', { steps: ['npm test', 'git push'] });
  assert.deepEqual(became(workflow, [ran(1, 'npm test')]), []);
  assert.deepEqual(became(workflow, [ran(1, 'npm test'), ran(2, 'git push origin')]), ['repeated']);
});

test('a tripwire is heeded when something else is done, and not when it is met all the same', () => {
  const [matcher] = matchersIn('Never run `git push --force`.');
  assert.ok(matcher);
  const tripwire = pattern('tripwire', { matcher: matcherToJson(matcher) });
  const spoke = { occasion: 'tripwire' };
  assert.deepEqual(became(tripwire, [], spoke), []);
  assert.deepEqual(became(tripwire, [ran(1, 'git push')], spoke), ['heeded']);
  assert.deepEqual(became(tripwire, [ran(1, 'git push --force'), ran(2, 'git status')], spoke), ['again']);
});

test('a tripwire of a path is met by a command that names it whole, from where the session ran', () => {
  const [matcher] = matchersIn('Never edit files in src/');
  assert.ok(matcher);
  const tripwire = pattern('tripwire', { matcher: matcherToJson(matcher) });
  const became = (place: ConstructorParameters<typeof InjectionUsage>[2]) => {
    const uses = new InjectionUsage(
      [{ injection: 1, place: 0, at: NOW, occasion: 'tripwire', item: tripwire }],
      [],
      place,
    );
    uses.take(ran(1, 'rm /home/dev/shop/src/a.ts'));
    return uses.end().map(({ how }) => how);
  };
  assert.deepEqual(became({ cwd: '/home/dev/shop' }), ['again']);
  assert.deepEqual(became({ cwd: '/home/dev/other' }), ['heeded']);
});

test('a failure that was told after it came counts as heeded once its command went well, unless it came again', () => {
  const fix = pattern('fix', { command: 'npm test' });
  const failed = (minute: number): Item =>
    ran(minute, 'npm test', { success: false, failure: { key: 'fix key', line: 'boom' } });
  const after = { occasion: 'failure' };
  assert.deepEqual(became(fix, [failed(1)], after), ['again']);
  assert.deepEqual(became(fix, [ran(1, 'npm test')], after), ['heeded']);
});

test('echoes, prompts and messages use nothing', () => {
  const echoed = withDetail(changed(1, 'src/cart.ts'), { echo: true });
  assert.deepEqual(became(edit, [echoed, makeItem({ at: NOW + 1, text: 'src/cart.ts' })]), []);
});
