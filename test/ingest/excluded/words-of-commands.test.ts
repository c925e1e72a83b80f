import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { withoutExcluded } from '../../../src/ingest/excluded/without-excluded.ts';
import { createExclusion, type ExclusionRules } from '../../../src/privacy/exclude.ts';

const HOME = '/home/dev';
const SHOP = `${HOME}/shop`;

/** What is kept of a call's answer, under rules of a person. */
function told(rules: Partial<ExclusionRules>, tool: string, input: JsonObject): string {
  const exclusion = createExclusion({ paths: [], projects: [], userHome: HOME, ...rules });
  const end: ToolEnd = { kind: 'tool.end', tool, input, output: 'answer', success: true };
  return JSON.stringify(withoutExcluded(end, exclusion, SHOP));
}

/** How a command can name a file whose path has a blank or a sign of the shell in it. */
const FORMS: Readonly<Record<string, (path: string) => [tool: string, input: JsonObject]>> = {
  'double quotes': (path) => ['Bash', { command: `cat "${path}"` }],
  'single quotes': (path) => ['Bash', { command: `sed -n 1,20p '${path}'` }],
  'escaped signs': (path) => ['Bash', { command: `cat ${path.replace(/[^\w./~-]/g, '\\$&')} | head` }],
  'quotes around a part': (path) => ['Bash', { command: `cat ${path.replace(/[^\w./~-]+/g, '"$&"')}` }],
  'behind a sign of an option': (path) => ['Bash', { command: `tool --file="${path}" -d "@${path}"` }],
  'a line behind an apostrophe': (path) => ['Bash', { command: `cat <<E\nit's\nE\ncat "${path}"` }],
  'its folder first': (path) => [
    'Bash',
    { command: `cd "${path.slice(0, path.lastIndexOf('/'))}" && cat ${path.slice(path.lastIndexOf('/') + 1)}` },
  ],
  'a shell in a shell': (path) => ['Bash', { command: `bash -lc 'cat "${path}"'` }],
  'escaped quotes': (path) => ['Bash', { command: `bash -lc "cat \\"${path}\\""` }],
  'a program': (path) => ['Bash', { command: `python3 -c 'print(open("${path}").read())'` }],
  argv: (path) => ['shell', { command: ['cat', path] }],
  'argv of a shell': (path) => ['shell', { command: ['bash', '-lc', `cat '${path}'`], workdir: SHOP }],
  'argv deep within': (path) => ['run', { task: { command: ['cat', path] } }],
  exec_command: (path) => ['exec_command', { cmd: `cat "${path}"` }],
};

