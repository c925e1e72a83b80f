import assert from 'node:assert/strict';
import test from 'node:test';
import { PLACE_ANCHORS } from '../../../src/privacy/rare/place-anchors.ts';
import { PLACE_FORMS_COUNT } from '../../../src/privacy/rare/place-forms.ts';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, password } from '../secret-samples.ts';

const dice = createDice(41);
const word = `${password(dice)}7`;
const key = dice.of('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 32);

test('a secret goes from where programs, calls and addresses take one', () => {
  for (const [text, secret] of [
    [`mongosh -u admin -p ${word} --quiet`, word],
    [`ldapsearch -x -D cn=admin -w '${word}'`, word],
    [`zip -r -P ${word} out.zip dir`, word],
    [`7z a -p"${word}" out.7z dir`, word],
    [`xfreerdp /u:admin /p:${word} /v:host`, word],
    [`net use Z: \\\\srv\\share /user:admin ${word}`, word],
    [`kubectl create secret generic db --from-literal=foo=${word}`, word],
    [`vault login ${key}`, key],
    [`aws configure set aws_session_token ${key}`, key],
    [`echo '${word}' | sudo -S ls`, word],
    [`smtp.login("bot@shop.test", "${word}")`, word],
    [`requests.get(url, auth=("admin", "${word}"))`, word],
    [`dsn := "app:${word}@tcp(127.0.0.1:3306)/shop"`, word],
    [`jdbc:oracle:thin:scott/${word}@db:1521:x`, word],
    [`pip install --index-url https://${key}@pypi.test/simple`, key],
    [`https://host.test/invite/${key}`, key],
    [`wss://host.test/ws?ticket=${key}`, key],
    [`etcdctl --user root:${word} get a`, word],
    [`printf x; deploy --data-file=<(printf '${word}')`, word],
    [`consul acl set-agent-token default ${key}`, key],
    [`az keyvault secret set -n x --value ${key}`, key],
    [`createUser bob SHA "${word}" AES "${word}"`, word],
    [`MONITOR ups@localhost 1 upsmon ${word} master`, word],
    [`Authorization: Basic bob:${word}`, word],
    [`K 8\npassword\nV 11\n${word}`, word],
    [`send "${word}\\r"`, word],
    [`basicauth {\n  bob ${word}\n}`, word],
    [`Cookie JSESSIONID=${key}; Path=/`, key],
  ] as const) {
    assert.ok(!redact(text).text.includes(secret), text);
  }
});

test('what only looks like it stays', () => {
  for (const text of [
    ...[
      '7z x out.7z -pattern',
      'mkdir -p a/b/c1',
      'zip -r out1.zip dir',
      'grep -w word2 file',
      'docker run -p 8080:80 img',
    ],
    ...[
      "expect(login('bob', 'wrong-password'))",
      'echo done | tee log1',
      'https://host.test/verify/start-here-please-now',
    ],
    ...[
      'https://github.test/a/b/commit/1f2e3d4c5b6a',
      'SessionID=2026-01-22-test-session-1',
      'https://cdn.test/a.js?v=1a2b3c4d',
      'docker run --user 1000:1000 img',
      'monitor a@b 1 x y',
    ],
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('there are as many forms as lines of anchors', () => {
  assert.equal(PLACE_ANCHORS.length, PLACE_FORMS_COUNT);
});
