import { Option } from 'commander';
import type { Entry } from '../../api/answers.ts';
import { SETTING_HELP } from '../../config/setting-help.ts';
import { CairnError } from '../../core/errors.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { oneLine } from '../../core/text/text.ts';
import type { CliContext, CommandSpec, Completable, OptionSpec } from './command.ts';

/** A word that a shell offers, with what it says of it. */
export interface Offer {
  word: string;
  about: string;
}

/** What a word of the command line can be: words of the table, or a kind of thing that the memory holds. */
type Expected = Completable | readonly Offer[];

/** How many sessions, projects, patterns or collections are offered. */
const MOST = 40;
const ABOUT_CHARS = 60;
/** A name that needs no quotes in any shell. */
const NAME = /^[\w.@+-]+$/;

/** What options of these names take, by name. */
const SOURCES: Readonly<Record<string, Completable>> = { project: 'project', session: 'session', agent: 'agent' };

/**
 * What the last of these words can become, as a shell offers it. Starts no worker: where none answers, sessions and the like
 * are not offered.
 */
export async function completeWords(words: readonly string[], context: CliContext): Promise<Offer[]> {
  const [current = '', ...before] = withoutSigns(words).toReversed();
  const [, prefix = '', start] = /^(--[\w-]+=)?(.*)$/s.exec(current) ?? [];
  const expected = await expectedAt({ before: before.toReversed(), prefix, current }, context);
  const offers = typeof expected === 'string' ? await readOffers(expected, context) : expected;
  return offers
    .filter(({ word }) => word.startsWith(start ?? ''))
    .map(({ word, about }) => ({ word: prefix + word, about: oneLine(safeText(about)).slice(0, ABOUT_CHARS) }));
}

async function readOffers(expected: Completable, context: CliContext): Promise<readonly Offer[]> {
  try {
    return await READERS[expected](context);
  } catch (error) {
    // A message would stand in the middle of what the person types.
    if (error instanceof CairnError) return [];
    throw error;
  }
}

/**
 * Words without the `=` of bash, which hands over `--kind=rule` in three words and completes the last: before that has a
 * letter, the `=` itself is the last.
 */
function withoutSigns(words: readonly string[]): string[] {
  const isSign = (at: number): boolean => words[at] === '=' && words[at - 1]?.startsWith('--') === true;
  const last = words.length - 1;
  return words.flatMap((word, at) => (isSign(at) ? (at === last ? [''] : []) : [word]));
}

async function expectedAt(
  { before, prefix, current }: { before: readonly string[]; prefix: string; current: string },
  { loadCommand, loadCommands }: CliContext,
): Promise<Expected> {
  const [name, ...typed] = before;
  if (name === undefined || name === 'help') {
    const shown = (await loadCommands()).filter(({ hidden }) => hidden !== true);
    const named = [...shown.map(toOffer), { word: 'help', about: 'show help of a command' }];
    return name === undefined ? [...named, ...ALWAYS] : named;
  }
  const command = await loadCommand(name);
  if (command === undefined || command.hidden === true) return [];
  const last = prefix === '' ? typed.at(-1) : prefix.slice(0, -1);
  const option = last === undefined ? undefined : optionCalled(command, last);
  if (option !== undefined && takesValue(option)) return valuesOf(option);
  if (current.startsWith('-')) return [...(command.options ?? []).map(optionOffer), HELP];
  const place = countArguments(command, typed);
  const rows = command.arguments ?? [];
  const completes = (rows[place] ?? (rows.at(-1)?.many === true ? rows.at(-1) : undefined))?.completes ?? [];
  return typeof completes === 'string' ? completes : completes.map((word) => ({ word, about: '' }));
}

const HELP: Offer = { word: '--help', about: 'show help' };
const ALWAYS: readonly Offer[] = [HELP, { word: '--version', about: 'print the version' }];

function toOffer({ name, summary }: CommandSpec): Offer {
  return { word: name, about: summary };
}

function optionOffer(option: OptionSpec): Offer {
  return { word: new Option(option.flags).long ?? '', about: option.help };
}

function optionCalled({ options = [] }: CommandSpec, word: string): OptionSpec | undefined {
  return options.find(({ flags }) => {
    const { long, short } = new Option(flags);
    return word === long || word === short;
  });
}

function takesValue({ flags }: OptionSpec): boolean {
  return new Option(flags).required;
}

function valuesOf({ flags, choices }: OptionSpec): Expected {
  if (choices !== undefined) return choices.map((word) => ({ word, about: '' }));
  return SOURCES[new Option(flags).name()] ?? [];
}

/** How many arguments stand in what was typed, without options and their values. */
function countArguments(command: CommandSpec, typed: readonly string[]): number {
  return typed.filter((word, at) => {
    if (word.startsWith('-')) return false;
    const option = optionCalled(command, typed[at - 1] ?? '');
    return option === undefined || !takesValue(option);
  }).length;
}

const READERS: Readonly<Record<Completable, (context: CliContext) => Promise<readonly Offer[]>>> = {
  session: (context) => list(context, ['session'], ({ id, title }) => ({ word: id, about: title })),
  project: (context) =>
    list(context, ['project'], ({ id, title }) => ({ word: NAME.test(title) ? title : id, about: title })),
  async agent({ setupPlace, readConfig }) {
    const { agents } = await setupPlace(readConfig());
    return agents.map(({ name, title }) => ({ word: name, about: title }));
  },
  async setting() {
    return Object.entries(SETTING_HELP).map(([word, about]) => ({ word, about }));
  },
  async pattern(context) {
    const { patterns } = await memoryOf(context).patterns({ limit: MOST }, { signal: context.io.signal });
    return patterns.map(({ id, text }) => ({ word: id, about: text }));
  },
  async collection(context) {
    const { collections } = await memoryOf(context).collections({}, { signal: context.io.signal });
    return collections.map(({ id, name }) => ({ word: NAME.test(name) ? name : id, about: name }));
  },
};

async function list(
  context: CliContext,
  kinds: ['session'] | ['project'],
  toOne: (entry: Entry) => Offer,
): Promise<readonly Offer[]> {
  const { entries } = await memoryOf(context).list({ kinds, limit: MOST }, { signal: context.io.signal });
  return entries.map(toOne);
}

function memoryOf({ openMemory }: CliContext) {
  return openMemory({ person: false, start: 'never' });
}
