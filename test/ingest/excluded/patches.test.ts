import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCall } from '../../../src/agents/codex/tool-input.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { EXCLUDED_MARK } from '../../../src/ingest/excluded/cut-text.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';

const SHOP = '/home/dev/shop';
const DEFAULTS = createExclusion({ paths: [], projects: [] });
const OWN = createExclusion({ paths: ['contracts/'], projects: ['/home/dev/shop/legal'] });

type Call = readonly [tool: string, input: JsonObject];

function endOf([tool, input]: Call): ToolEnd {
  return { kind: 'tool.end', tool, input, output: 'Success. Updated the following files:\nM a', success: true };
}

function patchOf(...files: readonly string[]): string {
  return ['*** Begin Patch', ...files, '*** End Patch'].join('\n');
}

/** How a patch comes in: by the hook, by a transcript, by a shell. */
const FORMS: Readonly<Record<string, (patch: string) => Call>> = {
  'the field command': (patch) => ['apply_patch', { command: patch }],
  'a transcript': (patch) => {
    const { tool, input } = readCall({ type: 'custom_tool_call', name: 'apply_patch', input: patch });
    return [tool, input];
  },
  'another field': (patch) => ['apply_patch', { input: `${patch}\n` }],
  'words of a program': (patch) => ['shell', { command: ['apply_patch', patch] }],
  'a here-document': (patch) => ['exec_command', { cmd: `cd web && apply_patch <<'EOF'\n${patch}\nEOF\n` }],
  'a here-document of a shell': (patch) => ['shell', { command: ['bash', '-lc', `apply_patch <<"A"\n${patch}\nA`] }],
  'a word in quotes': (patch) => ['exec_command', { cmd: `apply_patch '${patch.replaceAll("'", `'\\''`)}' && ls` }],
};

const CODE = [
  '*** Update File: src/list.tsx\n@@ list\n-  return null;\n+  return items.map((item) => <Row id={item.key} to={`/a/$(x)`} />);',
  '*** Add File: src/config.ts\n+dotenv.config({ path: ".env" });',
  '*** Update File: README.md\n@@\n+Copy .env.example to .env, then:\n+cd contracts && npm test\n+cd legal; cat $(git ls-files)',
  '*** Update File: deploy.py\n@@\n+config = os.environ["KUBECONFIG"]\n+for row in rows: print(row.age)',
  '*** Add File: docker-compose.yml\n+env_file: .env',
];

suite('a patch of ordinary code stays whole', () => {
  for (const [form, call] of Object.entries(FORMS)) {
    test(`by ${form}`, () => {
      for (const file of CODE) {
        for (const exclusion of [DEFAULTS, OWN]) {
          const end = endOf(call(patchOf(file)));
          assert.equal(withoutExcluded(end, exclusion, SHOP), end, file);
        }
      }
    });
  }
});

suite('of a patch only what is of an excluded file is left out', () => {
  const mixed = patchOf(
    '*** Update File: src/a.ts\n@@\n+staying = row.key',
    '*** Update File: contracts/a.md\n@@\n+leaving',
    '*** Add File: .env\n+KEY=leaving',
    '*** Add File: docs/new.md\n+staying',
  );
  for (const [form, call] of Object.entries(FORMS)) {
    test(`by ${form}`, () => {
      const left = withoutExcluded(endOf(call(mixed)), OWN, SHOP) as ToolEnd;
      const said = JSON.stringify(left.input);
      assert.doesNotMatch(said, /leaving/);
      assert.match(said, /staying = row\.key.*contracts\/a\.md.*docs\/new\.md.*staying/);
      assert.equal(left.output, EXCLUDED_MARK);
    });
  }

  test('and what is no patch is none', () => {
    const patch = patchOf('*** Add File: a.md\n+.env');
    for (const command of [
      `${patch}\ncat .env`,
      `apply_patch <<'EOF'\n${patch}\nEOF\ncat .env`,
      `apply_patch '${patch}'; cat .env`,
      `apply_patch <<EOF\n*** Begin Patch\n$(cat .env)\n*** End Patch\nEOF`,
      `apply_patch "*** Begin Patch\n$(cat .env)\n*** End Patch"`,
      `bash -c "apply_patch <<'EOF'\n*** Begin Patch\n$(cat .env)\n*** End Patch\nEOF"`,
      `bash <<'EOF'\n*** Begin Patch\ncat .env\nEOF`,
      `cat .env; echo "*** Begin Patch\n"`,
    ])
      assert.equal(
        (withoutExcluded(endOf(['shell', { command }]), DEFAULTS, SHOP) as ToolEnd).output,
        EXCLUDED_MARK,
        command,
      );
  });
});

suite('code of an editor, or of another language than shell', () => {
  const code = 'const row = rows.map((one) => one.key);\nif (row.age > 3) console.log(process.env);';
  test('is none of a shell', () => {
    for (const call of [
      ['insert_edit_into_file', { filePath: 'src/a.ts', explanation: 'x', code }],
      ['edit_file', { target_file: 'src/a.ts', code_edit: 'item.key' }],
      ['execute_code', { code }],
      ['js_repl', { code }],
      ['mcp__ide__executeCode', { code }],
      ['mcp__puppeteer__puppeteer_evaluate', { script: 'document.querySelector(app.key)' }],
      ['run_code', { language: 'python', code: 'print(user.age)' }],
    ] as const) {
      const end = endOf(call);
      assert.equal(withoutExcluded(end, DEFAULTS, SHOP), end, call[0]);
    }
  });

  test('names a file in quotes, and is left out where it may be of a shell', () => {
    for (const call of [
      ['execute_code', { code: 'print(open(".env").read())' }],
      ['execute_code', { code: 'cat .env' }],
      ['mcp__ide__executeCode', { code: 'x = 1\n!cat .env' }],
      ['run_code', { language: 'bash', code: 'cat .env | grep a=' }],
      ['run', { code: 'cat .env' }],
      ['run', { script: 'cat .env' }],
      ['insert_edit_into_file', { filePath: '.env', code: 'KEY=a' }],
    ] as const)
      assert.equal((withoutExcluded(endOf(call), DEFAULTS, SHOP) as ToolEnd).output, EXCLUDED_MARK, call[0]);
  });
});
