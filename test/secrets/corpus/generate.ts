// corpus: texts with secrets of generated values, and harmless ones, made of templates with a seed. What the halves are
// stands in README.md.

import { readFileSync } from 'node:fs';
import { FNV } from '../../../src/core/text/terms.ts';
import { createDice, type Dice } from '../../privacy/secret-samples.ts';

/** One made text: its kind, the secrets in it as they stand there, and the template that it was made of. */
export interface CorpusText {
  kind: string;
  text: string;
  secrets: string[];
  template: string;
}

/** `tuned` is for finding rules; `held` and, written later, `second`, `third` and `fourth` are for figures alone. */
export type CorpusPart = 'tuned' | 'held' | 'second' | 'third' | 'fourth';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const ALPHABETS: Readonly<Record<string, string>> = {
  key: DIGITS + LOWER + UPPER,
  letters: LOWER + UPPER,
  hex: `${DIGITS}abcdef`,
  UPHEX: `${DIGITS}ABCDEF`,
  UP: DIGITS + UPPER,
  lower: DIGITS + LOWER,
  dig: DIGITS,
  sym: `${DIGITS}${LOWER}${UPPER}!#%&()*+-=@^_`,
};
const WORDS = (
  'amber anchor apple arrow autumn bacon badge banjo barrel basil beacon berry birch blanket border bottle branch ' +
  'bridge bronze bucket butter cabin cactus candle canyon carbon castle cedar cherry circle clover cobalt copper coral ' +
  'cotton crater cricket crystal dagger desert donkey dragon eagle ember engine fabric falcon feather fiddle flannel ' +
  'forest garden ginger glacier goblin granite hammer harbor hazel helmet honey horizon island jacket jungle kettle ' +
  'ladder lantern lemon lizard magnet maple marble meadow mirror morning mountain needle nickel ocean olive orbit oyster ' +
  'paddle panther pepper pillow planet pocket pumpkin puzzle quartz rabbit raven ribbon river rocket saddle salmon ' +
  'shadow silver spider spring summer thunder timber tunnel turtle valley velvet violet walnut whistle window winter'
).split(' ');
const SEEDS: Readonly<Record<CorpusPart, readonly number[]>> = {
  tuned: [11, 12, 13],
  held: [9_001, 9_002, 9_003],
  second: [77_001, 77_002, 77_003],
  third: [31_001, 31_002, 31_003],
  fourth: [52_001, 52_002, 52_003],
};

/** Every text of a part with secrets in it, from all files of templates. */
export function corpusOf(part: CorpusPart): CorpusText[] {
  return SEEDS[part].flatMap((seed) => [
    ...linesOf(ofPart('forms', part)).map(({ kind, line }, at) => make(kind, line, seed + at * 64)),
    ...spread(SERVICES, part, seed),
    ...spread(PREFIXES, part, seed),
    ...toolFiles(part).map((file, at) => make('tool files', file, seed + at * 64)),
  ]);
}

/** Every harmless text of a part, with fresh values. */
export function harmlessOf(part: CorpusPart): CorpusText[] {
  const [seed = 1] = SEEDS[part];
  return linesOf(ofPart('harmless', part)).map(({ kind, line }, at) => make(kind, line, seed + at * 64));
}

/** True when enough of a secret to tell it stands in a text: half of it, four to eight characters. */
export function holdsSecret(text: string, secret: string): boolean {
  const size = Math.min(8, Math.max(4, Math.ceil(secret.length / 2)));
  for (let at = 0; at + size <= secret.length; at += 1) if (text.includes(secret.slice(at, at + size))) return true;
  return false;
}

/** How a template is filled out of a line: a name, and what stands behind it. */
type Fit = (template: string, name: string, rest: string) => string;

const asService: Fit = (style, name, value) =>
  style.replaceAll('‹S›', name.toUpperCase()).replaceAll('‹s›', name).replaceAll('‹V›', `‹${value}›`);
const asPrefix: Fit = (place, _name, form) => place.replaceAll('‹V›', form);
const SERVICES = { file: 'services', among: 'styles', kind: 'named services', fit: asService } as const;
const PREFIXES = { file: 'prefixes', among: 'places', kind: 'known prefixes', fit: asPrefix } as const;

/**
 * Each line of a part below the heading of a file's own name, in four of the templates below `## among` (of the held-out
 * half below `## among-held`), which go round. The second and later parts have files of their own.
 */
