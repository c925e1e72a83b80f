import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage, workerWithExample } from './support/browser.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const ANSI = '\u001b[31mred\u001b[0m \u001b]8;;http://evil.example/\u0007link\u001b]8;;\u0007';
const BIDI = '\u202Etxt.exe\u202C \u2066x\u2069 \u200Bhidden';
const LONG = 'x'.repeat(1_000_000);

test('hostile stored text stays text in sessions, search and files: markup, bidi, terminal escapes, a line of 1 MB', async (context) => {
  const worker = await workerWithExample(context, { example: 'none' });
  const memory = worker.memory();
  const at = (n: number) => ({ sessionId: 'evil', number: `${n}`, at: Date.now() - 60_000 + n * 1_000 });
  await memory.record([
    { kind: 'prompt', text: `${MARKUP} ${BIDI} ${ANSI} fix the widget`, ...at(1) },
    {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: `cat ${MARKUP}` },
      output: `${ANSI}\n${LONG}`,
      success: false,
      exitCode: 1,
      ...at(2),
    },
    {
      kind: 'tool.end',
      tool: 'Edit',
      input: { file_path: `src/${MARKUP.slice(0, 40)}.ts`, old_string: LONG, new_string: `${BIDI}${ANSI}` },
      output: 'ok',
      success: true,
      ...at(3),
    },
    { kind: 'message', text: `${MARKUP} ${ANSI} done with the widget ${LONG}`, ...at(4) },
  ]);
  await memory.settled();
  const [entry] = (await memory.list({ kinds: ['session'] })).entries;
  assert.ok(entry !== undefined);
  const { page, origin } = await openPage(context, { worker, path: '/sessions' });
  const paths = [
    ['/sessions', '.srow'],
    [`/sessions?sel=${entry.id}`, '.peek .big'],
    [`/sessions/${entry.id}`, '.turn'],
    [`/sessions/${entry.id}?tab=timeline`, '.tl-row'],
    [`/sessions/${entry.id}?tab=summary`, '.prose'],
    ['/search?q=widget', '.hit'],
    ['/files', '.frow'],
    ['/projects', 'main'],
  ] as const;
  for (const [path, shown] of paths) {
    await page.goto(origin + path);
    await page.locator(shown).first().waitFor();
    const found = await page.evaluate(() => ({
      made: document.querySelectorAll('main img, main script, main a[href^="http"]').length,
      unseen: /[\u001b\u202a-\u202e\u2066-\u2069]/.test(document.querySelector('main')?.textContent ?? ''),
      nodes: document.querySelectorAll('*').length,
      isWider: document.documentElement.scrollWidth > innerWidth,
      title: document.title,
    }));
    assert.deepEqual([found.made, found.unseen, found.isWider], [0, false, false], path);
    assert.ok(found.nodes < 3_000, `${path}: ${found.nodes} nodes`);
    assert.match(found.title, /Cairn$/);
    await checkAxe(page);
  }
});
