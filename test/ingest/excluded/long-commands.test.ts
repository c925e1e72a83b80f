import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withoutCode } from '../../../src/ingest/excluded/without-code.ts';
import { withoutUses } from '../../../src/ingest/excluded/without-uses.ts';

const CHARS = 400_000;
/** What begins a command of each program whose words `withoutCode` tells apart. */
const BEGINNINGS = ['jq ', 'git commit -m ', 'node -e "'];
/** What a reader that goes back to where it was would read as often as the text is long. */
const REPEATED = ["'", '"', '\\', '`', '$(', '<', 'a ', '-a ', '\n', "'a' ", '"a\\" ', "\"$(cat <<'A'\n", 'a\nA', 'q'];

test('a command of many uses is read to its end', () => {
  for (const unit of ['cp a b; ', 'A=x b; ', 'A=x ', 'X=$(grep a b) ', 'export $(', "apply_patch '*** Begin Patch\n"]) {
    const command = `cat .env; ${unit.repeat(CHARS / unit.length)}`;
    assert.match(withoutUses(command, command), /cat \.env/);
  }
});

suite('a command of hundreds of thousands of characters', () => {
  for (const unit of REPEATED) {
    test(`of ${JSON.stringify(unit)} is read to its end`, () => {
      for (const beginning of BEGINNINGS) {
        const command = `${beginning}${unit.repeat(CHARS / unit.length)} cat .env`;
        const left = withoutCode(command);
        assert.ok(left.length <= 2 * command.length, beginning);
      }
    });
  }

  test('keeps the file that the last of its programs names', () => {
    assert.match(withoutCode(`jq ${"'.a' b;".repeat(CHARS / 7)} cat .env`), / cat \.env$/);
  });
});
