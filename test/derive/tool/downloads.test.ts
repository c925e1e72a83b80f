import assert from 'node:assert/strict';
import { test } from 'node:test';
import { downloadOf } from '../../../src/derive/tool/downloads.ts';
import { parseShell } from '../../../src/derive/tool/shell.ts';

const filled = (line: string): string[] => parseShell(line).flatMap((command) => downloadOf(command)?.to ?? []);

test('a download names the file or folder that it fills', () => {
  const cases: [string, string[]][] = [
    ['curl -o docs/a.md https://x.example/a', ['docs/a.md']],
    ['curl -sSLo a.md https://x.example/a', ['a.md']],
    ['curl --output=a.md https://x.example/a', ['a.md']],
    ['curl -LO https://x.example/b/guide.md?raw=1', ['guide.md']],
    ['curl -O --output-dir docs https://x.example/b/guide.md', ['docs/guide.md']],
    ['wget https://x.example/b/guide.md', ['guide.md']],
    ['wget -q -P docs https://x.example/b/guide.md', ['docs/guide.md']],
    ['wget -qO notes.md "$URL"', ['notes.md']],
    ['git clone https://x.example/a/kit.git', ['kit']],
    ['git clone --depth 1 -b main git@x.example:a/kit.git third/kit', ['third/kit']],
    ['git -C tools clone https://x.example/a/kit', ['tools/kit']],
    ['git submodule add https://x.example/a/kit libs/kit', ['libs/kit']],
    ['gh repo clone a/kit', ['kit']],
    ['npx degit a/kit starter', ['starter']],
    ['svn export https://x.example/a/trunk kit', ['kit']],
    ['aws s3 cp s3://bucket/a/guide.md docs/guide.md', ['docs/guide.md']],
    ['gsutil cp gs://bucket/guide.md .', ['./guide.md']],
    ['hf download a/kit --local-dir third/kit', ['third/kit']],
    ['scp host:/srv/notes.md docs/', ['docs//notes.md']],
  ];
  for (const [line, to] of cases) assert.deepEqual(filled(line), to, line);
});

test('what prints, sends or asks this machine fills no file', () => {
  for (const line of [
    'curl -s https://x.example/a',
    'curl -o a.json http://localhost:3000/health',
    'curl -o - https://x.example/a',
    'wget -qO- https://x.example/a',
    'git fetch origin',
    'git pull --rebase',
    'gh pr checkout 3',
    'npm install',
    'tar czf a.tgz src',
    'aws s3 cp docs/guide.md s3://bucket/a/',
    'aws s3 ls s3://bucket',
  ])
    assert.deepEqual(filled(line), [], line);
});

test('an archive or a repository of this machine is where its copy comes from', () => {
  const [tar] = parseShell('tar xzf kit.tar.gz -C third');
  assert.deepEqual(tar && downloadOf(tar), { from: ['kit.tar.gz'], to: ['third'] });
  const [clone] = parseShell('git clone ../other copy');
  assert.deepEqual(clone && downloadOf(clone), { from: ['../other'], to: ['copy'] });
});
