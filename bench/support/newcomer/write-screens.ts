// Draws docs/screens from what the built program writes to a terminal of 60, 80 and 120 columns, in both themes, and the
// recording of the README: node bench/support/newcomer/write-screens.ts, after a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawLines, FIRST_LINE, framed, type Theme, toLines } from './terminal-picture.ts';
import { beginWalk, sessionIn, type Walk } from './walk.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/screens/', import.meta.url));
const LINES = 24;
const WIDTHS = [60, 80, 120];
const STEP_SECONDS = 5;
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['sessions'],
  search: ['search', 'idempotency'],
  resume: ['resume'],
  status: ['status'],
};
const STEPS: readonly (readonly string[])[] = [
  ['sessions'],
  ['search', 'idempotency keys'],
  ['resume'],
  ['context'],
  ['report', 'week'],
];
const ENV = { PAGER: 'cat', CAIRN_PAGER: 'cat', FORCE_HYPERLINK: '0' };

const walk = beginWalk();
try {
  mkdirSync(FOLDER, { recursive: true });
  walk.run('setup --yes');
  walk.run('import --yes');
  sessionIn(walk);
  for (const [name, words] of Object.entries(SCREENS)) {
    for (const columns of WIDTHS) {
      const written = await writtenBy(walk, words, columns);
      for (const theme of ['light', 'dark'] as const)
        draw(`${name}-${columns}-${theme}`, { words, columns, theme, written });
    }
  }
  await record(walk);
} finally {
  walk.close();
}

async function writtenBy(from: Walk, words: readonly string[], columns: number): Promise<string> {
  const { out } = await from.window(words, { columns, env: ENV });
  return `\u001b[1m$ ${['cairn', ...words].join(' ')}\u001b[22m\n${out}`;
}

function draw(
  name: string,
  { words, columns, theme, written }: { words: readonly string[]; columns: number; theme: Theme; written: string },
): void {
  const lines = toLines(written, columns, LINES);
  const label = `cairn ${words.join(' ')}, in a terminal of ${columns} columns`;
  const picture = framed(drawLines(lines, theme, FIRST_LINE), { columns, lines: lines.length, theme, label });
  writeFileSync(`${FOLDER}${name}.svg`, picture);
}

/** One picture that shows a command after the other, each for some seconds. */
async function record(from: Walk): Promise<void> {
  const columns = 100;
  const steps: string[] = [];
  for (const [at, words] of STEPS.entries()) {
    const lines = toLines(await writtenBy(from, words, columns), columns, LINES);
    const drawn = drawLines(lines, 'dark', FIRST_LINE);
    steps.push(`<g class="step" style="animation-delay:${(at - STEPS.length) * STEP_SECONDS}s">\n${drawn}</g>\n`);
  }
  const share = 100 / STEPS.length;
  const style = `<style>.step{opacity:0;animation:show ${STEPS.length * STEP_SECONDS}s infinite}@keyframes show{0%,${share - 0.5}%{opacity:1}${share}%,100%{opacity:0}}</style>\n`;
  const label = 'A terminal: past sessions, a search, where the work stands, what the next session is told, a report';
  writeFileSync(
    `${FOLDER}recording.svg`,
    framed(style + steps.join(''), { columns, lines: LINES, theme: 'dark', label }),
  );
}
