import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EventBody, ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion, type ExclusionRules } from '../../../src/privacy/exclude.ts';
import { BEFORE_THE_WORDS, SHOWN_FORMS } from '../../attacks/shown-forms.ts';
import { bash, type Call, diffOf, severalFiles } from './several-files.ts';

const OWN = createExclusion({ paths: ['contracts/', 'verträge/', '/home/dev/diary'], projects: [] });
const ROOT = '/home/dev/shop';
const FILE = 'contracts/a.md';

function endOf([tool, input, output, result]: Call): ToolEnd {
  return { kind: 'tool.end', tool, input, output, success: true, ...(result !== undefined && { result }) };
}

function shown(call: Call, cwd?: string): EventBody {
  return withoutExcluded(endOf(call), OWN, cwd);
}

suite('of several files only what is of an excluded one is left out', () => {
  const names = ['contracts/', 'verträge/'];
  const pathsOf = (before: string): string[] => names.map((name) => before + name);
  const patterns: Record<string, ExclusionRules> = {
    'at any depth': { paths: names, projects: [] },
    'from the home': { paths: pathsOf('~/shop/'), projects: [], userHome: '/home/dev' },
    'from the root': { paths: pathsOf(`${ROOT}/`), projects: [] },
    'of projects': { paths: [], projects: pathsOf('~/shop/'), userHome: '/home/dev' },
  };
  for (const [form, rules] of Object.entries(patterns)) {
    const exclusion = createExclusion(rules);
    for (const [place, folder, up] of [
      ['in the project', ROOT, ''],
      ['below it', `${ROOT}/src/deep`, '../../'],
    ] as const) {
      for (const [what, call] of Object.entries(severalFiles(folder, up))) {
        test(`${what}, by a pattern ${form}, ${place}`, () => {
          const told = JSON.stringify(withoutExcluded(endOf(call), exclusion, folder));
          assert.ok(!told.includes('leaving'), told);
          assert.ok(told.includes('staying'), told);
          assert.ok(JSON.stringify(call).includes('leaving'));
        });
      }
    }
  }
});

