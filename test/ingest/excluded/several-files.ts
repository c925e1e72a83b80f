import type { JsonObject, JsonValue } from '../../../src/core/json.ts';

/** A call of a tool and its answer. */
export type Call = [tool: string, input: JsonObject, output: string, result?: JsonValue];

/** The call of a shell. */
export function bash(command: string, output: string): Call {
  return ['Bash', { command }, output, { stdout: output, stderr: '' }];
}

/** A section of `git diff`. */
export function diffOf(path: string, line: string): string {
  const [from, to] = [`a/${path}`, `b/${path}`];
  return `diff --git ${from} ${to}\nindex 1f..2e 100644\n--- ${from}\n+++ ${to}\n@@ -1,2 +1,2 @@\n same\n-x\n+${line}\n`;
}

/**
 * Calls whose answers tell of `contracts/a.md` and of other files, in a project or a folder below it: what is of the first holds
 * `leaving`, what is of the others `staying`. `up`: what leads from the folder to the project.
 */
export function severalFiles(folder: string, up = ''): Record<string, Call> {
  const top = 'contracts/a.md';
  const file = `${up}${top}`;
  const patch = `*** Begin Patch\n*** Update File: src/a.ts\n@@\n+staying\n*** Update File: ${file}\n@@\n+leaving\n*** Add File: src/b.ts\n+staying\n*** End Patch`;
  const moved = `*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ${file}\n@@\n+leaving\n*** End Patch\nstaying`;
  const hitsIn = (form: (path: string, line: string) => string): string =>
    `${form(file, 'leaving')}\n${form('src/contracts-api/x-y.ts', 'staying')}`;
  const rgLine = (path: string, text: string): string =>
    JSON.stringify({ type: 'match', data: { path: { text: path }, lines: { text } } });
  return {
    'a diff': bash('git diff', `${diffOf(top, 'leaving')}\n${diffOf('src/a.ts', 'staying')}`),
    'a diff by words': bash(
      'git diff --word-diff',
      `diff --git a/${top} b/${top}\nx {+leaving+}\n${diffOf('a.ts', 'staying')}`,
    ),
    'a diff in colours': bash(
      'git diff --color',
      `\u001b[1mdiff --git a/${top} b/${top}\u001b[m\n\u001b[32m+leaving\u001b[m\n${diffOf('a.ts', 'staying')}`,
    ),
    'a diff of a name in octal': bash(
      'git diff',
      `diff --git "a/vertr\\303\\244ge/a.md" "b/vertr\\303\\244ge/a.md"\n+leaving\n${diffOf('a.ts', 'staying')}`,
    ),
    'a merge': bash('git show', `diff --cc ${top}\n@@@ -1 @@@\n++leaving\n${diffOf('a.ts', 'staying')}`),
    'a diff beside a graph': bash(
      'git log -p --graph',
      `* commit 1234567890\n| staying\n${diffOf(top, 'leaving').replace(/^/gm, '| ')}\n* commit 2345678901\n| \n|     staying\n${diffOf('a.ts', 'staying').replace(/^/gm, '| | ')}`,
    ),
    'a diff beside a graph that goes together': bash(
      'git log -p --graph',
      `*   commit 1234567890\n|\\  Merge: 1 2\n| | \n| * commit 2345678901\n|/  Author: a\n|   \n|       staying\n|   \n${diffOf(top, 'leaving').trim().replace(/^/gm, '|   ')}\n|   \n* commit 3456789012\n  Author: a\n  \n      staying\n  \n${diffOf(top, 'leaving').replace(/^/gm, '  ')}`,
    ),
    'a first commit beside a graph': bash(
      'git log -p --graph --oneline',
      `* 1234567 staying\n${`${diffOf(top, 'leaving')}${diffOf('a.ts', 'staying')}`.replace(/^/gm, '  ')}`,
    ),
    'hits in a folder whose name is decomposed': bash(
      'grep -rn pays .',
      `./${up}${'verträge'.normalize('NFD')}/a.md:12:leaving\n./a.md:12:staying`,
    ),
    'a plain diff': bash(
      'diff -ru . ../old',
      `--- ${file}\t2026\n+++ ../old/${file}\t2026\n@@ -1 +1 @@\n+leaving\n--- a.ts\n+++ b.ts\n@@ -1 +1 @@\n+staying`,
    ),
    commits: bash(
      'git log -p',
      `commit 1234567890\n\n    staying\n\n${diffOf(top, 'leaving')}\ncommit 2345678901\n\n    staying`,
    ),
    hits: bash(
      'grep -rn pays .',
      hitsIn((path, line) => `./${path}:12:${line}\n./${path}-13-${line}`),
    ),
    'hits without numbers': bash(
      'grep -rC1 pays .',
      hitsIn((path, line) => `${path}:${line}\n${path}-${line}`),
    ),
    'hits of a revision': bash(
      'git grep -n pays HEAD',
      hitsIn((path, line) => `HEAD:${path}:12:${line}`),
    ),
    'hits below names': bash(
      'rg pays',
      hitsIn((path, line) => `${path}\n12:${line}\n13-${line}\n`),
    ),
    'hits below names without numbers': bash(
      'rg -N --heading pays',
      hitsIn((path, line) => `${path}\n${line} a\n${line} b\n`),
    ),
    'hits in JSON': bash('rg --json pays', hitsIn(rgLine)),
    'hits of OpenCode': [
      'grep',
      { pattern: 'pays', path: folder },
      hitsIn((path, line) => `${folder}/${path}:\n  Line 12: ${line}\n`),
    ],
    Grep: [
      'Grep',
      { pattern: 'pays' },
      hitsIn((path, line) => `${path}:12:${line}`),
      { mode: 'content', content: hitsIn((path, line) => `${path}:12:${line}`), filenames: [file] },
    ],
    head: bash(
      'head $(git ls-files)',
      hitsIn((path, line) => `==> ${path} <==\n${line}\n\n${line}\n`),
    ),
    'tail by xargs': bash(
      'git ls-files | xargs tail -n +1',
      hitsIn((path, line) => `==> ${path} <==\n${line}\n`),
    ),
    'a loop that names them': bash(
      'grep -l x * | while read f; do echo $f; grep -c y $f; done',
      hitsIn((path, line) => `${path}\n${line} a\n\n${line} b`),
    ),
    'a loop with headings': bash(
      'for f in */*; do echo "## $f"; cat "$f"; done',
      hitsIn((path, line) => `## ${path}\n${line}\n`),
    ),
    'a loop with headings and a remark': bash(
      'for f in $(git ls-files); do echo "=== $f ($(wc -l <$f) lines) ==="; cat "$f"; done',
      hitsIn((path, line) => `=== ${path} (2 lines) ===\n${line}\n`),
    ),
    'a compiler': bash(
      'tsc',
      hitsIn((path, line) => `${path}(12,3): error TS1: ${line}`),
    ),
    'many files of Gemini': [
      'read_many_files',
      { include: ['**/*.md'] },
      hitsIn((path, line) => `--- ${folder}/${path} ---\n\n${line}\n\n${line}\n`),
    ],
    'files in tags': [
      'mcp__pack',
      { directory: folder },
      hitsIn((path, line) => `<file path="${path}">\n${line}\n</file>`),
    ],
    'files in a list': [
      'mcp__fs__dump',
      { path: folder },
      '',
      [file, 'src/a.ts'].map((path) => ({ path, text: path === file ? 'leaving' : 'staying' })),
    ],
    'files in JSON': [
      'mcp__fs__dump',
      { path: folder },
      JSON.stringify([file, 'src/a.ts'].map((path) => ({ path, text: path === file ? 'leaving' : 'staying' }))),
    ],
    'files as keys': [
      'mcp__serena__search_for_pattern',
      { relative_path: '.' },
      JSON.stringify({ [file]: ['  > 3:leaving'], 'src/a.ts': ['  > 1:staying'] }),
      [{ type: 'text', text: JSON.stringify({ [file]: { lines: ['leaving'] }, 'src/a.ts': 'staying' }) }],
    ],
    'a patch': ['apply_patch', { patch }, 'leaving'],
    'a patch of OpenCode': ['apply_patch', { patchText: patch }, 'leaving'],
    'a patch as input': ['apply_patch', { input: patch }, 'leaving'],
    'a patch deep within': ['mcp__x__y', { args: { list: [patch] } }, 'leaving'],
    'a patch that moves': ['apply_patch', { patch: moved }, 'leaving'],
  };
}
