import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../../src/agents/cursor/capabilities.ts';
import { planSetup, planUninstall, withHooks, withoutHooks } from '../../../src/agents/cursor/setup.ts';
import { SHARED_HOME } from '../../../src/agents/shared/setup/hook-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
const handlers = fc.array(fc.record({ command: fc.string(), matcher: fc.string() }), { maxLength: 2 });
const hooks = fc.dictionary(fc.constantFrom('stop', 'sessionStart', 'beforeReadFile'), handlers, { maxKeys: 3 });

suite('set-up of Cursor', () => {
  test('makes a file of the version that Cursor reads, with one hook an event, and the MCP server', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      ['hooks.json', 'mcp.json'].map((name) => [join(home, '.cursor', name), undefined]),
    );
    const events = REGISTERED_HOOKS.map(({ event, when, ...matcher }) => {
      const command = `${HOOK} cursor ${event}${when === undefined ? '' : ` ${when}`}`;
      return [event, [{ command, ...matcher, timeout: 5 }]];
    });
    assert.deepEqual(JSON.parse(changes[0]?.after ?? ''), { version: 1, hooks: Object.fromEntries(events) });
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), { mcpServers: { cairn: mcpCommand } });
    for (const { path, after } of changes) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after ?? '');
    }
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test("goes into a repository's own files with a path that is no one's", (context) => {
    const project = temporaryFolder(context);
    const hookCommand = `${SHARED_HOME}.cairn/bin/hook`;
    const target = { environment: { home: '/home/dev', variables: {} }, hookCommand, mcpCommand, project };
    const [change] = planSetup(target);
    assert.equal(change?.path, join(project, '.cursor', 'hooks.json'));
    const { hooks: written } = JSON.parse(change?.after ?? '');
    assert.equal(written.stop[0].command, `[ ! -x "${hookCommand}" ] || "${hookCommand}" cursor stop project`);
  });

  test('is undone byte for byte, and twice is once, for every valid file', () => {
    const file = jsoncText(fc.record({ version: fc.constant(1), hooks }, { requiredKeys: ['version'] }));
    fc.assert(
      fc.property(fc.option(file, { nil: undefined }), (text) => {
        const once = withHooks(text, HOOK);
        assert.equal(withHooks(once, HOOK), once);
        const left = withoutHooks(once);
        // A file that says nothing but its version is as good as none.
        if (text !== '{\n  "version": 1\n}\n') assert.equal(left, text);
      }),
      { numRuns: 150 },
    );
  });

  test('names the file that it cannot edit', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.cursor'));
    writeFileSync(join(home, '.cursor', 'hooks.json'), '{"hooks": []}');
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    assert.throws(() => planSetup(target), { code: 'damaged', message: /hooks\.json/ });
  });
});