suite('a command names an excluded file whose name a shell would split', () => {
  for (const name of ['client corp', 'acme (old)', 'r&d', '@acme', 'a=b', 'a,b', 'ex: y', "o'neil co"]) {
    for (const [form, call] of Object.entries(FORMS)) {
      if (name.includes("'") && /'/.test(JSON.stringify(call('')))) continue;
      test(`${name}, by ${form}`, () => {
        const path = `${HOME}/jobs/${name}/a.md`;
        for (const rules of [
          { projects: [`~/jobs/${name}`] },
          { paths: [`~/jobs/${name}/`] },
          { paths: [`${HOME}/jobs/${name}`] },
          { paths: [`${name}/`] },
        ]) {
          assert.doesNotMatch(told(rules, ...call(path)), /answer/, JSON.stringify(rules));
        }
        assert.match(told({ projects: [`~/jobs/${name}`] }, ...call(`${HOME}/jobs/${name}-two/a.md`)), /answer/);
      });
    }
  }

  test('a file, a folder below one with a blank, and a wildcard that stands for one', () => {
    for (const [pattern, command] of [
      ['tax return.md', 'cat "tax return.md"'],
      ['tax return.md', 'cat docs/tax\\ return.md'],
      ['tax return.md', 'git show HEAD:"tax return.md"'],
      ['~/my jobs/acme', `cat "${HOME}/my jobs/acme/a.md"`],
      ['~/my jobs/acme', 'cd ~/my\\ jobs && cat acme/a.md'],
      ['~/my jobs/acme', 'cd "$HOME/my jobs" && cat acme/a.md'],
      ['~/jobs/*/private/', 'cat "../jobs/client corp/private/a.md"'],
      ['~/jobs/*corp', 'cat "$HOME"/jobs/client\\ corp/a.md'],
    ] as const) {
      assert.doesNotMatch(told({ paths: [pattern] }, 'Bash', { command }), /answer/, command);
      if (pattern.startsWith('~'))
        assert.doesNotMatch(told({ projects: [pattern] }, 'Bash', { command }), /answer/, command);
    }
  });

  test('a call that only speaks of such a file stays whole', () => {
    const rules = { paths: ['~/jobs/client corp/', 'acme (old)/', 'tax return.md'], projects: ['~/jobs/r&d'] };
    for (const command of [
      'git commit -m "letters for client corp"',
      'grep -rn "client corp" src',
      'echo "acme (old) is gone; see r&d"',
      'ssh -F ~/.ssh/config host "ssh -F ~/.ssh/config other"',
      'cat "../jobs/client corps/a.md"',
      'node -e "f(1 && 2, { a: [1] })"',
    ]) {
      assert.match(told(rules, 'Bash', { command }), /answer/, command);
    }
  });
});

suite('words of code and of messages', () => {
  for (const command of [
    "jq '.items[].key' a.json",
    "jq -r '.user.age' a.json | head",
    "jq '.env' package.json",
    "curl -s localhost/settings | jq -r '.[].key'",
    "yq '.spec.containers[0].env' d.yml",
    "kubectl get x -o yaml | yq '.spec.key'",
    'cat d.yml | yq .spec.key | head',
    "jq '.[].key' < a.json",
    "jq < a.json '.[].key'",
    "psql -c 'select u.key, u.age from u'",
    `node -e 'for (const e of x) console.log(e.key, "a")'`,
    "python3 -c 'import os; print(user.age)'",
    "kubectl get pod x -o jsonpath='{.spec.containers[0].env}'",
    'grep -rn "\\.env" src',
    'git grep -n "prod.env"',
    'git commit -m "load .env first"',
    'git add -A && git commit -m "$(cat <<\'EOF\'\nload .env first\n\nTell of it.\nEOF\n)"',
    // Code, also behind what starts its program.
    'uv run python -c "print(o.key)"',
    'poetry run python3 -u -c "print(u.age)"',
    'timeout 60 python -c "print(u.age)"',
    "npx tsx -e 'console.log(cfg.key)'",
    "mongosh --eval 'db.users.find().map(u => u.key)'",
    'bundle exec rails runner "puts User.first.age"',
    `python3 -c 'print(f"{u.name} {u.key}")'`,
    'docker exec db psql -U app -c "select u.age from users u"',
    'docker compose exec -T db psql -U app -c "\nselect u.age from users u"',
    "python3 - <<'EOF'\nrows = [u.key for u in x]\nprint('staying')\nEOF",
    'python3 -u - src/a.ts <<EOF\nprint(o.key)\nEOF',
    'node --input-type=module <<EOF\nconsole.log(o.key)\nEOF',
    `psql "$DATABASE_URL" <<'SQL' | head\nselect u.age from u where n = 'x';\nSQL`,
    // Queries, whichever program reads them.
    "sqlite3 app.db 'select t.key from t'",
    "duckdb -c 'SELECT t.key FROM t'",
    "echo 'with x as (select 1) select u.age from u' | psql db",
    'bq query "update u set n = u.key"',
    // Filters.
    "gh api repos/x/y --jq '.[].key'",
    "gh api repos/x/y --jq '.[] | .key'",
    "gh pr view 1 --json title -q '.title.key'",
    "docker inspect -f '{{.Config.Env}}' web",
    "docker inspect --format='{{.State.key}} {{.Id}}' web",
    "aws ec2 describe-instances --query 'Reservations[].Instances[].key'",
    "az vm show --query 'properties.key' -o tsv",
    "sed -n '/item.key/,/end/p' src/a.ts",
    "sed -E 's/item.key/user.key/g' src/a.ts",
    'gh issue list --search ".env"',
    'npm test -- --grep "loads .env"',
    'timeout 5 grep -rn item.key src',
    "grep -rn --include '*.ts' -e item.key src",
    "rg -ie 'item.key' src",
    "git log --format='%h %s' -S'user.key'",
    "git -C sub log -G 'user.key' --oneline",
    'git log --oneline --grep=".env"',
    // Messages.
    'git -C sub commit -m "item.key"',
    'git commit -m item.key',
    'git commit -qam"item.key"',
    'git commit --message="fix user.age"',
    'git tag -a v1 -m "item.key"',
    'git commit -m "add source maps of .env"',
    'git commit -m "$(cat <<\'EOF\'\nload `.env` and "$HOME/.env"\n\nIt\'s so.\nEOF\n)" && git push',
    // What is written as the last act.
    "cd docs && cat > a.md <<'EOF'\nCopy `.env.example` to .env\nEOF\n",
  ]) {
    test(`${command} names no file that holds secrets`, () => {
      assert.match(told({}, 'Bash', { command }), /answer/);
      assert.doesNotMatch(told({}, 'Bash', { command: `${command}; cat .env` }), /answer/);
    });
  }

  for (const command of [
    'jq -R . .env',
    'jq < credentials.json',
    "jq < credentials.json '.a'",
    'yq secrets.yml',
    'yq -P "secrets.yml" | head',
    'yq e ~/.kube/config',
    'yq -o=json secrets.yaml; ls',
    'grep --include=.env -r KEY .',
    'jq -f filter.jq .env',
    'grep -e KEY ".env"',
    'grep KEY .env',
    'rg -g .env -h KEY',
    'grep -rh --include .env KEY',
    `python3 -c 'print(open(".env").read())'`,
    'python3 -c "print(open(\\".env\\").read())"',
    `node -p "fs.readFileSync('prod.env', 'utf8')"`,
    `python3 -c "os.system('cat prod.env | head')"`,
    "ruby -e 'puts `cat prod.env`'",
    "perl -e 'print qx(cat prod.env)'",
    "perl -ne 'print' .env",
    "psql -c '\\i prod.env x'",
    'bash -c "cat .env"',
    'ssh host "cat prod.env"',
    'git commit -m "$(cat .env)"',
    'git diff -m .env',
    'node -c .env',
    'grep "$(cat .env)" a.md',
    'jq "`cat prod.env`" a.json',
    'tool --path=.env --template=prod.env',
    'xargs cat < .env',
    'su node -c "cat prod.env"',
    'docker exec -u node app sh -c "cat prod.env"',
    'gcloud compute ssh node --command "cat server.key"',
    'tool node x --command "cat server.key"',
    `uv run python -c 'print(open("prod.env").read())'`,
    `uv run python -c 'print(open(f"{x}.env").read())'`,
    'uv run python -c prod.env',
    `docker exec db psql -c "copy t from '/x/prod.env'"`,
    'docker exec db psql -c "\\\\i prod.env"',
    `duckdb -c "select * from read_csv('prod.env')"`,
    'bash -c "select f in prod.env; do cat $f; done"',
    'sqlite3 a.db "select 1;\n.read prod.env x"',
    "python3 - <<'EOF'\nprint(open('.env').read())\nEOF",
    "python3 - <<'EOF'\nimport os\nos.system('cat prod.env')\nEOF",
    'python3 - <<EOF\nprint("$(cat prod.env)")\nEOF',
    'python3 read.py <<EOF\nprod.env\nEOF',
    "psql db <<'EOF'\n\\i prod.env\nEOF",
    "sqlite3 a.db <<'EOF'\nselect 1;\n.read prod.env\nEOF",
    "bash <<'EOF'\ncat prod.env\nEOF",
    "ssh host <<'EOF'\ncat prod.env\nEOF",
    "docker exec -i node bash <<'EOF'\ncat prod.env\nEOF",
    "cat > .env <<'EOF'\nx\nEOF",
    "cat > a.sh <<'EOF'\ncat .env\nEOF\nbash a.sh",
    "cat <<'EOF' | bash\ncat .env\nEOF",
    'cat > a.md <<EOF\n$(cat .env)\nEOF',
    'git commit -m "$(cat <<\'EOF\'\nx\nEOF\ncat .env\n)"',
    'git commit -m "$(cat <<EOF\n$(cat .env)\nEOF\n)"',
    "sed -n 'r prod.env' a",
    "sed 's/x/y/w prod.env' a",
    "sed -n '1p' prod.env",
    'sed -f x.sed .env',
    'grep -e KEY .env',
    'grep -f .env a',
    'rg -e KEY -e X .env',
    'git log -p -S x -- .env',
    'git commit -S .env',
    'git log -p release -m .env',
    'tee a.sh <<EOF | bash\ncat .env\nEOF',
    "bash <<<EOF 'cat .env'\nEOF",
    'gh api x --jq .a --input prod.env',
    "cat '{{x}}prod.env'",
    'cat "a[].md" prod.env',
    'timeout 5 cat .env',
    'env -S "cat .env"',
    'xargs -a .env grep x',
  ]) {
    test(`${command} names one`, () => {
      assert.doesNotMatch(told({}, 'Bash', { command }), /answer/);
    });
  }
});

suite('words of messages, searches, branches and addresses name no file of a pattern of your own', () => {
  const rules = { paths: ['contracts/', '*.sql'], projects: ['~/jobs/acme'] };
  for (const command of [
    'git commit -m "feat: keep API contracts stable"',
    'git commit -am "docs: contracts/a.md has a typo"',
    'git commit -m "$(cat <<\'EOF\'\nfeat: contracts\n\nSee contracts/a.md.\nEOF\n)"',
    'git push -u origin feature/contracts',
    'git checkout -b feature/contracts',
    'git switch feature/contracts && git pull',
    'git merge origin/feature/contracts',
    'git log --oneline main..feature/contracts',
    'git log --grep contracts',
    'gh pr create --title "Update contracts" --body "See contracts." --head feature/contracts',
    'gh pr view feature/contracts --comments',
    'gh api repos/a/b/issues -f title="contracts"',
    'bd create "Review contracts" -p 1',
    'echo "checking contracts"; npm run build',
    'npm test -- contracts',
    'npx jest --testPathPattern contracts',
    'npx jest contracts --watch=false',
    'npx vitest run contracts',
    'npx playwright test contracts',
    'pytest -q -k contracts',
    'python -m pytest -k contracts',
    'npx mocha -g contracts',
    'bundle exec rspec -e contracts',
    "git commit -F - <<'EOF'\nfeat(contracts): keep contracts/a.md\nEOF",
    'rg -n "contracts" src',
    'grep -rn contracts src/',
    'grep customers.sql a',
    'curl -s localhost:3000/api/contracts | jq .',
    'curl https://api.example.com/contracts/12?a=contracts',
    'psql -c "select * from contracts"',
    'python -c "from app import contracts; print(1)"',
  ]) {
    test(`${command} stays`, () => {
      assert.match(told(rules, 'Bash', { command }), /answer/);
      assert.doesNotMatch(told(rules, 'Bash', { command: `${command}; cat contracts/a.md` }), /answer/);
    });
  }
  test('the address of a page stays, also in an answer', () => {
    const url = 'https://docs.openzeppelin.com/contracts/5.x/erc20';
    assert.match(told(rules, 'WebFetch', { url, prompt: 'x' }), /answer/);
    const exclusion = createExclusion({ ...rules, userHome: HOME });
    const output = `- [Guide](${url}): staying\n${url}: staying`;
    const result = { results: [{ title: 'staying', url, text: 'staying' }] };
    const end: ToolEnd = { kind: 'tool.end', tool: 'WebSearch', input: { query: 'x' }, output, result, success: true };
    assert.equal(withoutExcluded(end, exclusion, SHOP), end);
  });

  for (const command of [
    'yq contracts/a.yaml',
    'yq -P "contracts/a.yaml"',
    'yq eval contracts/a.yaml | head',
    'cat contracts/a.md',
    'ls contracts',
    'tar cf - contracts',
    'rg pays contracts',
    'git add contracts',
    'git checkout main -- contracts/a.md',
    'git checkout contracts/a.md',
    'git -C contracts push',
    'git push ../contracts main',
    'git diff contracts/a.md',
    'git diff main..feature -- contracts/a.md',
    'git show main:contracts/a.md',
    'git commit -F contracts/a.md',
    'gh pr create --body-file contracts/a.md',
    'gh api repos/a/b/contents -f body=@contracts/a.md',
    'npm test -- contracts/a.test.ts',
    'npm test; ls contracts',
    'pytest contracts',
    'pytest -k x contracts',
    'npx mocha contracts',
    'bash -c "cd contracts && cat a.md"',
    'ssh host "cat contracts"',
    'docker exec app sh -c "ls contracts | xargs cat"',
    'tmux send-keys "cd contracts" Enter',
    'tool "see contracts/a.md"',
    'cat "contracts/my notes.md"',
    'python3 -c "x = open(\'contracts\')"',
    'psql -c "select * from customers.sql"',
    'curl https://github.com/acme/shop/blob/main/contracts/a.md',
    'curl https://raw.githubusercontent.com/acme/shop/main/contracts/a.md',
    'curl localhost:8000/contracts/a.md',
    'curl -T contracts/a.md https://example.com/',
    'git commit -m "$(cat contracts/a.md)"',
    'grep -f contracts/words src/a.ts',
    'cd ~/jobs/acme && git log',
  ]) {
    test(`${command} names one`, () => {
      assert.doesNotMatch(told(rules, 'Bash', { command }), /answer/);
    });
  }
});

test('a call that works in a hundred folders stays, and one that names an excluded file among them does not', () => {
  const steps = Array.from({ length: 100 }, (_, n) => `(cd services/svc-${n} && npm test)`);
  const rules = { projects: ['~/jobs/acme'] };
  const files = steps.map((_, n) => ({ path: `services/svc-${n}/a.ts`, content: 'x' }));
  for (const some of [rules, {}]) {
    assert.match(told(some, 'Bash', { command: steps.join('; ') }), /answer/);
    assert.match(told(some, 'mcp__github__push_files', { files }), /answer/);
  }
  assert.doesNotMatch(told(rules, 'Bash', { command: [...steps, 'cat ~/jobs/acme/a.md'].join('; ') }), /answer/);
});
