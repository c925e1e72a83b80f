import { isJsonObject, isTexts, type JsonObject, type JsonValue, parseJson } from '../core/json.ts';
import { safeText } from '../core/text/safe-text.ts';
import { loosensGuard } from './guards.ts';
import { withoutComments } from './resolve-config.ts';
import { SETTING_HELP } from './setting-help.ts';
import type { SettingValue } from './setting-value.ts';
import { SETTINGS, type Setting, type SettingKey, type Settings } from './settings.ts';

/** Upper bounds on a project's lists, on one of their texts, and on the ignored keys that are listed. */
const LISTED = 50;
const TEXT = { least: 1, most: 200 } as const;
const LEAST_PATTERN = 4;
const TOLD = { keys: 20, chars: 60 } as const;

/** Settings of everything that a project's file may narrow too. */
const SHARED = [
  'context.enabled',
  'context.startTokens',
  'context.promptTokens',
  'context.fileTokens',
  'tripwires.mode',
  'tripwires.errors',
  'privacy.excludePaths',
] as const satisfies readonly SettingKey[];

type SharedKey = (typeof SHARED)[number];
/** The name of a setting of a project. */
export type ProjectKey = SharedKey | 'capture.enabled' | 'privacy.patterns';

/** The person's own settings that a project's file may narrow. */
export type OwnSettings = Pick<Settings, SharedKey>;

/** What a project's file changes, by key: only what differs from the person's own settings. */
export type Narrowed = Partial<Record<ProjectKey, SettingValue>>;

/** A project's file as it was understood. */
export interface ProjectSettings {
  narrowed: Narrowed;
  /** Keys that count for nothing, each with the reason, as the end of a sentence. */
  ignored: { key: string; why: string }[];
  /** Why nothing of the file counts, as the end of a sentence. */
  problem?: string;
}

/** What each setting of a project does, in a sentence. */
export const PROJECT_HELP: Readonly<Record<ProjectKey, string>> = {
  'capture.enabled': 'false: nothing is recorded of what agents do in this project.',
  'context.enabled':
    'false: agents get no context in this project; tripwires still speak, and constraints of yours until you accept the file.',
  'context.startTokens': `${SETTING_HELP['context.startTokens']} A project can only lower it.`,
  'context.promptTokens': `${SETTING_HELP['context.promptTokens']} A project can only lower it.`,
  'context.fileTokens': `${SETTING_HELP['context.fileTokens']} A project can only lower it.`,
  'tripwires.mode': 'What a confirmed tripwire does here: warn or block. A project can only make it stricter.',
  'tripwires.errors': 'true: the agent is told what is known of an error, even where your own settings have it off.',
  'privacy.excludePaths': 'Patterns of files whose contents are never kept, beside yours; they match at any depth.',
  'privacy.patterns':
    'Words that are replaced before anything is kept, in either case: at least 4 characters; "*" at an end stands for the rest of the word.',
};

/** All settings of a project, in the order of their documentation. */
export const PROJECT_KEYS = Object.keys(PROJECT_HELP) as ProjectKey[];

/**
 * Reads the text of a project's file against the person's own settings: what narrows them counts, what would loosen them
 * does not, and neither does any other setting. Never throws, whatever the text is; linear in its length.
 */
export function readProjectSettings(text: string, own: OwnSettings): ProjectSettings {
  const found: ProjectSettings = { narrowed: {}, ignored: [] };
  const parsed = text.trim() === '' ? {} : (parseJson(text) ?? parseJson(withoutComments(text)));
  if (!isJsonObject(parsed)) return { ...found, problem: 'is not a JSON object' };
  for (const [key, value] of entriesOf(parsed)) {
    const why = isProjectKey(key) ? narrow(found.narrowed, { key, value, own }) : whyNot(key);
    if (why !== undefined && found.ignored.length < TOLD.keys) {
      found.ignored.push({ key: safeText(key).slice(0, TOLD.chars), why });
    }
  }
  return found;
}

/** The settings of context and tripwires that hold in a project. */
export function narrowSettings<Own extends OwnSettings>(own: Own, narrowed: Narrowed): Own {
  const shared = Object.entries(narrowed).filter(([key]) => /^(?:context|tripwires)\./.test(key));
  return shared.length === 0 ? own : { ...own, ...Object.fromEntries(shared) };
}

