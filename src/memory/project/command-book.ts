import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { sum } from '../../core/sum.ts';
import { oneLine } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { commandOfItem } from '../../derive/failure/item-command.ts';
import { purposeOf } from '../../derive/failure/test-commands.ts';
import { isRefusedTitle } from '../../derive/text/title-words.ts';
import { commandName, mainCommands } from '../../derive/tool/main-commands.ts';
import type { ShellCommand } from '../../derive/tool/shell.ts';

/** A check or build as the sessions ran it, with names of tests and files left out. */
export interface KnownCommand {
  /** Program and subcommand: `mise run test`. */
  family: string;
  /** The form that was run most: `go test -tags=integration -run NAME ./cmd/...`. */
  shown: string;
  flags: readonly string[];
  purpose: 'test' | 'build';
  runs: number;
  failed: number;
  sessions: number;
  lastAt: number;
  /** What agents said that it is for, most often. */
  said: string | undefined;
  /** The latest run. */
  id: ItemId;
}

/** A test run that passed while another one, right after it and with nothing changed between, failed. */
export interface Gap {
  passed: string;
  failed: string;
  times: number;
  ids: readonly ItemId[];
}

interface RunCount extends Omit<KnownCommand, 'shown' | 'sessions' | 'said'> {
  forms: Map<string, number>;
  in: Set<string>;
  sayings: Map<string, number>;
}

/** A program that sessions ran for something else than a check: its subcommands, most used first. */
export interface OtherProgram {
  name: string;
  subcommands: readonly string[];
  sessions: number;
  id: ItemId;
}

