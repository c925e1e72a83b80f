import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standingRulesIn } from '../src/derive/claim/standing-rule.ts';
import { statementsOfPrompt } from '../src/derive/claim/statements-of-prompt.ts';
import { typedPrompts } from './support/recorded/typed-prompts.ts';
import type { BenchResult } from './support/result.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const LABELS = new URL('./standing-rules-labels/', import.meta.url);
const PARTED = '\n%%\n';
const MARKS = /[«»]/g;

/** A written prompt with the standing rule in it; a half of them was held back while the rules were made. */
interface Written {
  text: string;
  rule: string;
  half: 'tune' | 'check';
}

/** How many standing rules are found in written prompts, and what is wrongly taken for one. */
export async function run(): Promise<BenchResult> {
  const written = blocksOf('rules.txt').map(toWritten);
  const counter = blocksOf('counter.txt');
  const recorded = recordedPrompts();
  const tune = written.filter(({ half }) => half === 'tune');
  const check = written.filter(({ half }) => half === 'check');
  const rows = [
    rowOf('prompts with a rule, rules made with them', tune),
    rowOf('prompts with a rule, held back', check),
    ['pasted, quoted, reported, negated, or of the task at hand', counter.length, '', '', takenFrom(counter).length],
    ...[...Map.groupBy(recorded, ({ set }) => set)].map(([set, prompts]) => [
      `recorded: ${set}`,
      prompts.length,
      '',
      '',
      falseIn(prompts.map(({ text }) => text)),
    ]),
  ];
  const found = check.filter(isFound).length;
  const atOnce = written.filter(countsAtOnce).length;
  const wrong = falseIn(recorded.map(({ text }) => text));
  const isRecorded = recorded.length > 0;
  return {
    title: 'Standing rules in prompts',
    about:
      'What is taken from a prompt as a rule for all further work. 100 prompts were written with a rule in each, before there were rules to find them, and divided by hash; the others hold none. Recorded prompts: each different one of the main threads of 130 sessions.',
    columns: ['prompts', 'number', 'rule found', 'counts at once', 'wrongly taken'],
    rows,
    bounds: [
      {
        name: 'found in the half held back',
        wanted: '≥ 70 %',
        reached: share(found, check.length),
        met: found / check.length >= 0.7,
      },
      {
        name: 'taken from what is pasted, quoted, reported or negated',
        wanted: '0',
        reached: `${takenFrom(counter).length} of ${counter.length}`,
        met: takenFrom(counter).length === 0,
      },
      {
        name: 'wrong in recorded prompts',
        wanted: '≤ 1',
        reached: isRecorded ? `${wrong} of ${recorded.length}` : 'no recorded prompts here',
        met: wrong <= 1,
      },
    ],
    notes: [
      `A rule counts at once where its prompt holds nothing but rules, and plain orders behind them (${atOnce} of ${written.length}); beside a report, a question, a complaint or anything else it waits until a person confirms it, since a pasted, told or rejected rule stands in the same places.`,
      'The first 50 prompts without a rule were written before the rules, the others to try them; what these showed was closed.',
      'Recorded prompts are in no part of this repository. All were looked through for words of a rule: none holds a standing one, so nothing could be found, and each that is taken is wrong unless `recorded.json` names its hash.',
      `Of the recorded prompts, ${decisionsIn(recorded)} state a decision or a turned down approach, kept with its thread.`,
    ],
  };
}

function rowOf(name: string, prompts: readonly Written[]): (string | number)[] {
  const extra = prompts.flatMap(({ text, rule }) => standingRulesIn(text).filter((one) => !isSame(one.text, rule)));
  const shares = [isFound, countsAtOnce].map((is) => share(prompts.filter(is).length, prompts.length));
  return [name, prompts.length, ...shares, extra.length];
}

function countsAtOnce({ text, rule }: Written): boolean {
  return statementsOfPrompt(text).some((one) => one.standing && one.unclear !== true && isSame(one.text, rule));
}

function isFound({ text, rule }: Written): boolean {
  return standingRulesIn(text).some((one) => isSame(one.text, rule));
}

/** True where a rule that was found is the written one or one of its sentences. */
function isSame(found: string, rule: string): boolean {
  const words = rule.replace(/\s+/g, ' ');
  return words.includes(found) || found.includes(words);
}

function takenFrom(prompts: readonly string[]): string[] {
  return prompts.flatMap((text) => standingRulesIn(text).map((rule) => rule.text));
}

function falseIn(prompts: readonly string[]): number {
  const { standing } = JSON.parse(readFileSync(new URL('recorded.json', LABELS), 'utf8')) as { standing: string[] };
  const taken = takenFrom(prompts);
  if (process.env.CAIRN_BENCH_SHOW !== undefined) process.stderr.write(`${taken.join('\n')}\n`);
  return taken.filter((rule) => !standing.includes(hashOf(rule).slice(0, 16))).length;
}

function decisionsIn(prompts: readonly { text: string }[]): number {
  return prompts.filter(({ text }) => statementsOfPrompt(text).some(({ standing }) => standing !== true)).length;
}

function blocksOf(name: string): string[] {
  const [, ...blocks] = readFileSync(new URL(name, LABELS), 'utf8').split(PARTED);
  return blocks.map((block) => block.trim());
}

function toWritten(block: string): Written {
  const rule = /«([\s\S]*)»/.exec(block)?.[1] ?? '';
  const text = block.replace(MARKS, '');
  return { text, rule, half: Number.parseInt(hashOf(text).slice(0, 1), 16) % 2 === 1 ? 'check' : 'tune' };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function share(count: number, of: number): string {
  return `${Math.round((count / of) * 100)} % of ${of}`;
}

function recordedPrompts(): { set: string; text: string }[] {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    return typedPrompts(DATA, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
