import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, password } from '../secret-samples.ts';

const dice = createDice(67);
const [first, second] = [password(dice), password(dice)];

test('passwords go from a here-document that a command reads or a file of secrets takes', () => {
  assert.equal(
    redact(`chpasswd <<EOF\nroot:${first}\nbob:${second}\nEOF\necho abc1D#e`).text,
    'chpasswd <<EOF\nroot:[redacted:password]\nbob:[redacted:password]\nEOF\necho abc1D#e',
  );
  for (const text of [
    `passwd bob <<'E'\n${first}\n${second}\nE`,
    `cat <<E > /etc/ppp/chap-secrets\nbob * ${first} *\nE`,
    `tee ~/.pgpass <<EOF\nh:5433:d:app:${first}\nEOF`,
  ]) {
    const clean = redact(text).text;
    assert.ok(!clean.includes(first) && !clean.includes(second), clean);
  }
});

test('passwords go from a list of users and from a section of users', () => {
  for (const text of [
    `chpasswd:\n  list: |\n    root:${first}\n    bob:${second}`,
    `[users]\nadmin = ${first}, admin\nbob = ${second}`,
  ]) {
    const clean = redact(text).text;
    assert.ok(!clean.includes(first) && !clean.includes(second), clean);
  }
});

test('other here-documents, sections and their names stay', () => {
  for (const text of [
    'cat <<EOF > README.md\nabc1D#efg is an example\nEOF',
    '[users]\nalice = role1\n[roles]',
    'chpasswd: list: none',
    'cin >> a; cout << "x1" << endl;\n',
  ]) {
    assert.equal(redact(text).text, text);
  }
});
