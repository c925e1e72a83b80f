import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { CairnError } from '../../src/core/errors.ts';
import { fileDiff } from '../../src/setup/file-diff.ts';
import { applySetup, chooseAgents, isSetUp, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, deleteHome, isTakenOut, planUninstall } from '../../src/setup/uninstall.ts';
import { placeOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';

const NO_WORKER = async (): Promise<undefined> => undefined;
const AGENT = ['claude-code'];

async function setUp(place: SetupEnvironment): Promise<Awaited<ReturnType<typeof applySetup>>> {
  const plan = planSetup(chooseAgents(AGENT, place), place);
  return applySetup(plan, place, { now: Date.now(), seenByWorker: NO_WORKER });
}

async function takeOut(place: SetupEnvironment): Promise<void> {
  await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: NO_WORKER });
}

/** Every file and link outside the home of Cairn: its bytes or target, and its mode. */
function snapshot(at: FreshHome, folder = at.userHome): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (path === at.home) continue;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found[path] = `link to ${readlinkSync(path)}`;
    else if (stat.isDirectory()) Object.assign(found, { [path]: `folder ${stat.mode}` }, snapshot(at, path));
    else found[path] = `${stat.mode} ${readFileSync(path).toString('base64')}`;
  }
  return found;
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
}

const settings = (at: FreshHome): string => join(at.userHome, '.claude', 'settings.json');
const codeOf = (code: string) => (error: unknown) => error instanceof CairnError && error.code === code;

test('puts everything back byte for byte, whatever was there before', { timeout: 300_000 }, async (context) => {
  const json = fc.json({ maxDepth: 3 }).filter((text) => text.startsWith('{'));
  const commented = fc.constantFrom(
    undefined,
    '',
    '{}',
    '{\n  // mine\n  "model": "opus", // for work\n  "hooks": {}\n}\n',
    '\ufeff{\r\n\t"hooks": {\r\n\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ]\r\n\t}\r\n}',
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]},}',
  );
  const file = fc.record({
    text: fc.oneof(commented, json),
    mode: fc.constantFrom(0o600, 0o644, 0o664),
    link: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(file, file, fc.constantFrom('plain', 'two words', "it's"), async (one, other, name) => {
      const at = freshHome(context);
      const named = { ...at, userHome: join(at.userHome, name), home: join(at.userHome, name, '.cairn') };
      mkdirSync(named.userHome);
      for (const [path, { text, mode, link }] of [
        [settings(named), one],
        [join(named.userHome, '.claude.json'), other],
      ] as const) {
        if (text === undefined) continue;
        write(path, text, mode);
        if (!link) continue;
        mkdirSync(join(named.userHome, 'dotfiles'), { recursive: true });
        const target = join(named.userHome, 'dotfiles', basename(path));
        renameSync(path, target);
        symlinkSync(target, path);
      }
      const before = snapshot(named);
      const place = placeOf(named);
      await setUp(place);
      const after = snapshot(named);
      assert.ok(isSetUp(planSetup(chooseAgents(AGENT, place), place)));
      await setUp(place);
      assert.deepEqual(snapshot(named), after);
      await takeOut(place);
      assert.deepEqual(snapshot(named), before);
    }),
    { numRuns: 12 },
  );
});

test('of a name that stands twice, the value that agents read is changed, and nothing else', async (context) => {
  const texts = [
    '{"hooks":{},"model":"a","hooks":{"Stop":[]}}',
    '{"hooks":{"Stop":[]},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say"}]}],"Stop":[]}}',
    '{\n  "hooks": {"Stop": 7},\n  "hooks": {} // the last one counts\n}\n',
  ];
  for (const text of texts) {
    const at = freshHome(context);
    write(settings(at), text);
    const before = snapshot(at);
    const place = placeOf(at);
    await setUp(place);
    const read = JSON.parse(readFileSync(settings(at), 'utf8').replace(/\/\/.*$/m, '')) as { hooks: object };
    assert.match(JSON.stringify(Object.entries(read.hooks).filter(([event]) => event === 'Stop')), /bin\/hook/, text);
    assert.ok(isSetUp(planSetup(chooseAgents(AGENT, place), place)));
    await takeOut(place);
    assert.deepEqual(snapshot(at), before);
  }
});

test('the diff that is shown says of a secret what it is alone, and the file keeps it', async (context) => {
  const at = freshHome(context);
  const secret = `sk-ant-api03-${'x7Qd'.repeat(24)}`;
  write(settings(at), `{\n  "env": { "ANTHROPIC_API_KEY": "${secret}" }\n}\n`);
  const place = placeOf(at);
  const { agents } = planSetup(chooseAgents(AGENT, place), place);
  const shown = agents.flatMap(({ changes }) => changes.map(fileDiff)).join('\n');
  assert.ok(!shown.includes(secret.slice(0, 30)), shown);
  assert.match(shown, /^\+.*bin\/hook/m);
  await setUp(place);
  assert.ok(readFileSync(settings(at), 'utf8').includes(secret));
});

