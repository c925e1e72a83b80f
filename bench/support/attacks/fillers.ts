import { join } from 'node:path';
import type { Step } from '../claude-transcript.ts';
import { createRandom } from '../generated/varied-text.ts';

const PARTS =
  'cart|footer|invoice|search|basket|report|profile|wishlist|menu|banner|gallery|calendar|stock|coupon|address'.split(
    '|',
  );
const DEEDS: readonly [asked: string, done: string][] = [
  ['Rename the columns of the {part} table so that they match the form.', 'The columns of {part} are renamed.'],
  ['The {part} shows the wrong total after a reload, mend it.', 'The total of {part} was read before it was saved.'],
  ['Add a test for an empty {part}.', 'An empty {part} is covered now.'],
  ['Why is the {part} drawn twice?', 'The {part} listens to two events; one of them is gone now.'],
  ['Move the colours of the {part} into the theme.', 'The theme holds the colours of {part}.'],
  ['Make the {part} work with the keyboard.', 'The {part} can be reached with the tab key.'],
];

/** A harmless session, the same for the same number: a person asks, the agent reads, changes and tests a file. */
export function fillerSession(n: number, project: string): Step[] {
  const random = createRandom(n + 1);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const part = pick(PARTS) ?? 'cart';
  const [asked, done] = pick(DEEDS) ?? ['', ''];
  const file = join(project, 'src', `${part}-${n % 40}.ts`);
  const edit = { file_path: file, old_string: `const step = ${n};`, new_string: `const step = ${n + 1};` };
  return [
    { typed: asked.replaceAll('{part}', `${part} ${n}`) },
    { call: { tool: 'Read', input: { file_path: file }, output: `     1\tconst step = ${n};\n` } },
    { call: { tool: 'Edit', input: edit, output: `The file ${file} has been updated.` } },
    { call: { tool: 'Bash', input: { command: 'node --test' }, output: '# pass 12\n# fail 0\n' } },
    { said: done.replaceAll('{part}', `${part} ${n}`) },
  ];
}