/** The JSON schema (draft 2020-12) of a project's file: every setting, by its flat key. */
export function projectSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of a project in Cairn',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(PROJECT_KEYS.map((key) => [key, { ...schemaOf(key), description: PROJECT_HELP[key] }])),
    },
    additionalProperties: false,
  };
}

function schemaOf(key: ProjectKey): JsonObject {
  if (key === 'privacy.patterns' || key === 'privacy.excludePaths') {
    const minLength = key === 'privacy.patterns' ? LEAST_PATTERN : TEXT.least;
    return { type: 'array', maxItems: LISTED, items: { type: 'string', minLength, maxLength: TEXT.most } };
  }
  if (key === 'tripwires.mode') return { type: 'string', enum: ['warn', 'block'] };
  if (key === 'capture.enabled') return { type: 'boolean' };
  const { type }: Setting = SETTINGS[key];
  return type.kind === 'number' ? { type: 'number', minimum: type.min, maximum: type.max } : { type: 'boolean' };
}

/** Keys and values of a file; one level of groups is taken apart, as in `config.json`. */
function entriesOf(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, value]): [string, JsonValue][] =>
      isJsonObject(value)
        ? Object.entries(value).map(([inner, one]): [string, JsonValue] => [`${name}.${inner}`, one])
        : [[name, value]],
    );
}

function isProjectKey(key: string): key is ProjectKey {
  return PROJECT_KEYS.includes(key as ProjectKey);
}

function whyNot(key: string): string {
  return Object.hasOwn(SETTINGS, key) ? 'is not for a project to set' : 'is not a setting of a project';
}

/** Takes a value over where it narrows; returns why it does not. A value that changes nothing is neither. */
function narrow(
  into: Narrowed,
  { key, value, own }: { key: ProjectKey; value: JsonValue; own: OwnSettings },
): string | undefined {
  if (key === 'privacy.excludePaths' || key === 'privacy.patterns') return narrowList(into, key, { value, own });
  const wanted = key === 'capture.enabled' ? 'boolean' : (SETTINGS[key] as Setting).type.kind;
  if (typeof value === 'object' || typeof value !== (wanted === 'choice' ? 'string' : wanted)) {
    return wanted === 'boolean' ? 'takes true or false' : `takes a ${wanted === 'number' ? 'number' : 'text'}`;
  }
  if (key === 'capture.enabled') {
    if (value === false) into[key] = false;
    return undefined;
  }
  const before = own[key];
  if (value === before) return undefined;
  const { type }: Setting = SETTINGS[key];
  if (type.kind === 'choice' && !type.values.includes(String(value))) return `takes ${type.values.join(', ')}`;
  if (type.kind === 'number' && Number(value) < type.min) return `takes a number from ${type.min}`;
  const loosens = key.startsWith('context.') ? Number(value) > Number(before) : loosensGuard(key, before, value);
  if (loosens) return `would loosen your own setting, which is ${before}`;
  into[key] = value;
  return undefined;
}

function narrowList(
  into: Narrowed,
  key: 'privacy.excludePaths' | 'privacy.patterns',
  { value, own }: { value: JsonValue; own: OwnSettings },
): string | undefined {
  const least = key === 'privacy.patterns' ? LEAST_PATTERN : TEXT.least;
  const isFine = (text: string): boolean => text.replaceAll('*', '').trim().length >= least && text.length <= TEXT.most;
  if (!isTexts(value) || value.length > LISTED || !value.every(isFine)) {
    return `takes a list of at most ${LISTED} texts of ${least} to ${TEXT.most} characters`;
  }
  if (value.length === 0) return undefined;
  // Patterns match at any depth: one from the root of the file system would leave out nothing that is named otherwise.
  const rooted = value.map((one) => one.replace(/^(!?)\/+/, '$1'));
  // What takes in again stands behind what the project itself leaves out: before that it would only be shown, and do nothing.
  const first = rooted.findIndex((one) => !one.startsWith('!'));
  if (key === 'privacy.excludePaths' && first < 0) return 'only takes in again what you or Cairn leave out';
  const paths = rooted.slice(first);
  into[key] = key === 'privacy.patterns' ? value : [...own[key], ...paths.filter((one) => !own[key].includes(one))];
  return undefined;
}
