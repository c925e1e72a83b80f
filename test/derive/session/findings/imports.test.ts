import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { importedFolders, partingOf } from '../../../../src/derive/session/findings/imports.ts';

test('imports name folders of the project, in four languages, and what comes from elsewhere names none', () => {
  const ts = "import type { A } from '../store/a.ts';\nimport b from './b.ts';\nimport fs from 'node:fs';";
  assert.deepEqual(importedFolders('src/cli/x.ts', ts), ['src/store', 'src/cli']);
  assert.deepEqual(importedFolders('src/cli/x.ts', "import a from '../../../../far.ts'"), []);
  const go = 'import (\n\t"fmt"\n\t"example.com/shop/internal/cart/price"\n\tx "example.com/other/lib"\n)';
  assert.deepEqual(importedFolders('internal/cart/add.go', go), ['internal/cart/price']);
  assert.deepEqual(importedFolders('main.go', go), []);
  const python = 'from shop.cart.price import total\nimport os.path\n';
  assert.deepEqual(importedFolders('lib/shop/web/app.py', python), ['lib/shop/cart']);
  assert.deepEqual(importedFolders('core/src/web/app.rs', 'use crate::cart::Price;\nuse std::fmt;'), ['core/src/cart']);
  assert.deepEqual(importedFolders('README.md', "from '../store/a.ts'"), []);
});

test('two folders part where they first differ, unless one holds the other', () => {
  assert.deepEqual(partingOf('src/cli/commands', 'src/store/sqlite'), ['src/cli', 'src/store']);
  assert.equal(partingOf('src', 'src/store'), undefined);
  assert.equal(partingOf('src/store', 'src'), undefined);
  assert.equal(partingOf('', 'src'), undefined);
});

test('whatever a file holds, its imports are few and lie within the project', () => {
  const path = fc.constantFrom('src/a/b.ts', 'a/b/c.go', 'shop/web/app.py', 'src/web/app.rs');
  const part = fc.constantFrom('import ', 'from ', "'../", '"a/b/', '..', '/', "x'", 'use crate::a::', '\n', '"');
  fc.assert(
    fc.property(path, fc.array(part, { maxLength: 60 }), (file, parts) => {
      const folders = importedFolders(file, parts.join(''));
      assert.ok(folders.length <= 40);
      for (const folder of folders) assert.ok(!folder.startsWith('/') && !folder.split('/').includes('..'), folder);
    }),
  );
});
