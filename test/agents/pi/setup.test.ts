import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { planSetup, planUninstall } from '../../../src/agents/pi/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOOK = '/home/dev/.cairn/bin/hook';

function targetIn(context: TestContext): SetupTarget {
  const environment = { home: temporaryFolder(context), variables: {} };
  return { environment, hookCommand: HOOK, mcpCommand: { command: 'cairn', args: ['mcp'] } };
}

function write(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after ?? '');
  }
}

suite('set-up of pi', () => {
  test('writes the extension, one file that imports nothing of Cairn, once, and takes it out again', (context) => {
    const target = targetIn(context);
    const changes = planSetup(target);
    const path = join(target.environment.home, '.pi', 'agent', 'extensions', 'cairn.js');
    assert.deepEqual(
      changes.map((change) => [change.path, change.before]),
      [[path, undefined]],
    );
    const text = changes[0]?.after ?? '';
    assert.ok(text.includes(`const HOOK = "${HOOK}";`) && text.includes("HOOK, ['pi', event]"));
    assert.deepEqual(
      [...text.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from),
      ['node:child_process', 'node:fs', 'node:os', 'node:path'],
    );
    assert.doesNotMatch(text, /@[A-Z_]+@/);
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined],
    );
  });

  test('goes to the folder that its user moved', (context) => {
    const { environment, ...rest } = targetIn(context);
    const moved = { ...environment, variables: { PI_CODING_AGENT_DIR: '/srv/pi' } };
    assert.deepEqual(
      planSetup({ ...rest, environment: moved }).map(({ path }) => path),
      ['/srv/pi/extensions/cairn.js'],
    );
  });

  test('of a repository writes a file that holds no path of this machine', (context) => {
    const target = targetIn(context);
    const shared = { ...target, project: target.environment.home, hookCommand: '$HOME/.cairn/bin/hook' };
    const [change, ...more] = planSetup(shared);
    assert.deepEqual([change?.path, more], [join(target.environment.home, '.pi', 'extensions', 'cairn.js'), []]);
    assert.match(change?.after ?? '', /^const HOOK = join\(homedir\(\), "\.cairn\/bin\/hook"\);$/m);
    assert.doesNotMatch(change?.after ?? '', /\/home\//);
  });

  test('leaves another’s file of that name alone, and says what to do', (context) => {
    const target = targetIn(context);
    const [change] = planSetup(target);
    write(change === undefined ? [] : [{ ...change, after: 'export default () => undefined;\n' }]);
    assert.throws(() => planSetup(target), { code: 'damaged', message: /cairn\.js/ });
    assert.deepEqual(planUninstall(target), []);
  });
});
