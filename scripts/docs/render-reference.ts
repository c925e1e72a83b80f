import { CALLS, type CallName } from '../../src/api/calls.ts';
import { ANSWERS } from '../../src/api/schema/answer-schemas.ts';
import { PARTS } from '../../src/api/schema/part-schemas.ts';
import { PROBLEMS } from '../../src/api/schema/problems.ts';
import { EXPORT_TABLES } from '../../src/cli/export/export-tables.ts';
import { isGuard } from '../../src/config/guards.ts';
import { PROJECT_HELP, PROJECT_KEYS, projectSchema } from '../../src/config/project-settings.ts';
import { SETTING_HELP } from '../../src/config/setting-help.ts';
import { allowedValues } from '../../src/config/setting-value.ts';
import { SETTING_KEYS, SETTINGS, type Setting } from '../../src/config/settings.ts';
import { settingsSchema } from '../../src/config/settings-schema.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { EVENT_KINDS } from '../../src/core/model/event.ts';
import { ALL_TOOLS, TOOLS } from '../../src/mcp/tools.ts';
import { commandLines, commandSchemas, schemaText } from './command-schemas.ts';
import { EVENT_HELP } from './event-help.ts';

/** The pages below docs/reference that scripts/write-docs.ts makes, by path. */
export function renderReference(): Record<string, string> {
  return {
    'docs/reference/settings.md': renderSettings(),
    'docs/public/project-settings.schema.json': `${JSON.stringify(projectSchema(), null, 2)}\n`,
    'docs/public/settings.schema.json': `${JSON.stringify(settingsSchema(), null, 2)}\n`,
    'docs/public/cli.schema.json': schemaText(),
    'docs/reference/events.md': renderEvents(),
    'docs/reference/export.md': renderExport(),
    'docs/reference/errors.md': renderErrors(),
    'docs/reference/mcp-tools.md': renderTools(),
    'docs/reference/json.md': renderJson(),
  };
}

const made = (from: string): string =>
  `<!-- Made by scripts/write-docs.ts from ${from}; test/docs/generated.test.ts compares. -->\n`;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |\n`).join('');

function renderSettings(): string {
  const rows = SETTING_KEYS.map((key) => {
    const { default: usual, env, secret }: Setting = SETTINGS[key];
    const marks = [isGuard(key) ? 'protects you' : '', secret === true ? 'never shown' : ''].filter(Boolean).join(', ');
    return [
      `\`${key}\``,
      SETTING_HELP[key],
      allowedValues(key),
      shown(usual),
      env === undefined ? '' : `\`${env}\``,
      marks,
    ];
  });
  return `# Settings

${made('src/config')}
\`cairn config\` lists the settings with their values and where each value comes from. A value comes from the environment variable, else from \`config.json\` in the home, else it is the default.

A variable counts for commands, and for a worker that you start by a command. **A worker that a hook or an agent starts goes by \`config.json\` alone** (and by \`CAIRN_HOME\`): it serves all projects, so what one project has in its environment is not for it. Most workers are started that way, so put into \`config.json\` what is to hold always, keys too: \`cairn config set KEY VALUE\`.

\`\`\`sh
cairn config
cairn config get context.startTokens
cairn config set context.startTokens 800
cairn config unset context.startTokens
cairn config path        # where the file is
cairn config schema      # its JSON schema
cairn worker restart     # a running worker reads the settings when it starts
\`\`\`

\`cairn config edit\` opens the file in \`$VISUAL\` or \`$EDITOR\`. What you save counts once it is correct; otherwise the settings stay as they were, and the error says why. The file may hold comments (\`//\` and \`/* */\`), which stay when a command changes a setting. [settings.schema.json](/settings.schema.json) is the JSON schema of the file: name it in \`"$schema"\`, and an editor completes and checks the settings.

A setting that *protects you* can be tightened by anybody. Only a person in a terminal can loosen it with \`cairn config\`. If \`config.json\` or a variable loosens it, Cairn tells you at your next sessions until you accept the change with \`cairn config accept KEY\`.

${table(['setting', 'what it does', 'takes', 'default', 'variable', ''], rows)}

## A file for each project

A repository can have a file of its own: \`.cairn/config.json\` at its root, JSON with comments like yours. It counts for everyone who works there, from the next event on, and it can only narrow what your own settings allow:

${table(
  ['setting', 'what it does'],
  PROJECT_KEYS.map((key) => [`\`${key}\``, PROJECT_HELP[key]]),
)}

