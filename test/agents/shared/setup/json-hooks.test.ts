import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HOOKS_FILE as DEVIN, PROJECT_HOOKS_FILE as DEVIN_PROJECT } from '../../../../src/agents/devin-cli/setup.ts';
import { HOOKS_FILE as DROID } from '../../../../src/agents/droid/setup.ts';
import { readJsonc } from '../../../../src/agents/shared/setup/edit-jsonc.ts';
import { hookCommandLine, isHookCommandLine, SHARED_HOME } from '../../../../src/agents/shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../../../../src/agents/shared/setup/json-hooks.ts';
import { HOOKS_FILE as WINDSURF } from '../../../../src/agents/windsurf/setup.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { jsoncText } from '../../jsonc-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const FORMS: Readonly<Record<string, JsonHooks>> = {
  'groups below a key': DEVIN,
  'groups at the top': DROID,
  'groups at the top, with the folder': DEVIN_PROJECT,
  'handlers in the list of the event': WINDSURF,
};

/** A text with hooks of others or none, in any layout, in the form of a file. */
function hooksText({ hooks, at = ['hooks'], flat }: JsonHooks): fc.Arbitrary<string> {
  const handler = fc.record({ command: fc.string() });
  const entry: fc.Arbitrary<object> =
    flat === true ? handler : fc.record({ hooks: fc.array(handler, { maxLength: 2 }) });
  const event = fc.constantFrom(...hooks.map((hook) => hook.event), 'SomeOther');
  const events = fc.dictionary(event, fc.array(entry, { maxLength: 2 }), { maxKeys: 4 });
  return jsoncText(at.length === 0 ? events : fc.record({ theirs: fc.jsonValue({ maxDepth: 1 }), hooks: events }));
}

function commandsOf(text: string, { hooks, at = ['hooks'], flat }: JsonHooks): string[] {
  return [...new Set(hooks.map(({ event }) => event))].flatMap((event) => {
    const entries = readJsonc(text, [...at, event]) as { command?: string; hooks?: { command: string }[] }[];
    const handlers = flat === true ? entries : entries.flatMap((entry) => entry.hooks ?? []);
    return handlers.map(({ command = '' }) => command);
  });
}

suite('hooks in a JSON file', () => {
  for (const [form, file] of Object.entries(FORMS)) {
    test(`as ${form} are put in once each and taken out again byte for byte`, () => {
      fc.assert(
        fc.property(hooksText(file), (text) => {
          const once = withJsonHooks(text, HOOK, file);
          const ours = commandsOf(once, file).filter((command) => isHookCommandLine(command, file.agent));
          assert.equal(ours.length, file.hooks.length);
          assert.equal(withJsonHooks(once, HOOK, file), once);
          assert.equal(withoutJsonHooks(once, file), text);
          const moved = withJsonHooks(withJsonHooks(text, '/old/.cairn/bin/hook', file), HOOK, file);
          assert.deepEqual(commandsOf(moved, file).sort(), commandsOf(once, file).sort());
        }),
        { numRuns: 60 },
      );
      assert.equal(withoutJsonHooks(withJsonHooks(undefined, HOOK, file), file), undefined);
    });
  }

  test('of another agent, and of an older version, are told from its own', () => {
    const old = '{"hooks": {"stop": [{"command": "/old/bin/hook windsurf stop"}, {"command": "say done"}]}}';
    const text = withJsonHooks(old, HOOK, WINDSURF);
    assert.deepEqual(readJsonc(text, ['hooks', 'stop']), [{ command: 'say done' }]);
    assert.equal(withoutJsonHooks(text, { ...WINDSURF, agent: 'cursor' }), text);
  });
});

suite('a line that names the folder', () => {
  const sent = '{"session_id":"s"}';

  test('hands it over in the payload, to a hook of a person and of a repository', (context) => {
    const home = temporaryFolder(context);
    const folder = join(home, "it's a $shop");
    mkdirSync(folder);
    mkdirSync(join(home, '.cairn', 'bin'), { recursive: true });
    const script = join(home, '.cairn', 'bin', 'hook');
    writeFileSync(script, '#!/bin/sh\ncat\nprintf " %s" "$@"\n');
    chmodSync(script, 0o700);
    const run = (line: string, env: Record<string, string> = {}): string =>
      // What a line that does nothing does not read is no error of it.
      spawnSync('/bin/sh', ['-c', line], { input: sent, cwd: folder, env: { HOME: home, ...env }, encoding: 'utf8' })
        .stdout;
    const call = { agent: 'windsurf', event: 'pre_user_prompt', folder: '$PWD' };
    const payload = JSON.stringify({ cwd: folder, session_id: 's' });
    assert.equal(run(hookCommandLine(script, call)), `${payload} windsurf pre_user_prompt`);
    const shared = hookCommandLine(`${SHARED_HOME}.cairn/bin/hook`, call);
    assert.equal(run(shared), `${payload} windsurf pre_user_prompt project`);
    assert.equal(run(shared, { HOME: '/nowhere' }), '');
    const devin = hookCommandLine(script, { agent: 'devin-cli', event: 'Stop', folder: DEVIN.folder ?? '' });
    assert.equal(run(devin), `${payload} devin-cli Stop`);
    assert.equal(run(devin, { DEVIN_PROJECT_DIR: '/repo' }), '{"cwd":"/repo","session_id":"s"} devin-cli Stop');
    for (const line of [shared, devin]) assert.ok(isHookCommandLine(line, line === devin ? 'devin-cli' : 'windsurf'));
  });
});
