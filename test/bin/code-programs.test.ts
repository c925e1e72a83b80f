import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codePrograms } from '../../src/bin/code-programs.ts';
import { GRAMMARS } from '../support/built-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test("the home's grammars come before those of a package beside the program, as they are when asked", (context) => {
  const code = temporaryFolder(context);
  const { grammars } = codePrograms({ code });
  assert.equal(realpathSync(grammars() ?? ''), realpathSync(GRAMMARS));
  const own = join(code, 'node_modules', 'cairn-memory-code', 'grammars');
  mkdirSync(own, { recursive: true });
  assert.notEqual(grammars(), own, 'a folder without the runtime is none');
  writeFileSync(join(own, 'tree-sitter.wasm'), '');
  assert.equal(grammars(), own);
});
