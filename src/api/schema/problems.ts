import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';

/** What a failure of a code is over HTTP, and what helps in general; an error's own `fix` says it for the case at hand. */
export interface Problem {
  readonly status: number;
  readonly means: string;
  readonly fix: string;
}

/** The status of each code over HTTP, and what helps. */
const FIXES: Readonly<Record<ErrorCode, readonly [status: number, fix: string]>> = {
  invalid_input: [400, 'Send what the document says of the route: GET /api/v1/openapi.json.'],
  unauthorized: [
    401,
    'Send `Authorization: Bearer TOKEN` with the token of http.json; a page signs in with `cairn ui`.',
  ],
  not_allowed: [403, 'Ask at the address of http.json, from no other page, and as the person where a person decides.'],
  not_found: [404, 'Take an id that a list or a search gave.'],
  timeout: [408, 'Ask again, or for less: a shorter time, one project.'],
  busy: [409, 'Wait a moment and ask again.'],
  outdated: [409, 'Ask for the plan again, and confirm that one.'],
  cancelled: [499, 'Ask again, and wait for the answer.'],
  internal: [500, 'Run `cairn doctor`, and report what it says.'],
  damaged: [500, 'Run `cairn doctor --fix`.'],
  unwritable: [500, 'Make the home writable, or move it with CAIRN_HOME.'],
  unsupported: [501, 'See `cairn doctor` for what this machine supports.'],
  embedder_failed: [502, 'Run `cairn doctor`; search finds by words meanwhile.'],
  model_failed: [502, 'Run `cairn llm`: it says what the model answered.'],
  too_many: [429, 'Wait a minute.'],
  over_budget: [429, 'Wait until tomorrow, or raise the budget in the settings.'],
  not_running: [503, 'Ask again: a worker starts with any `cairn` command.'],
  newer_home: [503, 'Update Cairn to the version that wrote the home.'],
  low_disk: [507, 'Free some disk space.'],
};

/** Every code of a failure: the closed list behind HTTP, the OpenAPI document and docs/api.md. */
export const PROBLEMS: Readonly<Record<ErrorCode, Problem>> = Object.fromEntries(
  Object.entries(FIXES).map(([code, [status, fix]]) => [code, { status, means: ERROR_CODES[code as ErrorCode], fix }]),
) as Record<ErrorCode, Problem>;

/** The codes of a status, in the order of the list. A request that is wrong as a request has a status of its own. */
export function codesOf(status: number): ErrorCode[] {
  if (WRONG_REQUESTS.has(status)) return ['invalid_input'];
  return (Object.keys(PROBLEMS) as ErrorCode[]).filter((code) => PROBLEMS[code].status === status);
}

/** Statuses of requests that are no call yet: a method, length or type that the route does not take. */
const WRONG_REQUESTS: ReadonlySet<number> = new Set([405, 413, 415]);