\`\`\`json
{
  "context": { "startTokens": 200 },
  "privacy": { "excludePaths": ["customers/"], "patterns": ["ACME-*"] }
}
\`\`\`

Whoever can write the file, an agent or a colleague, cannot silence you with it: while it turns recording or context off, or lowers \`context.startTokens\`, each session tells you so, and agents are told the constraints that you stated or confirmed. \`cairn config accept project\` in the project ends both, until the file turns off something else.

Every other setting in the file, such as a model, an address or a key, counts for nothing, and so does a value that would loosen one of yours. \`cairn config\` in the project shows what counts with the origin \`.cairn/config.json here\`, and what is ignored; \`cairn doctor\` warns of it. The file is ignored as a whole when it is longer than 64 kB, no JSON object, or a link that leads out of the repository. In a work tree of git, the file of the main one counts. [project-settings.schema.json](/project-settings.schema.json), also \`cairn config schema project\`, is its JSON schema.

The settings hold for what is recorded from then on, by hooks and by imports alike; \`cairn forget\` erases what was kept before. \`capture.enabled\` leaves out what agents do; what you tell Cairn yourself is kept, and what an agent did in your name is taken back all the same. While no worker runs, a hook writes its event, redacted, to a file of the journal in your home; it is narrowed when the worker takes it in, a moment later.`;
}

function shown(value: Setting['default']): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? 'none' : `\`${text}\``;
}

function renderEvents(): string {
  const rows = EVENT_KINDS.map((kind) => {
    const [means, fields] = EVENT_HELP[kind];
    return [`\`${kind}\``, means, fields.replace(/\w+/g, '`$&`')];
  });
  return `# Events

${made('src/core/model/event.ts and scripts/docs/event-help.ts')}
An event is one thing that an agent or a person did. Cairn appends events to its log and derives every memory from them. \`cairn events\` shows the log, \`cairn events --follow --json\` follows it, \`GET /api/v1/events\` streams it, and \`memory.events()\` of the SDK iterates over it.

\`\`\`sh
cairn events --last 5
cairn events --json --last 5
\`\`\`

Each event has an id, a place in the log (\`seq\`), an agent, a session, a time (\`at\`), and, where they are known, a folder (\`cwd\`), a project, a branch, a prompt and a subagent. Its \`kind\` is one of these; a field that does not apply is absent.

${table(['kind', 'what happened', 'fields'], rows)}`;
}

function renderErrors(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, means, fix }]) => [
    `[\`${code}\`](../help/troubleshooting.md#${code})`,
    String(status),
    means,
    fix,
  ]);
  return `# Errors

${made('src/core/errors.ts and src/api/schema/problems.ts')}
Every failure has a code from this list, a message, and where possible a fix. The shape is the same everywhere: \`{"error": {"code", "message", "fix"}}\` on stdout with \`--json\` and over HTTP, \`isError\` over MCP, and a thrown \`CairnError\` in the SDK. [Troubleshooting](../help/troubleshooting.md) says what to do about each.

${table(['code', 'HTTP status', 'meaning', 'what helps'], rows)}`;
}

function renderTools(): string {
  const parts = ALL_TOOLS.map(({ name, description, input, readOnly, destructive }) => {
    const fields = Object.entries(asObject(input.properties)).map(([argument, schema]) => {
      const { type, description: help, enum: choices } = asObject(schema);
      const needed = Array.isArray(input.required) && input.required.includes(argument) ? ' **needed**' : '';
      const among = Array.isArray(choices) ? `one of ${choices.join(', ')}` : String(type ?? '');
      return [`\`${argument}\`${needed}`, among, String(help ?? '')];
    });
    const kind = readOnly ? 'Reads only.' : destructive === true ? 'Takes memories out of sight.' : 'Writes.';
    const usual = TOOLS.some((tool) => tool.name === name) ? 'Served by default.' : 'Served with `--tools all`.';
    return `### ${name}\n\n${escaped(description)}\n\n${usual} ${kind}\n\n${fields.length === 0 ? '' : `${table(['argument', 'takes', ''], fields)}\n`}`;
  });
  return `# MCP tools

${made('src/mcp/tools.ts')}
\`cairn mcp\` serves seven tools; \`cairn mcp --tools all\` serves all of these. The descriptions are what the agent reads. [MCP](../mcp.md) describes the server itself.

${parts.join('')}`
    .trimEnd()
    .concat('\n');
}

