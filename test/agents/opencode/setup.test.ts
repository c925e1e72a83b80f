import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { planSetup, planUninstall } from '../../../src/agents/opencode/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function targetIn(context: TestContext): SetupTarget & { config: string } {
  const home = temporaryFolder(context);
  const environment = { home, variables: {} };
  return { environment, hookCommand: HOOK, mcpCommand, config: join(home, '.config', 'opencode') };
}

function write(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    if (after !== undefined) writeFileSync(path, after);
  }
}

const KEYS = fc.string({ maxLength: 5 }).filter((key) => key !== 'mcp' && key !== 'cairn');
const rest = fc.dictionary(KEYS, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const settings = jsoncText(
  fc
    .tuple(rest, fc.option(rest, { nil: undefined }), rest)
    .map(([before, mcp, after]) => ({ ...before, ...(mcp === undefined ? {} : { mcp }), ...after })),
);

suite('set-up of OpenCode', () => {
  test('writes the plugin and the MCP server, once, and takes both out again', (context) => {
    const target = targetIn(context);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      [
        [join(target.config, 'plugins', 'cairn.js'), undefined],
        [join(target.config, 'opencode.json'), undefined],
      ],
    );
    assert.ok(changes[0]?.after?.includes(`const HOOK = "${HOOK}";`));
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), {
      mcp: { cairn: { type: 'local', command: [mcpCommand.command, 'mcp'] } },
      // OpenCode would write it itself.
      $schema: 'https://opencode.ai/config.json',
    });
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('leaves settings with a schema and nothing else as they were', (context) => {
    const target = targetIn(context);
    const text = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n';
    mkdirSync(target.config, { recursive: true });
    writeFileSync(join(target.config, 'opencode.json'), text);
    write(planSetup(target));
    assert.equal(planUninstall(target)[1]?.after, text);
  });

  test('of a repository writes files that hold no path of this machine', (context) => {
    const target = targetIn(context);
    const args = ['-c', 'exec "$HOME/.cairn/bin/cairn" mcp'];
    const shared = { ...target, project: target.environment.home, hookCommand: '$HOME/.cairn/bin/hook' };
    const changes = planSetup({ ...shared, mcpCommand: { command: 'sh', args } });
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['.opencode/plugins/cairn.js', 'opencode.json'].map((name) => join(target.environment.home, name)),
    );
    for (const { after } of changes) assert.doesNotMatch(after ?? '', /\/home\//);
    write(changes);
    assert.equal(planUninstall(shared).length, 2);
  });

  test('takes the settings with comments where there are no others', (context) => {
    const target = targetIn(context);
    const path = join(target.config, 'opencode.jsonc');
    const text = '{\n  // mine\n  "model": "a/b",\n}\n';
    mkdirSync(target.config, { recursive: true });
    writeFileSync(path, text);
    const changes = planSetup(target);
    assert.equal(changes[1]?.path, path);
    write(changes);
    assert.match(readFileSync(path, 'utf8'), /\/\/ mine/);
    // Its user has begun another settings file since.
    writeFileSync(join(target.config, 'opencode.json'), '{}');
    assert.deepEqual(
      planUninstall(target).map((change) => [change.path, change.after]),
      [
        [join(target.config, 'plugins', 'cairn.js'), undefined],
        [path, text],
      ],
    );
  });

  test('leaves another’s plugin file and server alone, and says what to do', (context) => {
    const target = targetIn(context);
    mkdirSync(join(target.config, 'plugins'), { recursive: true });
    writeFileSync(join(target.config, 'plugins', 'cairn.js'), 'export const Mine = async () => ({});\n');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /cairn\.js/ });
    assert.deepEqual(planUninstall(target), []);
    writeFileSync(join(target.config, 'plugins', 'cairn.js'), '');
    writeFileSync(join(target.config, 'opencode.json'), '{"mcp":{"cairn":{"type":"local","command":["true"]}}}');
    assert.throws(() => planSetup(target), { code: 'damaged' });
  });

  test('is undone byte for byte, and twice is once, for all valid settings', (context) => {
    const target = targetIn(context);
    const path = join(target.config, 'opencode.json');
    mkdirSync(target.config, { recursive: true });
    fc.assert(
      fc.property(settings, (text) => {
        writeFileSync(path, text);
        const [, server] = planSetup(target);
        writeFileSync(path, server?.after ?? '');
        assert.deepEqual(
          planSetup(target)
            .map((change) => change.path)
            .filter((changed) => changed === path),
          [],
        );
        assert.equal(planUninstall(target).find((change) => change.path === path)?.after, text);
      }),
      { numRuns: 200 },
    );
  });
});
