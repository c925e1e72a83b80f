import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { REGISTERED_HOOKS } from '../../../src/agents/kimi-code/capabilities.ts';
import { HOOKS_FILE, planSetup, planUninstall } from '../../../src/agents/kimi-code/setup.ts';
import { readTables } from '../../../src/agents/shared/setup/edit-toml.ts';
import { withoutTomlHooks, withTomlHooks } from '../../../src/agents/shared/setup/toml-hooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tomlText } from '../toml-arbitrary.ts';

const withHooks = (text: string | undefined, hook: string): string => withTomlHooks(text, hook, HOOKS_FILE);
const withoutHooks = (text: string): string | undefined => withoutTomlHooks(text, HOOKS_FILE);
const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

/** The line of a hook as set-up writes it. */
function commandOf({ event, when }: { event: string; when?: string | undefined }): string {
  return `${HOOK} kimi-code ${event}${when === undefined ? '' : ` ${when}`}`;
}

suite('set-up of Kimi Code', () => {
  test('registers one hook an event in keys that Kimi Code allows, and the MCP server', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      [
        [join(home, '.kimi-code', 'config.toml'), undefined],
        [join(home, '.kimi-code', 'mcp.json'), undefined],
      ],
    );
    assert.deepEqual(
      readTables(changes[0]?.after ?? '', 'hooks'),
      REGISTERED_HOOKS.map(({ when, ...hook }) => ({ ...hook, command: commandOf({ when, ...hook }), timeout: 5 })),
    );
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), { mcpServers: { cairn: mcpCommand } });
    mkdirSync(join(home, '.kimi-code'));
    for (const { path, after } of changes) writeFileSync(path, after ?? '');
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('leaves another’s MCP server of that name alone, and says what to do', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.kimi-code'));
    writeFileSync(join(home, '.kimi-code', 'mcp.json'), '{"mcpServers":{"cairn":{"command":"true"}}}');
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    assert.throws(() => planSetup(target), { code: 'invalid_input' });
    assert.deepEqual(planUninstall(target), []);
  });

  test('names the file that it cannot edit', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.kimi-code'));
    const path = join(home, '.kimi-code', 'config.toml');
    writeFileSync(path, 'hooks = [{ event = "Stop", command = "x" }]\n');
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    assert.throws(() => planSetup(target), { code: 'damaged', message: /config\.toml.*hooks/ });
    assert.match(readFileSync(path, 'utf8'), /^hooks = /);
  });

  test('is undone byte for byte, and twice is once, for every valid settings file', () => {
    fc.assert(
      fc.property(fc.option(tomlText(), { nil: undefined }), (text) => {
        const once = withHooks(text, HOOK);
        assert.equal(withHooks(once, HOOK), once);
        assert.equal(withoutHooks(once), text);
      }),
      { numRuns: 200 },
    );
  });

  test('of a home that moved, or twice over, leaves each hook once, and goes with all of them', () => {
    fc.assert(
      fc.property(tomlText(), (text) => {
        const moved = withHooks(withHooks(text, "/old home's/.cairn/bin/hook"), HOOK);
        const ours = readTables(moved, 'hooks').filter(({ command }) => String(command).includes('kimi-code'));
        assert.deepEqual(
          ours.map(({ command }) => command),
          REGISTERED_HOOKS.map(commandOf),
        );
        const doubled = `${moved}\n[[hooks]]\nevent = "Stop"\ncommand = "${HOOK} kimi-code Stop"\n`;
        assert.equal(withoutHooks(doubled)?.trimEnd(), text.trimEnd());
      }),
      { numRuns: 50 },
    );
  });

  test('goes alone when its user has edited the file since', () => {
    const user = '# mine\ndefault_model = "k" # for now\n';
    const edited = withHooks(user, HOOK)
      .replace('"k"', '"m"')
      .replace(
        /\n\[\[hooks\]\]\nevent = "Stop"/,
        '\n# a note\n\n[[hooks]]\nevent = "Notification"\ncommand = "ring"\n$&',
      );
    const left = withoutHooks(`${edited}\n[models.m]\nprovider = "p"\n`) ?? '';
    assert.deepEqual(JSON.parse(JSON.stringify(parse(left))), {
      default_model: 'm',
      hooks: [{ event: 'Notification', command: 'ring' }],
      models: { m: { provider: 'p' } },
    });
    assert.ok(left.startsWith('# mine\ndefault_model = "m" # for now\n'));
    assert.ok(left.includes('# a note\n'));
  });
});
