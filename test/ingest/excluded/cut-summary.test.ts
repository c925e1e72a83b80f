// A summary of a compaction tells of files by their names: below that of an excluded one nothing is kept.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';

const OWN = createExclusion({ paths: ['contracts/', '.env'], projects: [] });
const ROOT = '/home/dev/shop';

function cut(summary: string): string | undefined {
  const body = withoutExcluded({ kind: 'compact.end', trigger: 'auto', summary }, OWN, ROOT);
  return body.kind === 'compact.end' ? body.summary : undefined;
}

const FORMS: Readonly<Record<string, string>> = {
  'as Claude Code lists files': `3. Files and Code Sections:
   - \`contracts/acme.md\`
     - leaving: why it matters
     \`\`\`md
leaving: acme pays 9000

     leaving too
     \`\`\`
   - \`src/login.ts\`
     - staying

6. All user messages:
   - "staying"`,
  'by a whole path, in bold, with words behind it': `- **/home/dev/shop/contracts/acme.md**: leaving
  leaving
- **src/login.ts**: staying`,
  'below a heading': `### contracts/acme.md
leaving
#### Terms
leaving
### src/login.ts
staying`,
  'a name alone above a code block': `We read this:
contracts/acme.md
\`\`\`
leaving
\`\`\`
staying`,
  'a numbered item': `1. \`.env\` (2 lines)
   leaving
2. \`src/login.ts\`
   staying`,
  'a heading with a number': `#### 1. \`contracts/acme.md\`
leaving

\`\`\`md
leaving
\`\`\`
#### 2. \`src/login.ts\`
staying
## 3) **contracts/acme.md** (2 lines)
leaving
### Terms
leaving
## Next
staying`,
  'an item that says that it is of a file': `- File: contracts/acme.md
  leaving
- **File**: \`src/login.ts\`
  staying
- **File:** \`contracts/acme.md\` - leaving
- [x] Read \`contracts/acme.md\`: leaving
  - leaving
- Read \`src/login.ts\`: staying
1. **Edited contracts/acme.md**
   \`\`\`
leaving
   \`\`\`
2. - Path: contracts/acme.md leaving
3. staying
**File path**: \`contracts/acme.md\` leaving
\`\`\`
leaving
\`\`\`
staying`,
  'a row of a table': `| File | What |
|---|---|
| contracts/acme.md | leaving |
| \`src/login.ts\` | staying |
| 1 | **contracts/acme.md** | leaving |
|contracts/acme.md|leaving|
| 2 | src/login.ts | staying |
staying`,
  'a diff': `diff --git a/contracts/acme.md b/contracts/acme.md
--- a/contracts/acme.md
+++ b/contracts/acme.md
@@ -1 +1 @@
-leaving
+leaving
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1 +1 @@
+staying`,
};

suite('of a summary nothing is kept that stands below the name of an excluded file', () => {
  for (const [form, text] of Object.entries(FORMS)) {
    test(form, () => {
      const left = cut(text) ?? '';
      assert.doesNotMatch(left, /leaving/);
      assert.equal(left.split('staying').length, text.split('staying').length, left);
      assert.match(left, /(?:contracts\/acme\.md|\.env)/, 'the name stays');
    });
  }

  test('what names none, or only speaks of one, stays as it is', () => {
    for (const text of [
      '3. Files:\n   - `src/login.ts`\n     - staying',
      '**contracts/acme.md** is what they asked for: staying\nRead contracts/acme.md first: staying\nRead the file in .env.example: staying',
      '#### 1. Read everything: contracts/acme.md comes later\n- File a report\n- Name: Ada\n| a | b |\n- Updated .env.example: staying',
      'They read contracts/acme.md and found it long.\n- "look at contracts/acme.md please"\n  - staying',
    ]) {
      assert.equal(cut(text), text);
    }
  });
});