suite('the answer to a call that names an excluded file is left out', () => {
  const fifty = Array.from({ length: 50 }, (_, i) => `f${i}`);
  const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
  const leaving = 'leaving';
  const calls: Record<string, Call> = {
    'a glob': bash('cat contr*/*.md', leaving),
    braces: bash('cat {contracts,src}/a.md', leaving),
    'a class of characters': bash('cat contr[a]cts/a.md', leaving),
    'a glob of a tool': ['Grep', { pattern: 'pays', glob: 'contracts/**' }, leaving],
    'a glob in a list': ['read_many_files', { include: ['contr*/**'] }, leaving],
    'a hidden file by a glob': bash('cat .en*', leaving),
    'a wildcard that can be the folder': bash('cat */*.md', leaving),
    xargs: bash('git ls-files | xargs cat', leaving),
    find: bash("find . -name '*.md' -exec cat {} +", leaving),
    'a list by a wildcard': bash('cat $(git ls-files "*.md")', leaving),
    fd: bash('fd -e md -x cat', leaving),
    'a search without names': bash('grep -rh pays .', leaving),
    'a path beside a list': ['mcp__fs__read', { path: ROOT, paths: [`${ROOT}/${FILE}`] }, leaving],
    filepath: ['mcp__fs__read', { filepath: FILE }, leaving],
    source: ['mcp__fs__copy', { source: FILE, destination: 'x' }, leaving],
    'deep within': ['read_file', { args: { file: [{ path: FILE }] } }, leaving],
    'folder and name': ['view', { directory: '/home/dev/.docker', name: 'config.json' }, leaving],
    'the 51st of a list': ['read_files', { paths: [...fifty, FILE] }, leaving],
    'a list in a text': ['read_files', { paths: `src/a.ts, ${FILE}` }, leaving],
    'a list in JSON': ['read_files', { paths: JSON.stringify(['src/a.ts', FILE]) }, leaving],
    'many words before': bash(`echo ${words(6_000)}; cat ${FILE}`, leaving),
    'more words than are looked at': bash(`echo ${words(60_000)}; cat ${FILE}`, leaving),
    'one hit alone': bash('grep -rn pays .', `./${FILE}:12:leaving`),
    'one hit alone, in words': bash('grep -rn pays .', `${FILE}:12:leaving Globex pays 3.5`),
    'one hit of Grep alone': [
      'Grep',
      { pattern: 'pays' },
      `${FILE}:12:leaving x`,
      { content: `${FILE}:12:leaving x`, filenames: [FILE] },
    ],
    'one line around a hit': bash('grep -C1 pays -r .', `${FILE}-13-leaving`),
    'a path as a key': ['mcp__fs__write', { files: { [FILE]: 'leaving', 'src/b.md': 'x' } }, 'leaving'],
    'a path as a key, deep within': ['mcp__fs__edit', { changes: { [`${ROOT}/${FILE}`]: { content: leaving } } }, 'ok'],
    'a secret file as a key': ['mcp__fs__write', { files: { '.env': leaving } }, 'ok'],
    'a program': ['mcp__python__run', { code: `print(open("${FILE}").read())` }, leaving],
    'another folder': bash('cd ~/.aws && cat credentials', leaving),
    'a folder of its own': ['shell', { command: ['cat', 'config.json'], workdir: '/home/dev/.docker' }, leaving],
    'names beside a text without any': [
      'Grep',
      { pattern: 'pays' },
      '12:leaving',
      { content: '12:leaving', filenames: [FILE] },
    ],
  };
  for (const [what, call] of Object.entries(calls)) {
    test(what, () => {
      const told = JSON.stringify(shown(call));
      assert.ok(!told.includes(leaving), told);
    });
  }

  test('in the folder of the session', () => {
    for (const [cwd, command] of [
      ['/home/dev', 'cat diary/may.md'],
      ['/home/dev/diary/2026', 'cat may.md'],
      ['/home/dev/.aws', 'cat credentials'],
    ] as const) {
      assert.ok(!JSON.stringify(shown(bash(command, leaving), cwd)).includes(leaving), command);
    }
    const other = endOf(bash('cat diary/may.md', leaving));
    assert.equal(withoutExcluded(other, OWN, '/home/dev/shop'), other);
  });

  test('an answer of which nobody says what was asked', () => {
    const text = `${FILE}:12:leaving\nsrc/a.ts:12:staying`;
    assert.deepEqual(withoutExcluded({ kind: 'message', text, from: 'tool' }, OWN), {
      ...{ kind: 'message', text: '[excluded path]\nsrc/a.ts:12:staying', from: 'tool' },
    });
  });
});

suite('what is of other files stays whole', () => {
  const calls: Record<string, Call> = {
    'a diff': bash('git diff', `${diffOf('src/a.ts', '.env: x')}${diffOf('.gitignore', '.env')}`),
    hits: bash('grep -rn environ .', "src/a.ts:3: load('.env')\nsrc/contracts-api/a.ts:4:x\nsrc/my.contracts.ts:3:x"),
    'a status': bash(
      'git status',
      'On branch main\n\tmodified: src/a.ts\n\nUntracked files:\n\t.env\n\tcontracts/\n\nnothing added',
    ),
    'a count of changes': bash('git diff --stat', ' contracts/a.md | 3 ++-\n src/a.ts | 2 +\n 2 files changed'),
    'a list of names': bash('git ls-files', '.env\ncontracts/a.md\nsrc/a.ts\nREADME.md'),
    'a listing': bash('ls -a', '.\n..\n.env\nnode_modules\nsrc\ncontracts'),
    'an ignore file': bash('cat .gitignore', 'node_modules\n.env\n.env.*\n*.pem\ndist\n'),
    'a page about settings': bash('cat README.md', '# Shop\n\n- `.env`: settings\n.env: copy it\n## .env\nText.'),
    'a file that names one': ['Read', { file_path: 'README.md' }, '1\t.env: copy\n2\t.env\n'],
    'the environment of a program': bash('node -e "console.log(process.env)"', 'PATH=x'),
    'an edit that names one': [
      'Edit',
      { file_path: '.gitignore', old_string: 'dist', new_string: '.env' },
      'ok',
      { structuredPatch: [{ lines: ['+.env'] }] },
    ],
    'a search for a name': ['Grep', { pattern: '.env', path: 'src', output_mode: 'content' }, 'src/a.ts:1:.env'],
    'a glob over all': ['Grep', { pattern: 'x', glob: '**/*.ts' }, 'src/a.ts:1:x'],
    'names found': ['Glob', { pattern: '**/*' }, '.env\nsrc/a.ts', { filenames: ['.env', 'src/a.ts'], numFiles: 2 }],
    'a text that is written': ['Write', { file_path: 'docs/x.md', content: '.env\n12:foo\n.env: yes\n' }, 'ok'],
    'files of one folder': bash('cat src/*.ts package*.json', 'const x = 1'),
    'files found in one folder': bash("find src -name '*.ts' | xargs cat", 'const x = 1'),
    'files listed of one folder': bash('git ls-files src | xargs sed -n 1,5p', 'const x = 1'),
    'a patch': [
      'apply_patch',
      { patch: '*** Begin Patch\n*** Update File: .gitignore\n@@\n+.env\n*** End Patch' },
      'ok',
    ],
    'words as keys': [
      'mcp__api__get',
      { filter: { contracts: 'x', 'user.key': 'x' } },
      JSON.stringify({ contracts: [1, 'x'], 'user.key': 'x', 'page.env': { a: 'y' } }),
    ],
    'a task': ['TodoWrite', { todos: [{ content: 'write .env', status: 'pending' }] }, 'ok'],
  };
  for (const [what, call] of Object.entries(calls)) {
    test(what, () => {
      const body = endOf(call);
      assert.equal(withoutExcluded(body, OWN, ROOT), body);
    });
  }
});

