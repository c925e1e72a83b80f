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
    'npx dotenv-cli -e .env.test -- vitest run',
    'npx env-cmd -f .env.test npm test',
    'kubectl create secret generic app --from-env-file=.env',
    'npm run dev -- --env .env.local',
    // Messages by standard input.
    "git commit -F - <<'EOF'\nfix: load .env first\nEOF",
    'git add -A && git commit -qF- <<EOF\nfix: .env\nEOF\ngit push',
    "git commit --file=- <<'EOF'\nUse .env\nEOF",
    "gh pr comment 3 --body-file - <<'EOF'\nSee .env\nEOF",
    // Names of variables.
    'KUBECONFIG=/etc/rancher/k3s/k3s.yaml kubectl get pods',
    'export KUBECONFIG=/tmp/k.yaml; kubectl logs deploy/web',
    'env KUBECONFIG=/tmp/k.yaml helm list',
    'export KUBECONFIG=~/.kube/config && kubectl get pods',
    'export KUBECONFIG="$HOME/.kube/config"; kubectl get pods',
    'cd infra && export KUBECONFIG=../kubeconfig && helm list',
    'unset KUBECONFIG; kubectl config current-context',
    `kubectl --kubeconfig "\${KUBECONFIG}" get nodes`,
    `python3 -c 'import os; print(os.path.exists(os.environ["KUBECONFIG"]))'`,
    'helm upgrade web ./chart --set app.env=prod',
    // Files by a variable.
    'GOOGLE_APPLICATION_CREDENTIALS=./service-account.json npm test',
    'KUBECONFIG=~/.kube/config kubectl get pods',
    'ENV_FILE=".env" npm start',
    'CI=1 DOTENV_CONFIG_PATH=.env node -r dotenv/config a.js',
    'export NODE_EXTRA_CA_CERTS=ca.pem && npm ci',
    'GIT_SSH_COMMAND="ssh -i ~/.ssh/id_ed25519" git pull',
    // Values that are read into a variable, or into the address of a database.
    `psql "$(grep DATABASE_URL .env | cut -d= -f2-)" -c 'select 1'`,
    "psql $(grep DATABASE_URL .env | cut -d= -f2-) -c 'select 1'",
    'TOKEN=$(grep API_TOKEN .env | cut -d= -f2) && curl -s -H "Authorization: Bearer $TOKEN" localhost:3000/me',
    'export DATABASE_URL="$(grep DATABASE_URL .env | cut -d= -f2-)" && npx prisma migrate status',
    'DATABASE_URL=$(grep DATABASE_URL .env | cut -d= -f2-) npx prisma migrate status',
    'env $(cat .env | xargs) npm test',
    // Copies.
    'cp .env ../wt/.env && cd ../wt && npm ci && npm test',
    'cp .env ../wt/ && cd ../wt && npm test',
    'ln -s $PWD/.env ../wt/.env && cd ../wt && npm test',
    'mv .env.bak .env && npm run dev',
    'if [ ! -f .env ]; then cp .env.example .env; fi; npm test',
    // Shells elsewhere.
    'ssh host "cd /srv && docker compose --env-file .env up -d"',
    'docker compose exec web bash -c "source .env && python manage.py migrate"',
    "docker exec web sh -c 'test -f .env && npm test'",
    'rsync -e "ssh -i key.pem" -a dist/ host:/srv',
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
    'cp ~/.kube/config . && cat config',
    'cp ~/.aws/credentials /tmp/ && cat /tmp/credentials',
    'source .env && echo "Config:\n  host: $DB_HOST"',
    'source .env && echo "a; b $KEY"',
    'source .env && env 2>/dev/null | grep KEY',
    'docker run --rm --env-file .env alpine env 2>&1',
    'source .env && /usr/bin/env',
    'source .env; cat <<EOF\n$URL\nEOF',
    'source .env; sed "s|__KEY__|$KEY|" tpl',
    'source .env; node -e "console.log(\'$KEY\')"',
    'source .env; jq -n --arg k "$KEY" \'{k: $k}\'',
    'source .env; envsubst < tpl',
    'set -o xtrace; source .env',
    'kubectl create secret generic x --from-env-file=.env --dry-run=client -o yaml',
    'cat $(git ls-files .env .env.local)',
    'for f in $(ls .env .env.local 2>/dev/null); do cat "$f"; done',
    'ls .env .env.local | while read f; do cat $f; done',
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
    'bash <<EOF | git commit -F -\ncat .env\nEOF',
    'git commit -F - <<EOF\n$(cat .env)\nEOF',
    'git commit -F .env',
    'cat KUBECONFIG',
    'dotenv -f .env list',
    'export KUBECONFIG=~/.kube/config; cat $KUBECONFIG',
    `KUBECONFIG=~/.kube/config; cat "\${KUBECONFIG}"`,
    `cat "\${X}/.env"`,
    'F=.env; cat $F',
    'F=.env bash -c "cat \\$F"',
    `export F=.env && cat "\${F}"`,
    'dd if=.env',
    'PAGER="cat .env" git log',
    'F=.env node -e "console.log(fs.readFileSync(process.env.F))"',
    'X=$(grep KEY .env); echo "$X"',
    `X=$(grep KEY .env); node -p "'$X'"`,
    'X=$(grep KEY .env)\ncat <<EOF\n$X\nEOF',
    'cat <<EOF\nX=$(grep KEY .env)\nEOF',
    'echo "X=$(grep KEY .env)"',
    'echo "env $(cat .env)"',
    'echo X=$(grep KEY .env)',
    'env $(cat .env)',
    'psql -c "$(grep KEY .env)"',
    'git commit -m "$(grep KEY .env)"',
    'python3 -c "print(\'X=$(grep KEY .env)\')"',
    'python3 -c "a=1; X=\'$(grep KEY .env)\'; print(X)"',
    'cp .env notes.txt; cat notes.txt',
    'cp key.pem ../wt/ && cat ../wt/*',
    'cp .env conf && cd .. && cat a/conf',
    'cp .env "$T"; cat $T',
    'cp .env /dev/stdout',
    'cp .env a.txt && git add -A && git diff --cached',
    'X=$(grep KEY .env); git commit -m "$X"',
    'cp .env a; for f in $(ls); do cat $f; done',
    'ssh host "cat /srv/.env"',
    'docker exec web sh -c "cat .env"',
    'ssh host "source .env && env"',
    'rsync .env host:/srv && ssh host "cat .env"',
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
