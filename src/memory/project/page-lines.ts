import type { PageLine } from '../../api/project-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { cutText } from '../../core/text/text.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { Gap, KnownCommand, OtherProgram } from './command-book.ts';
import type { HardToFind, OtherPlace } from './place-finder.ts';

const MOST = { families: 8, forms: 3, gaps: 2, errors: 2, files: 8, folders: 5, programs: 6, misplaced: 6 } as const;
const SAID_CHARS = 80;
const ERROR_CHARS = 200;
/** A command that fewer than three of this many sessions ran says nothing by itself. */
const MANY_SESSIONS = 10;
const LEAST_OF_MANY = 3;
/** A command says that it often fails from this share of this many runs on. */
const OFTEN = { runs: 5, share: 0.2 } as const;

/** Where an error stands: `cmd/cart.go:37:10: `. */
const PLACE = /^(?:[×✗✖] )?(?:\S+:\d+(?::\d+)?:\s*)?/;

/** An error that came back, with the command that prints it. */
export interface KnownError {
  id: string;
  family: string;
  label: string;
  sessions: number;
}

/**
 * A line for each kind of command: what it is for, its other forms, what it does not run. `isSaid`: what the repository says
 * itself, which is left out unless something more is known of it.
 */
export function commandLines(
  commands: readonly KnownCommand[],
  {
    gaps,
    errors,
    isSaid,
    sessions,
  }: { gaps: readonly Gap[]; errors: readonly KnownError[]; isSaid: (text: string) => boolean; sessions: number },
): PageLine[] {
  const families = [...Map.groupBy(commands, ({ family }) => family).values()].slice(0, MOST.families);
  return families.flatMap((forms) => {
    const main = forms.find(({ shown }) => !isOfOne(shown)) ?? forms[0];
    if (main === undefined) return [];
    const others = forms.filter((form) => form !== main);
    const known = [main, ...others.slice(0, MOST.forms)];
    const more = [
      ...behindTags(forms),
      ...gapsOf(known, gaps),
      ...errors
        .filter(({ family }) => family === main.family)
        .slice(0, MOST.errors)
        .map(errorLine),
    ];
    const told = others.filter(({ shown }) => !isSaid(shown)).slice(0, MOST.forms);
    const isRare = sessions >= MANY_SESSIONS && main.sessions < LEAST_OF_MANY;
    const isKnown = (isRare || isSaid(main.shown)) && told.length === 0;
    return [...(isKnown ? [] : [formsLine(main, told)]), ...more];
  });
}

function formsLine(main: KnownCommand, told: readonly KnownCommand[]): PageLine {
  const [ofOne, also] = [told.filter(({ shown }) => isOfOne(shown)), told.filter(({ shown }) => !isOfOne(shown))];
  const head = `\`${main.shown}\` (${formatCounted(main.runs, 'run')} in ${formatCounted(main.sessions, 'session')}${failing(main)})${purpose(main)}`;
  return {
    text: [head, ...formsClause('one test alone', ofOne), ...formsClause('also', also)].join('; '),
    ids: idsOf([main, ...told].map(({ id }) => id)),
  };
}

/** True for a form that names single tests. */
function isOfOne(shown: string): boolean {
  return /(?:[ =]NAME| FILE)\b/.test(shown);
}

function formsClause(label: string, forms: readonly KnownCommand[]): string[] {
  return forms.length === 0
    ? []
    : [`${label}: ${forms.map(({ shown, runs }) => `\`${shown}\` (${runs}×)`).join(', ')}`];
}

/** One line for the programs of the work that are no checks. */
export function programLines(programs: readonly OtherProgram[]): PageLine[] {
  const shown = programs.slice(0, MOST.programs);
  if (shown.length === 0) return [];
  const named = shown.map(
    ({ name, subcommands, sessions }) =>
      `\`${name}\` (${subcommands.join(', ')}; ${formatCounted(sessions, 'session')})`,
  );
  return [{ text: `Other programs of the work: ${named.join(', ')}`, ids: idsOf(shown.map(({ id }) => id)) }];
}

function failing({ runs, failed }: KnownCommand): string {
  return runs >= OFTEN.runs && failed / runs >= OFTEN.share ? `, ${failed} failed` : '';
}

function purpose({ said }: KnownCommand): string {
  return said === undefined ? '' : `: ${cutText(sayable(said), SAID_CHARS)}`;
}

/** Tests behind a build tag: Go compiles none of them without it. */
function behindTags(forms: readonly KnownCommand[]): PageLine[] {
  const isTagged = ({ flags }: KnownCommand): boolean => flags.some((flag) => /^-tags?(?:=|$)/.test(flag));
  const tagged = forms.filter(isTagged);
  const [first] = tagged;
  if (first?.family !== 'go test' || tagged.length === forms.length) return [];
  const tag = first.flags.find((flag) => /^-tags?=/.test(flag)) ?? '-tags';
  return [{ text: `\`go test\` without \`${tag}\` does not run the tests behind that tag`, ids: [first.id] }];
}

function gapsOf(known: readonly KnownCommand[], gaps: readonly Gap[]): PageLine[] {
  const own = gaps.filter(({ passed, failed }) => known.some(({ shown }) => shown === passed) && passed !== failed);
  return own.slice(0, MOST.gaps).map(({ passed, failed, times, ids }) => ({
    text: `\`${passed}\` passed ${times === 1 ? 'once' : `${times} times`} right before \`${failed}\` failed with nothing changed between: it does not run those`,
    ids: [...ids],
  }));
}

function errorLine({ id, family, label, sessions }: KnownError): PageLine {
  return {
    text: `\`${family}\` failed in ${sessions} sessions on ${cutText(sayable(label.replace(PLACE, '')), ERROR_CHARS)}`,
    ids: [id],
  };
}

/** A file that was looked for in the wrong place, and its right one. */
export interface Misplaced {
  path: string;
  id: string;
}

function misplacedLine(files: readonly Misplaced[]): PageLine[] {
  if (files.length === 0) return [];
  return [
    {
      text: `Looked for elsewhere at first: ${files.map(({ path }) => path).join(', ')}`,
      ids: idsOf(files.map(({ id }) => id)),
    },
  ];
}

/** Lines for the files that took long to find, and for the folders outside the project that sessions use. */
export function placeLines(
  files: readonly HardToFind[],
  folders: readonly OtherPlace[],
  misplaced: readonly Misplaced[],
): PageLine[] {
  return [
    ...files.slice(0, MOST.files).map(({ path, sessions, searches, words, ids }) => ({
      text: `${path}: opened after ${formatCounted(searches, 'search')} in ${formatCounted(sessions, 'session')}${words.length === 0 ? '' : `, for ${words.join(', ')}`}`,
      ids: idsOf(ids),
    })),
    ...misplacedLine(misplaced.slice(0, MOST.misplaced)),
    ...folders.slice(0, MOST.folders).map(({ path, sessions, id }) => ({
      text: `outside the repository: ${path} (${formatCounted(sessions, 'session')})`,
      ids: [id],
    })),
  ];
}

function idsOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, 4);
}