function spread(
  { file, among, kind, fit }: { file: string; among: string; kind: string; fit: Fit },
  part: CorpusPart,
  seed: number,
): CorpusText[] {
  const hasFiles = hasOwnFiles(part);
  const lines = linesOf(hasFiles ? ofPart(file, part) : file);
  const heading = hasFiles ? among : ofPart(among, part);
  const templates = lines.filter((one) => one.kind === heading).map(({ line }) => line);
  return lines
    .filter((one) => one.kind === file)
    .flatMap(({ line }, at) => {
      const [name = '', ...rest] = line.split(' ');
      return inPart(name, part, () =>
        [0, 1, 2, 3].map((turn) => {
          const template = templates[(at * 7 + turn * 5 + seed) % templates.length] ?? '';
          return make(kind, fit(template, name, rest.join(' ')), seed + at * 64 + turn);
        }),
      );
    });
}

function linesOf(file: string): { kind: string; line: string }[] {
  let kind = '';
  return read(file).flatMap((line) => {
    if (!line.startsWith('## ')) return line === '' ? [] : [{ kind, line }];
    kind = line.slice(3);
    return [];
  });
}

/** Files of tools: the templates below `=== tool`, divided by `---`. */
function toolFiles(part: CorpusPart): string[] {
  return read(ofPart('tools', part)).filter((line) => line !== '' && line !== '---' && !line.startsWith('=== '));
}

/** The name of a file or a heading for a part. */
function ofPart(name: string, part: CorpusPart): string {
  return part === 'tuned' ? name : `${name}-${part}`;
}

function read(file: string): string[] {
  return readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8').split('\n');
}

function hasOwnFiles(part: CorpusPart): boolean {
  return part !== 'tuned' && part !== 'held';
}

function inPart<T>(name: string, part: CorpusPart, make: () => T | T[]): T[] {
  let hash: number = FNV.start;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), FNV.prime);
  const made = (hash & 1) === 1 ? 'held' : 'tuned';
  return hasOwnFiles(part) || made === part ? ([make()].flat() as T[]) : [];
}

function make(kind: string, template: string, seed: number): CorpusText {
  const dice = createDice(seed);
  const secrets: string[] = [];
  const whole = template.replaceAll('⏎', '\n').replaceAll('␛', '\u001b');
  const encoded = whole.replace(/‹b64of:((?:[^‹›]|‹[^›]*›)*)›/g, (_, inner: string) => {
    const text = Buffer.from(fill(inner, dice, [])).toString('base64');
    secrets.push(text.replace(/=+$/, ''));
    return text;
  });
  return { kind, template, text: fill(encoded, dice, secrets), secrets };
}

function fill(template: string, dice: Dice, secrets: string[]): string {
  return template.replace(/‹(~|zw)?(\/?[A-Za-z]+|b64_)(\d*)›/g, (...parts: string[]) => {
    const [, mark = '', kind = '', size = ''] = parts;
    if (kind === 'ansi') return '\u001b[1;32m';
    if (kind === '/ansi') return '\u001b[0m';
    const drawn = draw(kind, Number(size), dice);
    const value = mark === 'zw' ? `${drawn.slice(0, 3)}\u200b${drawn.slice(3)}` : drawn;
    if (mark !== '~') secrets.push(value);
    return value;
  });
}

function draw(kind: string, size: number, dice: Dice): string {
  const word = (): string => WORDS[Number(dice.of(DIGITS, 6)) % WORDS.length] ?? '';
  switch (kind) {
    case 'pw':
      return `${dice.of(UPPER, 1)}${dice.of(LOWER, 3)}${dice.of(DIGITS, 2)}${dice.of('!#@%*', 1)}${dice.of(LOWER, 4)}`;
    case 'weak':
      return `${word()}${dice.of('123456789', 1)}${dice.of(DIGITS, 1)}${dice.of(LOWER, 1)}`;
    case 'word':
      return `${word()}${word()}`;
    case 'phrase':
      return Array.from({ length: size }, word).join(' ');
    case 'uuid':
      return [8, 4, 4, 4, 12].map((length) => dice.of(ALPHABETS.hex ?? '', length)).join('-');
    case 'b64_':
      return dice.of(`${ALPHABETS.key}+/`, size);
    default: {
      const alphabet = ALPHABETS[kind];
      if (alphabet === undefined) throw new Error(`no value is called ${kind}`);
      return dice.of(alphabet, size);
    }
  }
}