const MAX_ARGS = 8;
const ARG_CHARS = 48;
const GAP_IDS = 4;
/** Flags whose value names tests, and flags that only change what is printed. */
const NAMES_TESTS = /^(?:-run|-k|-t|-g|--grep|--testNamePattern|--test-name-pattern|--tests)(=|$)/;
const PRINTS_ONLY = /^(?:-v|-vv|--verbose|--reporter.*|--color.*|--no-color|-count=1|--nocapture|--tb=.*|-q|--quiet)$/;
const TEST_FILE = /(?:\.(?:test|spec)\.\w+|_test\.\w+|(?:^|\/)test_\w+\.\w+|_spec\.\w+)(?:[:#].*)?$/;

/** Programs of every shell, editor and repository. */
const COMMON = wordSet(
  `git gh ls find rg grep egrep fgrep cat sed awk head tail nl jq yq rm cp mv mkdir rmdir touch echo printf mktemp test for if while
  until case do done fi then else function cut tr xargs sort uniq wc diff curl wget node python python3 ruby perl deno ps kill pkill
  pgrep lsof sleep pwd which command type date env chmod chown ln tar zip unzip gzip gunzip true false read tee set unset export ssh
  scp rsync open less more file stat du df basename dirname realpath readlink cd wait jobs bash sh zsh exec eval sudo id whoami uname
  hostname comm paste column tree seq time timeout nohup shopt local return exit break continue let declare trap source sqlite3 base64
  xxd od strings shasum md5 md5sum sha256sum npx bunx npm pnpm yarn bun uv pip pip3 go cargo make mise just docker script apply_patch
  write_stdin rev fold expr nc ss netstat top free cmp patch bc yes vim vi nano code say pbcopy osascript brew apt apt-get`,
);
/** Words of a purpose that every run has. */
const SAYS_NOTHING = wordSet(
  'run the all tests test code check checks for and with again issues errors changes verify project suite linter lint build format',
);
const SHARE = { form: 0.5, said: 0.2 } as const;
const SUBCOMMANDS = 4;
const LEAST_SESSIONS = 3;
/** Least number of runs of one form that is shown with its files and folders. */
const LEAST_RUNS = 3;

/** Collects the checks and builds of sessions, one session after another. */
export class CommandBook {
  readonly #entries = new Map<string, RunCount>();
  readonly #others = new Map<string, { in: Set<string>; words: Map<string, number>; id: ItemId }>();
  readonly #gaps = new Map<string, { times: number; ids: Set<ItemId>; passed: string; failed: string }>();

  take(session: string, items: readonly Item[]): void {
    let passed = new Map<string, { key: string; id: ItemId }>();
    for (const item of items) {
      if (item.kind !== 'observation' || isRefusedTitle(item.title)) continue;
      if ((item.detail.filesChanged ?? []).length > 0) passed = new Map();
      const line = commandOfItem(item);
      if (line === undefined) continue;
      const commands = mainCommands(line);
      const isFailed = hasFailed(item);
      for (const command of commands) this.#add(session, { item, command, isFailed, isAlone: commands.length === 1 });
      const [only, ...others] = commands;
      if (only === undefined || others.length > 0 || purposeOf(only) !== 'test' || !isWhole(only)) continue;
      const key = keyOf(only);
      if (!isFailed) passed.set(key, { key, id: item.id });
      else for (const before of passed.values()) if (before.key !== key) this.#addGap(before, { key, id: item.id });
    }
  }

  #add(
    session: string,
    { item, command, isFailed, isAlone }: { item: Item; command: ShellCommand; isFailed: boolean; isAlone: boolean },
  ): void {
    // The `test` of a shell looks whether a file is there.
    const purpose = command.program === 'test' ? undefined : purposeOf(command);
    const family = commandName(command);
    if (family === undefined) return;
    if (purpose === undefined) {
      this.#addOther(session, { item, program: command.program, family });
      return;
    }
    const key = keyOf(command);
    const entry: RunCount = this.#entries.get(key) ?? {
      family,
      flags: argsOf(command).filter((arg) => arg.startsWith('-')),
      purpose,
      runs: 0,
      failed: 0,
      lastAt: 0,
      id: item.id,
      forms: new Map(),
      in: new Set(),
      sayings: new Map(),
    };
    entry.runs += 1;
    // Nobody can say which one of several commands failed.
    if (isFailed && isAlone) entry.failed += 1;
    entry.in.add(session);
    if (item.at >= entry.lastAt) Object.assign(entry, { lastAt: item.at, id: item.id });
    count(entry.forms, formOf(command));
    const said = isAlone ? purposeSaid(item) : undefined;
    if (said !== undefined) count(entry.sayings, said);
    this.#entries.set(key, entry);
  }

  #addOther(session: string, { item, program, family }: { item: Item; program: string; family: string }): void {
    if (COMMON.has(program) || !/^[a-z][\w-]{1,30}$/.test(program)) return;
    const other = this.#others.get(program) ?? { in: new Set(), words: new Map(), id: item.id };
    other.in.add(session);
    const [, word] = family.split(' ');
    if (word !== undefined) count(other.words, word);
    this.#others.set(program, { ...other, id: item.id });
  }

  /** Programs of three sessions or more, most sessions first. */
  others(): OtherProgram[] {
    return [...this.#others]
      .filter(([, other]) => other.in.size >= LEAST_SESSIONS && other.words.size > 0)
      .map(([name, { in: sessions, words, id }]) => ({
        name,
        subcommands: [...words]
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, SUBCOMMANDS)
          .map(([word]) => word),
        sessions: sessions.size,
        id,
      }))
      .toSorted((one, other) => other.sessions - one.sessions);
  }

  #addGap(passed: { key: string; id: ItemId }, failed: { key: string; id: ItemId }): void {
    const name = `${passed.key}\0${failed.key}`;
    const gap = this.#gaps.get(name) ?? { times: 0, ids: new Set(), passed: passed.key, failed: failed.key };
    gap.times += 1;
    if (gap.ids.size < GAP_IDS) gap.ids.add(passed.id).add(failed.id);
    this.#gaps.set(name, gap);
  }

  /** Those that were run in two sessions or more, most sessions first. */
  commands(): KnownCommand[] {
    const known = [...this.#entries].filter(([, entry]) => entry.in.size > 1);
    return known
      .map(([key, { forms, in: sessions, sayings, ...entry }]) => ({
        ...entry,
        shown: shownForm(key, forms),
        sessions: sessions.size,
        said: mostSaid(sayings, entry),
      }))
      .toSorted((one, other) => other.sessions - one.sessions || other.runs - one.runs);
  }

  gaps(): Gap[] {
    const shown = (key: string): string => shownForm(key, this.#entries.get(key)?.forms ?? new Map());
    return [...this.#gaps.values()]
      .map(({ passed, failed, times, ids }) => ({ passed: shown(passed), failed: shown(failed), times, ids: [...ids] }))
      .toSorted((one, other) => other.times - one.times);
  }
}

/** True for a run that names no single test. */
function isWhole(command: ShellCommand): boolean {
  return !argsOf(command).some((arg) => NAMES_TESTS.test(arg) || TEST_FILE.test(arg));
}

function hasFailed(item: Item): boolean {
  const { success, failure } = detailOfKind(item, 'observation');
  return success === false || failure !== undefined;
}

function argsOf({ args, redirected }: ShellCommand): readonly string[] {
  return (redirected?.args ?? args).filter((arg) => arg !== '');
}

/** What runs have in common: the command without the names of tests, files and folders. */
function keyOf(command: ShellCommand): string {
  return formOf(command)
    .split(' ')
    .map((word) => (word.includes('/') && !word.startsWith('-') ? 'PATH' : word))
    .filter((word, i, all) => word !== 'PATH' || all[i - 1] !== 'PATH')
    .join(' ');
}

function formOf(command: ShellCommand): string {
  const words: string[] = [];
  const args = argsOf(command);
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const named = NAMES_TESTS.exec(arg);
    if (PRINTS_ONLY.test(arg)) continue;
    // Where a build is written to says nothing about it.
    if (arg === '-o') {
      at += 1;
      continue;
    }
    if (named !== null) {
      words.push(named[1] === '=' ? `${arg.slice(0, arg.indexOf('='))}=NAME` : `${arg} NAME`);
      if (named[1] !== '=') at += 1;
    } else if (TEST_FILE.test(arg)) words.push('FILE');
    else words.push(arg.length > ARG_CHARS || /\s/.test(arg) ? '…' : arg);
  }
  const shown = words.filter((word, i) => word !== words[i - 1]);
  const cut = shown.length > MAX_ARGS ? [...shown.slice(0, MAX_ARGS), '…'] : shown;
  return [command.program, ...cut].join(' ').replace(/ --$/, '');
}

/** What an agent said that a call is for, where its tool asks for it. */
function purposeSaid({ text }: Item): string | undefined {
  const at = text.indexOf('\n$ ');
  return text.startsWith('$ ') || at < 0 ? undefined : oneLine(text.slice(0, at));
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>): [string, number] | undefined {
  return [...counts].toSorted(([, one], [, other]) => other - one)[0];
}

/** The form that half of the runs have, else what they have in common. */
function shownForm(key: string, forms: ReadonlyMap<string, number>): string {
  const [form, times] = mostOf(forms) ?? [key, 0];
  return times >= LEAST_RUNS && times >= sum([...forms.values()]) * SHARE.form ? form : key;
}

/** What a fifth of the runs were said to be for, where that says more than the command. */
function mostSaid(
  sayings: ReadonlyMap<string, number>,
  { runs, family }: RunCount | Omit<RunCount, 'forms' | 'in' | 'sayings'>,
): string | undefined {
  const [said, times] = mostOf(sayings) ?? ['', 0];
  if (times < 2 || times < runs * SHARE.said) return undefined;
  const words = said.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const isMore = words.some((word) => !SAYS_NOTHING.has(word) && !family.includes(word.slice(0, 4)));
  return isMore ? said : undefined;
}
