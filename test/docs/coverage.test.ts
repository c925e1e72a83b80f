// The reference of the site names everything that a caller can use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS } from '../../src/api/calls.ts';
import { routePath } from '../../src/api/routes.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { SETTING_KEYS, SETTINGS, type Setting } from '../../src/config/settings.ts';
import { ERROR_CODES } from '../../src/core/errors.ts';
import { EVENT_KINDS } from '../../src/core/model/event.ts';
import { describeApi } from '../../src/http/openapi.ts';
import { ALL_TOOLS } from '../../src/mcp/tools.ts';
import { textOf } from './pages.ts';

function assertNames(path: string, names: readonly string[]): void {
  const page = textOf(path);
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => !page.includes(name)),
    [],
    path,
  );
}

test('every setting and its variable', () => {
  assertNames(
    'docs/reference/settings.md',
    SETTING_KEYS.map((key) => `\`${key}\``),
  );
  const variables = SETTING_KEYS.flatMap((key) => (SETTINGS[key] as Setting).env ?? []);
  assertNames(
    'docs/reference/settings.md',
    variables.map((name) => `\`${name}\``),
  );
});

test('every route', () => {
  const paths = Object.keys(describeApi('').paths as object);
  assertNames('docs/api.md', paths);
});

test('every call, on the pages of HTTP, the SDK and JSON output', () => {
  const calls = Object.keys(CALLS);
  assertNames('docs/api.md', calls.map(routePath));
  assertNames(
    'docs/reference/sdk.md',
    calls.map((call) => `\`${call}\``),
  );
  assertNames(
    'docs/reference/json.md',
    calls.map((call) => `### ${call}\n`),
  );
});

test('every command', async () => {
  const shown = (await loadCommands()).filter(({ hidden }) => hidden !== true);
  assertNames(
    'docs/cli.md',
    shown.map(({ name }) => `### cairn ${name}\n`),
  );
});

test('every MCP tool', () => {
  assertNames(
    'docs/reference/mcp-tools.md',
    ALL_TOOLS.map(({ name }) => `### ${name}\n`),
  );
});

test('every error code, with what to do about it', () => {
  const codes = Object.keys(ERROR_CODES);
  assertNames(
    'docs/reference/errors.md',
    codes.map((code) => `\`${code}\``),
  );
  assertNames(
    'docs/help/troubleshooting.md',
    codes.map((code) => `## ${code}\n`),
  );
});

test('every kind of event', () => {
  assertNames(
    'docs/reference/events.md',
    EVENT_KINDS.map((kind) => `| \`${kind}\` |`),
  );
});
