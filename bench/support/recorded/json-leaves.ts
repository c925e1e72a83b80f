import { asObject, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';

/** A string in a JSON value and the path of the field that holds it. */
export interface JsonLeaf {
  path: string;
  text: string;
}

const NAME = /^[A-Za-z_$][\w$-]{0,39}$/;
const TYPE = /^[\w.:/-]{1,40}$/;
/** Fields by which agents mark what they wrote themselves in a session, and what a model thought. */
const PUT_IN = ['isMeta', 'isCompactSummary', 'isApiErrorMessage', 'synthetic', 'synthetic_reason', 'thought'];
/** Fields whose members are named by whoever wrote them: only their depth is reported. */
const OPEN_FIELD =
  /^(?:input|arguments|args|rawInput|tool_input|variables|env|trackedFileBackups|answers|annotations)$/;

/**
 * The strings of a JSON value. A path names fields, `[]` any element, `(type)` what an object says it is (`:put-in` when no user and no agent said it), `*` a field with a
 * name that is no plain one, `{}` what a string holds as JSON: no path tells what stands in a field.
 */
export function* leavesOf(value: JsonValue, path = ''): Generator<JsonLeaf> {
  if (typeof value === 'string') yield* leavesOfText(value, path);
  else if (Array.isArray(value)) for (const element of value) yield* leavesOf(element, `${path}[]`);
  else if (isJsonObject(value)) {
    for (const [name, field] of Object.entries(value)) {
      yield* leavesOf(field, `${path}${typeOf(value)}${path === '' ? ' ' : '.'}${nameOf(name, path)}`);
    }
  }
}

function* leavesOfText(text: string, path: string): Generator<JsonLeaf> {
  const inner = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (typeof inner === 'object' && inner !== null) yield* leavesOf(inner, `${path}{}`);
  else if (text !== '') yield { path, text };
}

function nameOf(name: string, path: string): string {
  const holder = /(\w+)(?:\([^()]*\)|\{\})*$/.exec(path)?.[1] ?? '';
  return NAME.test(name) && !OPEN_FIELD.test(holder) ? name : '*';
}

/** What an object says it is; `:put-in` when it also says that neither the user nor the agent said it. */
function typeOf(object: JsonObject): string {
  const { type, role } = object;
  const name = type === undefined || type === 'message' ? (role ?? type) : type;
  const kind = typeof name === 'string' && TYPE.test(name) ? name : '';
  const isMarked = PUT_IN.some((flag) => object[flag] === true || typeof object[flag] === 'string');
  const mark = isMarked || asObject(object.origin).kind === 'injection' ? ':put-in' : '';
  return kind + mark === '' ? '' : `(${kind}${mark})`;
}