test('of a text that was cut, what follows the cut is of no known file', () => {
  const text = `${diffOf('src/a.ts', 'staying')}\n[cut: 90000 of 190000 characters, 3000 lines]\n+leaving\n${diffOf('src/b.ts', 'staying too')}`;
  const told = JSON.stringify(shown(bash('git diff', text)));
  assert.ok(!told.includes('leaving') && told.includes('staying too'), told);
});

suite('a prompt that shows excluded files', () => {
  const prompts: Record<string, string> = {
    'a selection in Claude Code': `<ide_selection>The user selected the lines 1 to 3 from ${ROOT}/${FILE}:\nleaving\n</ide_selection>\nleaving too\n\nThis may or may not be related to the current task.</ide_selection>\nstaying`,
    'a selection of a secret file': `<ide_selection>The user selected the lines 2 to 2 from ${ROOT}/.env:\nMAIL=leaving</ide_selection>staying`,
    'two selections': `<ide_selection>The user selected the lines 1 to 3 from ${ROOT}/${FILE}:\nleaving</ide_selection><ide_selection>The user selected the lines 1 to 3 from ${ROOT}/a.ts:\nstaying</ide_selection>`,
    'a selection in Codex': `staying\n\n# Context from my IDE setup:\n\n## Active file: ${FILE}\n\n## Active selection of the file:\nleaving\n\n## Open tabs:\n- a.md: ${FILE}\n\n## My request for Codex:`,
    'a selection in Codex before what is asked': `# Context from my IDE setup:\n\n## Active file: ${FILE}\n\n## Active selection of the file:\nleaving\n\n## My request for Codex:\nstaying`,
    'a file of Gemini CLI': `staying @${FILE}\n--- Content from referenced files ---\nContent from @${FILE}:\nleaving\n--- End of content ---`,
    'the second file of Gemini CLI': `staying\n--- Content from referenced files ---\nContent from @a.ts:\nx\nContent from @${FILE}:\nleaving\n--- End of content ---`,
    'a file of Cline': `staying '${FILE}' (see below)\n\n<file_content path="${FILE}">\nleaving\n</file_content>`,
    'a file in a folder of Cline': `staying\n<folder_content path="src/">\n<file_content path="${FILE}">\nleaving\n</file_content>\n</folder_content>`,
    'a file of VS Code': `<attachment id="a.md" filePath="${ROOT}/${FILE}">\nleaving\n</attachment>\nstaying`,
  };
  for (const [name, text] of Object.entries(prompts)) {
    test(name, () => {
      const body = withoutExcluded({ kind: 'prompt', text, origin: 'unknown' }, OWN, ROOT);
      assert.ok(body.kind === 'prompt');
      assert.doesNotMatch(body.text, /leaving/);
      assert.match(body.text, /staying/);
    });
  }

  const told = (text: string): string => {
    const body = withoutExcluded({ kind: 'prompt', text, origin: 'unknown' }, OWN, ROOT);
    return body.kind === 'prompt' ? body.text : '';
  };

  for (const [name, form] of Object.entries(SHOWN_FORMS)) {
    test(`${name}: what is typed stays, and what other files hold`, () => {
      for (const path of [FILE, '.env', 'config/.env.local']) {
        const left = told(form({ path, root: ROOT, content: 'leaving=1\n\nLEAVING: two\n```\n# leaving' }));
        assert.doesNotMatch(left, /leaving/i, path);
        assert.match(left, /staying/);
        assert.match(left, /\[excluded path\]/);
      }
      const other = form({ path: 'src/a.ts', root: ROOT, content: 'Read contracts/a.md or .env, which hold it.' });
      assert.equal(told(other), other);
    });
  }

  test('a form without an end, behind which nothing is told', () => {
    for (const form of Object.values(BEFORE_THE_WORDS)) {
      assert.doesNotMatch(told(form({ path: FILE, root: ROOT, content: 'leaving' })), /leaving/);
    }
  });

  test('keeps what is typed of such a form', () => {
    const typed = [
      'Put the key into .env: MAIL=x, and wrap it in <file_content> as the others do.',
      'What does <context> mean in contracts/a.md?\n\n### contracts/a.md\nIt is long.',
      'Content from the web:\nread contracts/a.md',
      'Add this to .env.example:\n```sh\nMAIL=x\n```\nand tell me of .env',
      '--- contracts/a.md ---\nis the heading that I want',
      '<attachment id="a" filePath="contracts/a.md"/>\nsay what it holds',
    ];
    for (const text of typed) assert.equal(told(text), text);
  });

  test('the same of what a program hands on, and of a task', () => {
    const bodies: EventBody[] = [
      { kind: 'notification', message: `staying\n<file path="${FILE}">\nleaving\n</file>` },
      { kind: 'notification', message: diffOf(FILE, 'leaving') + diffOf('a.ts', 'staying') },
      { kind: 'subagent.start', type: 'x', task: `staying\n<file path="${FILE}">\nleaving\n</file>` },
    ];
    for (const body of bodies) {
      const left = JSON.stringify(withoutExcluded(body, OWN, ROOT));
      assert.doesNotMatch(left, /leaving/);
      assert.match(left, /staying/);
    }
    const plain: EventBody = { kind: 'notification', message: `Claude waits for you at ${FILE}` };
    assert.equal(withoutExcluded(plain, OWN, ROOT), plain);
  });

  test('the same of what a call tells another agent, whose answer stays', () => {
    const calls: Call[] = ['Task', 'Agent', 'spawn_agent', 'runSubagent', 'delegate_task', 'send_input'].flatMap(
      (tool) =>
        [
          `<file path="${FILE}">\nleaving\n</file>`,
          `\`\`\`md ${FILE}\nleaving\n\`\`\``,
          `Content from @${FILE}:\nleaving\n--- End of content ---`,
        ].map(
          (text): Call => [
            tool,
            { [/^s/.test(tool) ? 'message' : 'prompt']: `Look at this:\n${text}`, type: 'x' },
            'staying',
          ],
        ),
    );
    calls.push([
      'spawn_agent',
      { items: [{ type: 'text', text: `<file path="${FILE}">\nleaving\n</file>` }] },
      'staying',
    ]);
    for (const call of calls) {
      for (const kind of ['tool.end', 'tool.start', 'permission'] as const) {
        const end = { ...endOf(call), kind, denied: true } as unknown as EventBody;
        const left = JSON.stringify(withoutExcluded(end, OWN, ROOT));
        assert.doesNotMatch(left, /leaving/, left);
        assert.match(left, /staying/, left);
      }
    }
    const other = endOf(['Task', { prompt: `<file path="a.ts">\nx\n</file>\nRead ${FILE}: it is long.` }, 'staying']);
    assert.equal(withoutExcluded(other, OWN, ROOT), other);
  });

  test('keeps the prompt that shows others, or only speaks of one', () => {
    const kept = [
      `<ide_selection>The user selected the lines 1 to 3 from ${ROOT}/src/a.ts:\nx</ide_selection>\nRead ${FILE} and say what it holds.`,
      `Read ${FILE}: "leaving" stands there.`,
      `<ide_opened_file>The user opened the file ${ROOT}/${FILE} in the IDE.</ide_opened_file>\nExplain.`,
    ];
    for (const text of kept) {
      const body: EventBody = { kind: 'prompt', text, origin: 'unknown' };
      assert.equal(withoutExcluded(body, OWN, ROOT), body);
    }
  });
});
