import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { EXCLUDED_MARK } from '../../../src/ingest/excluded/cut-text.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../../src/privacy/exclude.ts';

const DEFAULT = createExclusion({ paths: [], projects: [] });
const OWN = createExclusion({ paths: ['secrets/'], projects: [] });

function told([tool, input]: readonly [string, JsonObject], output: string, exclusion = DEFAULT): ToolEnd {
  const end: ToolEnd = { kind: 'tool.end', tool, input, output, success: true };
  return withoutExcluded(end, exclusion, '/home/dev/shop') as ToolEnd;
}

suite('a file that holds secrets, and is used or only named', () => {
  for (const command of [
    'source .env && npm test',
    'set -a; . ./.env; set +a; npm test',
    "export $(grep -v '^#' .env | xargs) && npm test",
    'test -f .env && npm test',
    "bash -lc 'set -a; source .env; set +a; npm test'",
    'source .env && npm test; echo "EXIT: $?"',
    'if [ -f .env ]; then npm test; fi',
    'cp .env.example .env && npm install && npm test',
    'ls -la .env && git add .gitignore && git status',
    'ssh -i ~/.ssh/id_rsa deploy@host "systemctl restart shop"',
    'scp -i key.pem a.txt ubuntu@host:',
    'curl --cacert certs/ca.pem https://shop.example',
    'kubectl --kubeconfig ~/.kube/config get pods',
    'docker compose --env-file .env up -d',
    'node --env-file=.env --test',
    'npx dotenv -e .env.test -- vitest run',
    'terraform plan -var-file=prod.tfvars',
    'echo ".env" >> .gitignore && git add .gitignore && git commit -m "Ignore it"',
    "cat > README.md <<'EOF'\nCopy .env.example to .env\nEOF\nnpm test",
    'gh pr create -t "Load .env" -b "from .env"',
  ]) {
    test(`loses no answer: ${command}`, () => {
      const end = told(['Bash', { command }], '12 tests passed');
      assert.equal(end.output, '12 tests passed');
      assert.deepEqual(end.input, { command });
      assert.equal(told(['Bash', { command: `${command}; cat .env` }], 'KEY=a').output, EXCLUDED_MARK);
    });
  }

  for (const command of [
    'source .env && echo $API_KEY',
    '. ./.env; env',
    'set -a; source .env; printenv',
    'ls .env | xargs cat',
    'test -f .env && cat $_',
    'source .env; ruby -e "puts ENV.to_h"',
    'bash -c "cat .env"',
    'source .env && node -e "console.log(process.env.KEY)"',
    'docker compose --env-file .env exec web env',
    'git add -p .env',
    'cp .env /tmp/e && cat /tmp/e',
    'source .env; export -p',
    'docker compose --env-file .env config',
    'echo "KEY=a" > .env',
    'export $(cat .env) && set',
    "cat > run.sh <<'EOF'\ncat .env\nEOF\nsh run.sh",
    'wc -l < .env',
    'bash -x -c "source .env"',
  ]) {
    test(`keeps nothing of what it shows or writes: ${command}`, () => {
      assert.equal(told(['Bash', { command }], 'a1b2c3').output, EXCLUDED_MARK);
    });
  }
});

suite('words that end with the name of a file that holds secrets', () => {
  test('are no name of a file in an answer', () => {
    const issue = JSON.stringify({ id: 3, title: 'Stop committing .env', description: 'It holds the key.' });
    assert.equal(told(['mcp__linear__get_issue', { id: 3 }], issue).output, issue);
    const page =
      '# Shop\n\n### Configure .env\n\nSet the port.\n\n### .env\n\nSet it there.\n\n### Update `web/.env.example`\n\nAnd run it.';
    assert.equal(told(['Bash', { command: 'cat README.md' }], page).output, page);
    assert.equal(told(['Task', { prompt: 'look' }], page).output, page);
    const list = 'node_modules\n.env\ndist\n\n12 tests passed';
    assert.equal(told(['Bash', { command: 'cat .gitignore && npm test | grep -v warn' }], list).output, list);
  });

  test('are one where the answer shows what lies in it', () => {
    for (const shown of ['.env:3:KEY=a', './.env\nKEY=a', '==> .env <==\nKEY=a', '--- .env ---\nKEY=a'])
      assert.ok(
        !`${told(['Bash', { command: 'for f in *; do show $f; done' }], shown).output}`.includes('KEY=a'),
        shown,
      );
  });
});

test('a regular expression of a search is no glob of an excluded folder', () => {
  for (const command of ["rg -n 'name\\s*:' src", "rg -n '\\bname\\s*=' web"])
    assert.equal(told(['Bash', { command }], 'src/a.ts:1:name :', OWN).output, 'src/a.ts:1:name :', command);
  assert.equal(told(['Bash', { command: 'cat s*/a.md' }], 'text', OWN).output, EXCLUDED_MARK);
});
