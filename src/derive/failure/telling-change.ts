import type { ItemId } from '../../core/model/ids.ts';
import { baseName, oneLine } from '../../core/text/text.ts';
import { isSettings } from './remedy.ts';

/** An edit: its item, its file, and its `+` and `-` lines. */
export interface EditedLines {
  id: ItemId;
  file: string;
  text: string;
}

/** What of an edit mended a failure: a line that became another, or one that was added. */
export interface TellingChange {
  id: ItemId;
  file: string;
  from?: string;
  to: string;
}

/** The failure that an edit mended: the line that says why, its rule, and whether other errors stood beside it. */
export interface MendedFailure {
  line: string;
  rule?: string | undefined;
  /** The checker that found it. */
  checker: string;
  isAlone: boolean;
}

const LINE_CHARS = 120;
const MAX_LINES = 40;
const MAX_SETTINGS = 4;
/** Least share of words that a line has in common with the one that it became. */
const SHARED = 0.5;
const PLACE = /(?:^|[\s(])((?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.\w{1,5})(?::|\()\d+/;
const NAMED = /[`'"‘“]([A-Za-z_$@][\w.$@/:-]{1,60})(?:\(\))?[`'"’”]|\bundefined: ([\w.]{2,60})/g;
/** A remark that switches a rule off for a line. */
const SILENCED =
  /\bnolint\b|eslint-disable|biome-ignore|\bnoqa\b|type: ignore|\ballow\(clippy|rubocop:disable|shellcheck disable|@ts-expect-error/;
const EMPTY_LINE =
  /^(?:[{}()[\];,\s]*|\/\/(?!nolint).*|#(?! ?noqa| ?type:| ?shellcheck).*|\*.*|\/\*.*|import\b.*|["'][\w./@-]+["'],?)$/;
/** What a mended line holds, for rules whose message does not name it. */
const HOLDS: readonly { rule: RegExp; holds: RegExp }[] = [
  { rule: /wrapcheck/, holds: /%w|Errorf|[Ww]rap/ },
  { rule: /nilerr/, holds: /return nil|return .*err/ },
  { rule: /err113|errorlint/, holds: /errors\.|%w/ },
  { rule: /gosec G30\d/, holds: /0o?[0-7]{3}/ },
  { rule: /appendAssign/, holds: /append\(/ },
];

/**
 * The changed line that mended a failure, by the file and the names that its error line gives; `undefined` where the edits do
 * not show which one it was.
 */
export function tellingChange(edits: readonly EditedLines[], failure: MendedFailure): TellingChange | undefined {
  const place = PLACE.exec(failure.line)?.[1];
  const isOneFile = new Set(edits.map(({ file }) => file)).size === 1;
  const isThere = ({ file }: EditedLines): boolean =>
    place === undefined ? isOneFile : baseName(file) === baseName(place);
  const there = edits.filter(isThere);
  const hints = hintsOf(failure);
  const scored = there.flatMap((edit) => {
    const pairs = pairsOf(edit);
    const isOnly = place !== undefined && failure.isAlone && there.length === 1 && pairs.length === 1;
    return pairs.map((pair) => ({ pair, score: scoreOf(pair, hints, failure.rule) + (isOnly ? 1 : 0) }));
  });
  const [best] = scored
    .filter(({ score }) => score > 0)
    .map(({ pair, score }) => ({ pair, score: score + likeness(pair) }))
    .sort((one, other) => other.score - one.score);
  return best?.pair ?? ofSettings(edits, failure.checker);
}

/** What was added to the settings of the checker itself: `biome.json` of `biome`. */
function ofSettings(edits: readonly EditedLines[], checker: string): TellingChange | undefined {
  const stem = checker.replace(/-lint$/, '');
  if (stem.length < 3) return undefined;
  const edit = edits.find(({ file }) => isSettings(file) && baseName(file).replace(/^\./, '').startsWith(stem));
  const added = edit === undefined ? [] : pairsOf(edit).map(({ to }) => to);
  return edit === undefined || added.length === 0
    ? undefined
    : { id: edit.id, file: edit.file, to: added.slice(0, MAX_SETTINGS).join(' ') };
}

function hintsOf({ line, rule = '' }: MendedFailure): ((text: string) => boolean)[] {
  const names = [...line.matchAll(NAMED)].flatMap(([, quoted, undefined_]) => quoted ?? undefined_ ?? []);
  const own = HOLDS.filter((one) => one.rule.test(rule) || one.rule.test(line)).map(({ holds }) => holds);
  return [
    ...names.map((name) => (text: string) => text.includes(name)),
    ...own.map((holds) => (text: string) => holds.test(text)),
  ];
}

function scoreOf({ from = '', to }: TellingChange, hints: readonly ((text: string) => boolean)[], rule = ''): number {
  const name = rule.split(' ').at(-1) ?? '';
  if (SILENCED.test(to)) return to.includes(name) || (rule.startsWith('gosec') && !/\bG\d{3}\b/.test(to)) ? 4 : 0;
  return hints.some((holds) => holds(to) !== holds(from)) ? 3 : hints.some((holds) => holds(to) && holds(from)) ? 2 : 0;
}

/** The lines of an edit that became others, and those that were only added. */
function pairsOf({ id, file, text }: EditedLines): TellingChange[] {
  const lines = text.split('\n').slice(0, MAX_LINES * 2);
  const of = (sign: string): string[] =>
    lines
      .flatMap((line) => (line.startsWith(sign) ? oneLine(line.slice(1)) : []))
      .filter((line) => !EMPTY_LINE.test(line) && line.length <= LINE_CHARS);
  const [removed, added] = [of('-'), of('+')];
  const fresh = added.filter((line) => !removed.includes(line)).slice(0, MAX_LINES);
  const gone = removed.filter((line) => !added.includes(line)).slice(0, MAX_LINES);
  return fresh.map((to) => {
    const from = gone
      .map((line) => ({ line, shared: Math.max(sharedWords(line, to), sharedWords(to, line)) }))
      .sort((one, other) => other.shared - one.shared)[0];
    return from !== undefined && from.shared >= SHARED ? { id, file, from: from.line, to } : { id, file, to };
  });
}

/** How alike the two lines of a change are, from 0 to 1: more where fewer words differ. */
function likeness({ from, to }: TellingChange): number {
  return from === undefined ? 0 : Math.min(sharedWords(from, to), sharedWords(to, from));
}

/** Share of the words of a line that another has as well. */
function sharedWords(one: string, other: string): number {
  const words = wordsIn(one);
  const others = wordsIn(other);
  return [...words].filter((word) => others.has(word)).length / Math.max(1, words.size);
}

function wordsIn(line: string): Set<string> {
  return new Set(line.match(/\w+/g) ?? []);
}