function renderExport(): string {
  const tables = Object.entries(EXPORT_TABLES).map(([name, { means, columns }]) => {
    const rows = Object.entries(columns).map(([column, { type, means: holds }]) => [`\`${column}\``, type, holds]);
    return `### ${name}\n\n${means}\n\n${table(['column', 'type', ''], rows)}`;
  });
  return `# Exports

${made('src/cli/export/export-tables.ts')}
\`cairn export\` writes the whole memory, or the memories that you choose, to a file.

| format | holds | for |
| --- | --- | --- |
| \`jsonl\` (default) | the recorded events of all, or of a \`--project\` or \`--session\` | another home: \`cairn import FILE\` |
| \`json\` | \`entries\` (memories), \`sessions\`, \`projects\`, each as \`cairn get ID --json\` has it | programs |
| \`md\` | a section for each memory | people |
| \`sqlite\` | plain tables | SQL |

The filters are those of \`cairn search\`: \`--kind\`, \`--project\`, \`--agent\`, \`--session\`, \`--file\`, \`--since\`, \`--until\` and the others of \`cairn export --help\`; \`--id\` names memories, or a session for all of it. The name of the file says the format unless \`--format\` does. A file that exists stays as it is without \`--force\`, and a new one can be read by you alone.

\`\`\`sh
cairn export rules.md --kind knowledge --project .
cairn export memory.sqlite --since 30d
sqlite3 memory.sqlite "SELECT at, title FROM memories WHERE kind = 'commit' ORDER BY at DESC LIMIT 5"
\`\`\`

Every format holds the same words: secrets were removed before anything was stored, and hidden and forgotten memories are in none. The memory itself stays in \`~/.cairn\`; changes of an export change nothing there.

## Tables of the SQLite file

The file is a database of its own that any \`sqlite3\` opens. Times are ISO 8601 in UTC, and a field without a value is NULL. The table \`columns\` (\`table_name\`, \`column_name\`, \`means\`) says the same as this page.

${tables.join('\n')}`;
}

// Text that is written for a model may hold angle brackets, which a page would take for markup.
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function renderJson(): string {
  const calls = Object.keys(CALLS) as CallName[];
  const answers = calls.map((call) => `### ${call}\n\n${CALLS[call].help}\n\n${renderFields(asObject(ANSWERS[call]))}`);
  const schemas = asObject(commandSchemas().$defs);
  const rows = commandLines().map(({ words, call, lists }) => [
    `\`${words}\``,
    printedBy(call, asObject(schemas[words])),
    lists.map((name) => `\`${name}\``).join(' or ') || namedSo(asObject(schemas[words])),
  ]);
  const parts = Object.entries(PARTS).map(([name, schema]) => `### ${name}\n\n${renderFields(asObject(schema))}`);
  return `# JSON output

${made('src/api/schema and scripts/docs/command-schemas.ts')}
Every command that prints something for a person takes \`--json\`. It then prints one JSON value to stdout and nothing to stderr. A command that asks the memory prints the answer of a call; the SDK, HTTP and MCP give the same answer. Times are ISO 8601 in UTC. Fields are only ever added.

The list of an answer is called \`entries\` in every command, also where the call of the memory has another name for it: then the answer has it under both names.

\`\`\`sh
cairn search "retry" --json | jq -r '.entries[].id'
\`\`\`

A failure prints \`{"error": {"code", "message", "fix"}}\` and exits with 1, 2, 3 or 130: [errors](errors.md), [exit codes](../cli.md).

## Commands

[cli.schema.json](/cli.schema.json) is the JSON Schema of all of them, by the words of the first column. \`events\` prints a line of JSON for each event, and so does \`export\` without a file.

${table(['command', 'prints', '`entries` is'], rows)}
## Answers

${answers.join('\n')}
## Parts

Shapes that several answers share.

${parts.join('\n')}`;
}

/** The answer that a command prints, and the fields that it adds; or the fields of what has no call. */
function printedBy(call: CallName | undefined, { properties }: JsonObject): string {
  const known = call === undefined ? {} : asObject(asObject(ANSWERS[call]).properties);
  const added = Object.keys(asObject(properties)).filter((name) => known[name] === undefined && name !== 'entries');
  const fields = added.map((name) => `\`${name}\``).join(', ');
  if (call === undefined) return fields;
  return [`[${call}](#${call.toLowerCase()})`, ...(fields === '' ? [] : [fields])].join(' with ');
}

function namedSo({ properties }: JsonObject): string {
  return asObject(properties).entries === undefined ? '' : '`entries`';
}

function renderFields(schema: JsonObject): string {
  const fields = Object.entries(asObject(schema.properties));
  if (fields.length === 0) return `${typeOf(schema)}\n`;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return table(
    ['field', 'type', ''],
    fields.map(([name, field]) => [
      `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
      typeOf(asObject(field)),
      String(asObject(field).description ?? ''),
    ]),
  );
}

function typeOf(schema: JsonObject): string {
  const { type, format, enum: choices, items, $ref, anyOf, const: only, properties } = schema;
  if (typeof $ref === 'string') return linkTo($ref.split('/').at(-1) ?? '');
  if (Array.isArray(choices)) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(asObject(one))).join(' or ');
  if (items !== undefined) return `list of ${typeOf(asObject(items))}`;
  if (properties !== undefined)
    return `object: ${Object.keys(asObject(properties))
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  return format === 'date-time' ? 'time' : String(type ?? 'any');
}

function linkTo(part: string): string {
  return `[${part}](#${part.toLowerCase()})`;
}