test('takes only its own lines out of a file that changed since', async (context) => {
  const at = freshHome(context);
  write(settings(at), '{\n  "model": "opus"\n}\n');
  const place = placeOf(at);
  await setUp(place);
  writeFileSync(settings(at), readFileSync(settings(at), 'utf8').replace('"opus"', '"sonnet"'));
  await takeOut(place);
  assert.equal(readFileSync(settings(at), 'utf8'), '{\n  "model": "sonnet"\n}\n');
});

test('goes back through several set-ups to the file as it was', async (context) => {
  const at = freshHome(context);
  write(settings(at), '{ "model": "opus" }');
  const before = snapshot(at);
  await setUp(placeOf(at));
  const moved = { ...at, home: join(at.userHome, 'elsewhere') };
  renameSync(at.home, moved.home);
  await setUp(placeOf(moved));
  assert.match(readFileSync(settings(at), 'utf8'), /elsewhere\/bin\/hook/);
  await takeOut(placeOf(moved));
  renameSync(moved.home, at.home);
  assert.deepEqual(snapshot(at), before);
});

test('changes nothing at all when a file is read-only', async (context) => {
  const at = freshHome(context);
  write(settings(at), '{}', 0o444);
  const before = snapshot(at);
  await assert.rejects(setUp(placeOf(at)), (error: CairnError) => {
    assert.equal(error.code, 'unwritable');
    assert.match(error.message, /settings\.json cannot be changed: .* is read-only\. Nothing was changed\./);
    assert.match(error.fix ?? '', /^chmod u\+w /);
    return true;
  });
  assert.deepEqual(snapshot(at), before);
  assert.ok(!existsSync(at.home));
});

test('changes no agent when the hook does not work', async (context) => {
  const at = freshHome(context);
  write(settings(at), '{}');
  const before = snapshot(at);
  // Nothing ever arrives: patience would only be waited for.
  await assert.rejects(setUp(placeOf(at, { node: '/bin/false', deadlines: DEADLINES })), codeOf('internal'));
  assert.deepEqual(snapshot(at), before);
});

test('leaves nothing of the trial run in the journal', async (context) => {
  const at = freshHome(context);
  const done = await setUp(placeOf(at));
  assert.equal(done.verified, 'journal');
  assert.deepEqual(readdirSync(placeOf(at).paths.journal), []);
});

test('stops when a file changed after it was shown', async (context) => {
  const at = freshHome(context);
  write(settings(at), '{}');
  const place = placeOf(at);
  const plan = planSetup(chooseAgents(AGENT, place), place);
  writeFileSync(settings(at), '{"model":"opus"}');
  const before = snapshot(at);
  await assert.rejects(applySetup(plan, place, { now: 0, seenByWorker: NO_WORKER }), codeOf('busy'));
  assert.deepEqual(snapshot(at), before);
});

test('will not touch a file that is not UTF-8', async (context) => {
  const at = freshHome(context);
  write(settings(at), '');
  writeFileSync(settings(at), Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]));
  const before = snapshot(at);
  await assert.rejects(setUp(placeOf(at)), codeOf('unsupported'));
  assert.deepEqual(snapshot(at), before);
});

test('finds agents by themselves, and says which there are when a name is wrong', (context) => {
  const at = freshHome(context);
  const place = placeOf(at);
  assert.throws(() => chooseAgents([], place), codeOf('not_found'));
  assert.throws(() => chooseAgents(['klaude'], place), /No agent is called "klaude"/);
  mkdirSync(join(at.userHome, '.claude'));
  assert.deepEqual(
    chooseAgents([], place).map((agent) => agent.name),
    AGENT,
  );
});

test('keeps the memory when it is taken out, and deletes only what is its own when told to', async (context) => {
  const at = freshHome(context);
  const place = placeOf(at);
  await setUp(place);
  write(place.paths.db, 'the memory');
  write(join(at.home, 'letter.txt'), 'not of Cairn');
  await takeOut(place);
  assert.ok(isTakenOut(planUninstall(place)));
  assert.ok(!existsSync(place.paths.bin) && !existsSync(place.paths.app));
  assert.equal(readFileSync(place.paths.db, 'utf8'), 'the memory');
  assert.deepEqual(deleteHome(place.paths), ['letter.txt']);
  assert.deepEqual(readdirSync(at.home), ['letter.txt']);
});

test('writes commands for their worker alone', async (context) => {
  const at = freshHome(context);
  const { paths } = placeOf(at);
  await setUp(placeOf(at));
  for (const path of [paths.hook, paths.launcher]) assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(paths.app).mode & 0o777, 0o700);
});
