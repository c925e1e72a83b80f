import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SummaryDetail } from '../../../../src/core/model/item.ts';
import { asks, edits, reads, runs, says, summaryOf, textsOf } from '../session-items.ts';

const toldIn = ({ learned, completed, problemsSolved, keyMessages, brief }: SummaryDetail): string =>
  [...[learned, completed, problemsSolved, keyMessages].flatMap(textsOf), brief].join('\n');

test('a guess goes once its cause is confirmed, and what a message corrects goes with the correction', () => {
  const told = toldIn(
    summaryOf(
      asks('Why does the nightly export stop halfway?'),
      says('The problem is likely the timeout of `fetchRows`.'),
      reads('src/export.ts'),
      says('The issue is that `openPage` never closes its cursor.'),
      reads('src/cursor.ts'),
      says('Actually, no. The page is closed by its owner.'),
      reads('src/lock.ts'),
      says('The root cause is the lock of `writeRow`, which two workers take in turn.'),
    ),
  );
  assert.match(told, /The root cause is the lock of `writeRow`/);
  assert.doesNotMatch(told, /timeout of `fetchRows`|never closes its cursor/);
});

test('a sentence does not count where the next one takes it back', () => {
  const told = toldIn(
    summaryOf(
      asks('Why is the upload of the photos slow?'),
      says('The root cause is the size of `photoBuffer`. However, a smaller one is as slow.'),
    ),
  );
  assert.doesNotMatch(told, /size of `photoBuffer`/);
});

test('work that the agent takes back in the next turn is not told as done', () => {
  const told = toldIn(
    summaryOf(
      asks('Make the order of the plugins stable'),
      edits('src/plugins.ts'),
      says('Fixed the order: the plugins are sorted by their name in `loadPlugins`.'),
      asks('but the config already lists them in order, why not read that?'),
      says('You’re right. Let me revert my earlier change to `loadPlugins`.'),
      edits('src/plugins.ts'),
      says('Changed `loadPlugins` to keep the order of the config.'),
    ),
  );
  assert.match(told, /keep the order of the config/);
  assert.doesNotMatch(told, /sorted by their name/);
});

test('of two turns on one matter the last one is told', () => {
  const told = toldIn(
    summaryOf(
      asks('Send the name of the page with the event'),
      edits('src/track.ts'),
      says('Done. Now `open page` sends the name of the page with the event.'),
      asks('send the address of the page as well'),
      edits('src/track.ts'),
      says('Done. Now `open page` sends the name and address of the page with the event.'),
    ),
  );
  assert.match(told, /name and address of the page/);
  assert.doesNotMatch(told, /sends the name of the page/);
});

test('no sentence stands under two headings', () => {
  const { learned, completed, decisions, problemsSolved, keyMessages, outcomeBy } = summaryOf(
    asks('We should only log the id of a customer, never the address.'),
    runs('npm test', '1 failed', 1),
    edits('src/log.ts'),
    runs('npm test', 'all good'),
    says('Fixed the log in `writeLog`: it fails no longer because the address is left out.'),
  );
  const all = [learned, completed, decisions, problemsSolved, keyMessages, outcomeBy].flatMap(textsOf);
  assert.deepEqual(all, [...new Set(all)]);
});

test('what an agent is about to do is neither done nor learned, whatever apostrophe it writes', () => {
  const told = toldIn(
    summaryOf(
      asks('Split the importer into two files'),
      edits('src/import.ts'),
      says('I’ll turn the reader into its own file because the importer is long.'),
      edits('src/read.ts'),
      says('Now I’m moving the tests, which the reader needs. I’ve moved `readRows` into `src/read.ts`.'),
    ),
  );
  assert.match(told, /I’ve moved `readRows`/);
  assert.doesNotMatch(told, /I’ll turn|I’m moving/);
});

test('a question that nothing was changed for is told with the beginning of its answer', () => {
  const { learned } = summaryOf(
    asks('Can the viewer start a build?'),
    reads('src/viewer.ts'),
    says('No, only from the terminal.\n\n- It lists builds that ended.'),
  );
  assert.deepEqual(textsOf(learned), ['Can the viewer start a build? → No, only from the terminal.']);
});

test('what a list says of the way things were is not told as done', () => {
  const { completed } = summaryOf(
    asks('Find out why no mail is sent'),
    edits('src/mail.ts'),
    says(
      '## Summary\n- `sendMail` was only called for the first address\n- Added the loop over all addresses to `sendMail`',
    ),
  );
  assert.deepEqual(textsOf(completed).slice(0, 2), [
    'Added the loop over all addresses to `sendMail`',
    'Changed src/mail.ts (+1 -1)',
  ]);
});

test('a request that begins with lines of a terminal is told by the words after them', () => {
  const { request } = summaryOf(
    asks('➜ shop git:(main) git push\nerror: no hook file found\n\nplease fix, we no longer use hooks'),
  );
  assert.deepEqual(textsOf(request), ['please fix, we no longer use hooks']);
});
