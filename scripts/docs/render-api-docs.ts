import type { Field, Fields } from '../../src/api/calls/fields.ts';
import { CALLS, type CallName, SUBJECTS } from '../../src/api/calls.ts';
import { describe } from '../../src/api/check-input.ts';
import { resourcePath, routePath } from '../../src/api/routes.ts';
import { exampleInput } from '../../src/api/schema/examples.ts';
import { PROBLEMS } from '../../src/api/schema/problems.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { describeApi } from '../../src/http/openapi.ts';
import { OWN_ROUTES } from '../../src/http/own-routes.ts';
import { type ResourceRoute, resourceRoutes } from '../../src/http/resources.ts';

const HEAD = `# The API over HTTP

<!-- Made by scripts/write-snapshots.ts from the tables of calls and resources; test/http/api-docs.test.ts compares, and runs each example. -->

The worker answers only on 127.0.0.1. \`cairn worker --http\` and \`cairn ui\` open the address, and \`http.json\` in the home contains the address and
a token. Every request needs the token, or comes from a signed-in page (a cookie and the header \`x-cairn-page\`). Bodies and
answers are JSON. Times are ISO 8601 or milliseconds since 1970. Only a person may make
some calls, as their help says (such as \`share\`): a program gets 403 \`not_allowed\`. A list with more entries has \`nextCursor\`; send it as \`cursor\` to get them.
\`GET /api/v1/openapi.json\` describes all of this for programs, with a schema and an example of every request and answer.
\`/explorer\` of the dashboard shows it to people, works offline, and lets them try the reading calls.

\`\`\`sh
CAIRN=$(sed 's/.*"url":"\\([^"]*\\)".*/\\1/' ~/.cairn/http.json)
TOKEN=$(sed 's/.*"token":"\\([^"]*\\)".*/\\1/' ~/.cairn/http.json)
\`\`\`

## Without a token

\`GET /health\` answers \`{"status":"ok"}\` and \`GET /ready\` the same, or 503 while the worker leaves; neither reveals anything else.

\`\`\`sh
curl -fsS "$CAIRN/health"
\`\`\`
`;

const EVENTS = `## Live events

\`GET /api/v1/events\` sends server-sent events. The id of each is its place in the log; \`data\` is the event as JSON. A reader starts
after the place \`after\` or, when it reconnects, after the header \`Last-Event-ID\`. With \`last\` it starts with the last places of
the log (0: with new events only). After 15 seconds without an event, the worker sends a comment. It does not buffer for a reader: it reads the log later for a
slow one, and drops one that takes nothing for 45 seconds. The stream ends when the worker exits; \`retry\` says
when to connect again. A failure on the way is an event named \`failure\`.
`;

/** The routes on TCP that are no call: who asks, and the pages that are signed in. */
function renderOwnRoutes(): string {
  const rows = Object.entries(OWN_ROUTES).flatMap(([route, { methods, on, help }]) =>
    on === 'tcp' || on === 'anywhere' ? [`- \`${methods.join('`, `')} ${routePath(route)}\` ${help}`] : [],
  );
  return ['## The worker itself', '', ...rows, ''].join('\n');
}

/** The page docs/api.md. */
export function renderApiDocs(): string {
  const { paths } = describeApi('');
  const operation = (path: string, method: string) => asObject(asObject(asObject(paths)[path])[method.toLowerCase()]);
  const resources = [...Map.groupBy(resourceRoutes(), ({ name }) => name)].map(([, routes]) =>
    renderResource(routes, operation),
  );
  const calls = SUBJECTS.flatMap(({ name, help, calls: table }) => [
    `## Calls: ${name}`,
    '',
    help,
    '',
    ...Object.keys(table).map((call) => renderCall(call as CallName, operation)),
  ]);
  const about =
    '## Resources\n\nLists are newest first. An answer has an `ETag`; send it as `If-None-Match` to get 304.\n';
  return [HEAD, renderProblems(), renderOwnRoutes(), EVENTS, about, ...resources, ...calls].join('\n');
}

function renderProblems(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, means, fix }]) => `| \`${code}\` | ${status} | ${means} | ${fix} |`,
  );
  return [
    '## Failures',
    '',
    'Every failure is `{"error": {"code", "message", "fix"}}`; the codes are a closed list. A method, length or type that a route does not take is `invalid_input` with 405, 413 or 415.',
    '',
    '| code | status | means | what helps |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

type FindOperation = (path: string, method: string) => JsonObject;

function renderResource(routes: readonly ResourceRoute[], operation: FindOperation): string {
  const [first] = routes;
  if (first === undefined) return '';
  const lines = routes.map(({ name, method, isOne, help }) => {
    const path = resourcePath(name, isOne ? '{id}' : undefined);
    return `- \`${method} ${path}\` ${help} ${renderStatuses(operation(path, method))}`;
  });
  const reads = routes.filter(({ method, isOne }) => method === 'GET' && !isOne);
  const examples = reads.map(({ name }) => curl(`"$CAIRN${resourcePath(name)}"`));
  return [
    `### ${first.name}`,
    '',
    ...lines,
    '',
    ...renderFields(reads[0]?.fields ?? {}),
    '```sh',
    ...examples,
    '```',
    '',
  ].join('\n');
}

function renderCall(call: CallName, operation: FindOperation): string {
  const { help, input, methods } = CALLS[call] as { help: string; input: Fields; methods: readonly ('GET' | 'POST')[] };
  const described = operation(routePath(call), 'POST');
  const body = JSON.stringify(exampleInput(call, input));
  const answer = asObject(asObject(asObject(described.responses)[200]).content);
  const [type = ''] = Object.keys(answer);
  return [
    `### ${call}`,
    '',
    `\`${methods.join('`, `')} ${routePath(call)}\` ${help} ${renderStatuses(described)}`,
    '',
    ...renderFields(input),
    '```sh',
    curl(`-H 'content-type: application/json' -d '${body}' "$CAIRN${routePath(call)}"`),
    '```',
    '',
    `Answers ${type === 'application/x-ndjson' ? 'one JSON value a line, each' : 'JSON'} like:`,
    '',
    '```json',
    shortened(asObject(answer[type]).example),
    '```',
    '',
  ].join('\n');
}

const EXAMPLE_CHARS = 700;

function shortened(example: unknown): string {
  const text = JSON.stringify(example) ?? '';
  return text.length <= EXAMPLE_CHARS ? text : `${text.slice(0, EXAMPLE_CHARS)}…`;
}

function curl(rest: string): string {
  return `curl -fsS -H "Authorization: Bearer $TOKEN" ${rest}`;
}

function renderStatuses({ responses }: JsonObject): string {
  return `(${Object.keys(asObject(responses)).join(', ')})`;
}

function renderFields(fields: Fields): string[] {
  const rows = Object.entries(fields).map(([name, field]: [string, Field]) => {
    const needed = field.required === true ? ' **needed**' : '';
    return `| \`${name}\`${needed} | ${describe(field).replaceAll('|', '\\|')} | ${field.help.replaceAll('|', '\\|')} |`;
  });
  return rows.length === 0 ? [] : ['| field | takes | |', '|---|---|---|', ...rows, ''];
}
