import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findInstructions, statementsOf } from '../../src/importers/instructions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILE = `---
description: not a statement of anybody here
---
# Shop

Prices are kept in cents. The cart never rounds twice!
<!-- nobody reads
this comment either -->

## Rules
- **Always** run \`npm test\` before a commit
  and read what it says
- See [the guide](https://example.com/guide) for more of it
- short
- Commands to know:
  1. Use pnpm instead of npm here
> a quotation says nothing here

| a | table | row |
| - | - | - |

\`\`\`sh
never run this command here
\`\`\`
@docs/other-file.md
`;

suite('statements of an instruction file', () => {
  test('are the points of lists and the sentences between them, with line and heading', () => {
    assert.deepEqual(statementsOf(FILE), [
      { text: 'Prices are kept in cents.', line: 6, heading: 'Shop' },
      { text: 'The cart never rounds twice!', line: 6, heading: 'Shop' },
      { text: 'Always run `npm test` before a commit and read what it says', line: 11, heading: 'Rules' },
      { text: 'See the guide for more of it', line: 13, heading: 'Rules' },
      { text: 'Use pnpm instead of npm here', line: 16, heading: 'Rules' },
    ]);
  });

  test('are the same with line ends of Windows', () => {
    assert.deepEqual(statementsOf(FILE.replaceAll('\n', '\r\n')), statementsOf(FILE));
  });

  test('are found in any text, bounded in number and length', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('- ', '```', '\n', '<!--', '-->', '# ', '---\n', '> ', '1. We always test. '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const found = statementsOf(pieces.join(''));
        assert.ok(found.length <= 500 && found.every(({ text }) => text.length <= 1_000 && !text.includes('\n')));
      }),
    );
  });
});

test('the instruction files of a folder are found, each once, and none by a link that leads elsewhere', (context) => {
  const folder = temporaryFolder(context);
  const project = join(folder, 'project');
  mkdirSync(join(project, '.kiro', 'steering'), { recursive: true });
  writeFileSync(join(folder, 'secret.md'), 'elsewhere');
  writeFileSync(join(project, 'CLAUDE.md'), 'here');
  symlinkSync('CLAUDE.md', join(project, 'AGENTS.md'));
  symlinkSync(join(folder, 'secret.md'), join(project, 'GEMINI.md'));
  for (const name of ['tech.md', 'product.md', 'notes.txt'])
    writeFileSync(join(project, '.kiro', 'steering', name), name);
  const names = ['CLAUDE.md', '.kiro/steering/product.md', '.kiro/steering/tech.md'];
  assert.deepEqual(
    findInstructions(project),
    names.map((name) => join(project, name)),
  );
});
