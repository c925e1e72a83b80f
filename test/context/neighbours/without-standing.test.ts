import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildContext } from '../../../src/context/context.ts';
import type { ContextLine } from '../../../src/context/lines/context-line.ts';
import { withoutStanding } from '../../../src/context/neighbours/without-standing.ts';
import type { ItemId } from '../../../src/core/model/ids.ts';
import { asked, openTestStore, SHOP, tellSession } from '../../retrieval/fill-store.ts';

const ID = 'k_aaaaaaaaaaaaaaaa' as ItemId;
const RULE = 'Use pnpm and never npm for anything in this repository.';

interface Machine {
  root: string;
  home: string;
  write(path: string, text: string): void;
}

/** A home folder with a repository in it, and a way to write files below the home folder. */
function machine(context: TestContext): Machine {
  const home = mkdtempSync(join(tmpdir(), 'cairn-neighbours-'));
  context.after(() => rmSync(home, { recursive: true, force: true }));
  const root = join(home, 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return {
    root,
    home,
    write(path, text) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
  };
}

function told(
  words: string,
  { root, home }: Machine,
  place: { agent?: string; cwd?: string; section?: string; stated?: boolean } = {},
): boolean {
  const { section = 'rules', stated = false, ...where } = place;
  const text = `[${ID}] Constraint ${stated ? 'by a person' : 'as an agent noted it'}, 2026-01-09: ${words}`;
  const line: ContextLine = { id: ID, kind: 'knowledge', section, worth: 1, text, stated };
  return withoutStanding([line], { cwd: root, userHome: home, ...where }).length === 1;
}

test('a line that names its kind before words which stand in a file is not told', (context) => {
  const here = machine(context);
  here.write('shop/AGENTS.md', `# Shop\n\n- ${RULE}\n`);
  for (const kind of ['Decision: ', 'Decision: Decision: ', '**Rule:** ', 'Note: Constraint: '])
    assert.ok(!told(`${kind}${RULE}`, here), kind);
  assert.ok(told(`Decision: Never ${RULE}`, here));
});

test('a line that no file holds is told', (context) => {
  const here = machine(context);
  assert.ok(told(RULE, here));
  here.write('shop/CLAUDE.md', '# Shop\n\nUse pnpm for the build.\n');
  assert.ok(told(RULE, here));
});

for (const [name, agent, other] of [
  ['CLAUDE.md', 'claude-code', 'codex'],
  ['CLAUDE.local.md', 'claude-code', 'codex'],
  ['.claude/CLAUDE.md', 'claude-code', 'gemini-cli'],
  ['AGENTS.md', 'codex', 'claude-code'],
  ['AGENTS.md', undefined, 'gemini-cli'],
  ['GEMINI.md', 'gemini-cli', 'claude-code'],
  ['.windsurfrules', 'windsurf', undefined],
] as const) {
  test(`a line that stands in the project's ${name} is not told to ${agent ?? 'an unknown agent'}, and to others it is`, (context) => {
    const here = machine(context);
    here.write(`shop/${name}`, `# Shop\n\n- **use PNPM, and never npm, for anything in this repository**\n- Tabs\n`);
    assert.ok(!told(RULE, here, agent === undefined ? {} : { agent }));
    assert.ok(told(RULE, here, other === undefined ? {} : { agent: other }));
    assert.ok(told('Use yarn and never npm for anything in this repository.', here, { agent: agent ?? 'kiro' }));
  });
}

for (const [what, text] of [
  ['says that it no longer holds', `This no longer holds: ${RULE}`],
  ['heads it as outdated', `## Deprecated rules\n\n- ${RULE}\n- Tabs\n`],
  ['says to ignore what follows', `Ignore these:\n\n* ${RULE}\n`],
  ['quotes it as what is wrong', `It is wrong to say "${RULE}"`],
  ['says it of former times', `We formerly had: ${RULE}`],
  ['lets an exception in', `${RULE.slice(0, -1)} except in packages that somebody wants to publish.`],
  ['withdraws it in German', `Gilt nicht mehr: ${RULE}`],
  ['has it in a comment', `# Shop\n<!-- ${RULE} -->\n`],
  ['has it in a comment that never ends', `# Shop\n<!--\n- ${RULE}\n`],
  ['strikes it', `- ~~${RULE}~~\n`],
] as const) {
  test(`a rule is told although a file ${what}`, (context) => {
    const here = machine(context);
    here.write('shop/AGENTS.md', text);
    assert.ok(told(RULE, here, { agent: 'codex' }));
  });
}

test('a rule that a file states beside what is withdrawn is not told', (context) => {
  const here = machine(context);
  here.write('shop/AGENTS.md', `# Old\n\n- Use yarn.\n\n# Now\n\nThe build is fast. ${RULE} Tabs are fine.\n`);
  assert.ok(!told(RULE, here, { agent: 'codex' }));
  here.write('shop/AGENTS.md', 'Use pnpm and never npm\nfor anything in\nthis repository.\n');
  assert.ok(!told(RULE, here, { agent: 'codex' }), 'a line that is wrapped');
});

test('the files of every folder between the one at hand and the root of its work tree count', (context) => {
  const here = machine(context);
  here.write('shop/packages/api/AGENTS.md', RULE);
  mkdirSync(join(here.root, 'packages/api/src'), { recursive: true });
  assert.ok(!told(RULE, here, { cwd: join(here.root, 'packages/api/src') }));
  assert.ok(told(RULE, here, { cwd: join(here.root, 'packages') }));
});

for (const [agent, path] of [
  ['claude-code', '.claude/CLAUDE.md'],
  ['codex', '.codex/AGENTS.md'],
  ['codex', '.codex/memories/memory_summary.md'],
  ['gemini-cli', '.gemini/GEMINI.md'],
  ['opencode', '.config/opencode/AGENTS.md'],
] as const) {
  test(`what stands in ~/${path} is not told to ${agent}, and to other agents it is`, (context) => {
    const here = machine(context);
    here.write(path, `${RULE}\n`);
    assert.ok(!told(RULE, here, { agent }));
    assert.ok(told(RULE, here, { agent: 'kiro' }));
    assert.ok(told(RULE, here));
  });
}

test('what stands in the memory that Claude Code keeps of the project is not told to it', (context) => {
  const here = machine(context);
  const slug = here.root.replace(/[^A-Za-z0-9]/g, '-');
  here.write(`.claude/projects/${slug}/memory/MEMORY.md`, `- [Package manager](pm.md) ${RULE}\n`);
  assert.ok(!told(RULE, here, { agent: 'claude-code' }));
  assert.ok(told(RULE, here, { agent: 'codex' }));
});

test('a file that a file of instructions imports counts, one named in code does not', (context) => {
  const here = machine(context);
  const to = { agent: 'claude-code' };
  here.write('shop/CLAUDE.md', 'Read @docs/rules.md.\n');
  here.write('shop/docs/rules.md', RULE);
  assert.ok(!told(RULE, here, to));
  here.write('shop/CLAUDE.md', 'Read `@docs/rules.md`.\n');
  assert.ok(told(RULE, here, to));
});

test('a line that says more or something else than the file is told', (context) => {
  const here = machine(context);
  here.write(
    'shop/CLAUDE.md',
    'Use Postgres for all new services of the shop and keep the migrations in one folder next to them.\n' +
      'Requests to the payment provider time out after 30 seconds in every environment that we run.\n' +
      'Use tabs.\n',
  );
  const isTold = (words: string): boolean => told(words, here, { agent: 'claude-code' });
  assert.ok(
    !isTold('Use Postgres for all new services of the shop and keep the migrations in one folder next to them.'),
  );
  assert.ok(
    !isTold('Please use Postgres for all new services of the shop and keep the migrations in one folder next to them'),
  );
  assert.ok(isTold('Use MySQL for all new services of the shop and keep the migrations in one folder next to them.'));
  assert.ok(
    isTold('Never use Postgres for all new services of the shop and keep the migrations in one folder next to them.'),
  );
  assert.ok(isTold('Requests to the payment provider time out after 60 seconds in every environment that we run.'));
  assert.ok(!isTold('Requests to the payment provider time out after 30 seconds in every environment that we run.'));
  assert.ok(!isTold('Use tabs'));
  assert.ok(isTold('Use spaces'));
});

for (const [what, text] of [
  ['says it plainly', `- ${RULE}\n`],
  ['calls it void', `# Rules that are void since 2025\n\n- ${RULE}\n`],
  ['revokes it in the next sentence', `${RULE} That rule does not hold here.\n`],
  ['says it for others', `# Rules for interns\n\n- ${RULE}\n`],
] as const) {
  test(`what a person stated is told although the file of a repository ${what}`, (context) => {
    const here = machine(context);
    const slug = here.root.replace(/[^A-Za-z0-9]/g, '-');
    for (const path of ['shop/CLAUDE.md', 'shop/docs/rules.md', `.claude/projects/${slug}/memory/MEMORY.md`])
      here.write(path, path === 'shop/CLAUDE.md' ? `Read @docs/rules.md.\n${text}` : text);
    assert.ok(told(RULE, here, { agent: 'claude-code', stated: true }));
    here.write('.codex/memories/MEMORY.md', text);
    assert.ok(told(RULE, here, { agent: 'codex', stated: true }));
  });
}

test('what a person stated is not told where it stands in the person’s own file, or in one that this imports', (context) => {
  const here = machine(context);
  const to = { agent: 'claude-code', stated: true };
  here.write('.claude/CLAUDE.md', `# Mine\n\n- ${RULE}\n`);
  assert.ok(!told(RULE, here, to));
  here.write('.claude/CLAUDE.md', '@~/rules.md\n');
  here.write('rules.md', RULE);
  assert.ok(!told(RULE, here, to));
  here.write('rules.md', `<!-- ${RULE} -->`);
  assert.ok(told(RULE, here, to));
});

test('a tripwire warns although its rule stands in a file', (context) => {
  const here = machine(context);
  here.write('shop/CLAUDE.md', RULE);
  assert.ok(told(RULE, here, { section: 'tripwires' }));
});

test('a FIFO and a folder in the place of a file are passed over', (context) => {
  const here = machine(context);
  execFileSync('mkfifo', [join(here.root, 'CLAUDE.md')]);
  mkdirSync(join(here.root, 'AGENTS.md'));
  assert.ok(told(RULE, here));
});

test('a block leaves out what the person’s own file tells the agent, and keeps the rest', async (context) => {
  const here = machine(context);
  const store = openTestStore(context);
  const bodies = [asked(RULE), asked('Never run the migrations by hand, the pipeline runs them.')];
  await tellSession(store, { name: 'one', at: Date.UTC(2026, 0, 9), bodies });
  const start = async (): Promise<string> => {
    const place = { cwd: here.root, userHome: here.home, agent: 'claude-code' };
    const request = { occasion: 'start', project: SHOP, budget: 1_200, now: Date.UTC(2026, 0, 10), place } as const;
    return (await buildContext(store, request)).lines.map(({ text }) => text).join('\n');
  };
  assert.match(await start(), /pnpm/);
  here.write('shop/CLAUDE.md', `${RULE}\n`);
  assert.match(await start(), /Constraint[^\n]*pnpm/);
  here.write('.claude/CLAUDE.md', `${RULE}\n`);
  assert.doesNotMatch(await start(), /Constraint[^\n]*pnpm/);
  assert.match(await start(), /migrations/);
});
