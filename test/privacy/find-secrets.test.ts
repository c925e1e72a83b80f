import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../src/privacy/redact.ts';
import { SECRET_KINDS, TOKEN_KINDS } from '../../src/privacy/secret-kinds.ts';
import { prefixSamples } from './prefix-samples.ts';
import { createDice, privateKey, TOKEN_SAMPLES } from './secret-samples.ts';

/** Places in which a secret stands in what agents see. */
const PLACES: Record<string, (secret: string) => string> = {
  alone: (secret) => secret,
  'in a sentence': (secret) => `Use ${secret}, it works.`,
  'in backticks': (secret) => `the value is \`${secret}\``,
  'in an environment file': (secret) => `A=1\nSERVICE_VALUE=${secret}\nB=2`,
  'in a shell command': (secret) => `export X="${secret}" && run --flag ${secret} | tee log`,
  'in JSON': (secret) => JSON.stringify({ a: 1, field: secret }),
  'in JSON in JSON': (secret) => JSON.stringify({ body: JSON.stringify({ list: [secret] }) }),
  'in YAML': (secret) => `a:\n  - field: ${secret}\n  - other: 'x'`,
  'behind an escaped line break': (secret) => `first\\n${secret}\\nlast`,
  'in a query': (secret) => `https://example.com/x?y=1&field=${secret}&z=2`,
  'in a diff': (secret) => `-old\n+${secret}\n-${secret}`,
  'with line numbers': (secret) => `     1→A=1\n     2→${secret}\n`,
};

test('every form of secret is redacted in every place, and what stands around it is kept', () => {
  for (const [kind, make] of Object.entries(TOKEN_SAMPLES)) {
    for (const [index, secret] of make(createDice(kind.length * 7 + kind.charCodeAt(1))).entries()) {
      for (const [place, write] of Object.entries(PLACES)) {
        const text = write(secret);
        const clean = redact(text).text;
        const rest = text.split(secret);
        assert.ok(!clean.includes(secret), `${kind} ${index} ${place}: stays`);
        assert.ok(clean.includes('[redacted:'), `${kind} ${index} ${place}: no mark`);
        for (const part of rest) assert.ok(clean.includes(part), `${kind} ${index} ${place}: lost ${part} of ${clean}`);
      }
    }
  }
});

test('a secret is named by its kind', () => {
  for (const [kind, make] of Object.entries(TOKEN_SAMPLES)) {
    for (const secret of make(createDice(3))) assert.equal(redact(`(${secret})`).text, `([redacted:${kind}])`);
  }
});

test('every kind that is known by its form has samples, and there are more than forty kinds', () => {
  const withPlace =
    /^(?:aws-credentials|signed-url|azure-storage-key|.*-webhook|bearer-token|basic-login|(?:.*-)?password|url-token|session|private-key)$/;
  const kinds = [...new Set(TOKEN_KINDS.map((row) => row.kind))];
  assert.deepEqual(
    kinds.filter((kind) => !withPlace.test(kind) && TOKEN_SAMPLES[kind] === undefined),
    [],
  );
  assert.ok(SECRET_KINDS.size >= 100);
  for (const kind of SECRET_KINDS) assert.match(kind, /^[a-z0-9-]{3,40}$/);
});

test('a secret with a character too few, too many or in the middle of a word stays', () => {
  const dice = createDice(11);
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  for (const text of [
    `gh${'p_'}${dice.of(letters, 20)}`,
    `my_gh${'p_'}short`,
    `AK${'IA'}SHORT`,
    `XAK${'IA'}${dice.of('ABCDEFGHIJKLMNOP', 16)}`,
    `AK${'IA'}${dice.of('ABCDEFGHIJKLMNOP', 30)}`,
    `AI${'za'}${dice.of(letters, 50)}`,
    'task-force-is-a-long-name-of-a-branch-with-words',
    `sk-${'fading-circle sk-spinner-pulse'}`,
    `disk-${dice.of('abcdef0123456789', 32)}`,
    `turkey-${dice.of('abcdef0123456789', 32)}`,
    `cache-key-${dice.of('abcdef0123456789', 32)}`,
    `npm_${'config_registry'} npm_lifecycle_event`,
    `hf_${'hub_download'} r8_x gsk_ pat.x SG.x`,
    'xoxo and hugs, https://hooks.slack.com/services/',
    `eyJ${'hbGciOiJIUzI1NiJ9'}`,
    'LTAIabcdefghijklmnop',
    'whsec_... sk_live_... sk-ant-...',
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('private keys go with all their lines, in every label, quoted, escaped, indented and numbered', () => {
  for (const label of [
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
  ]) {
    const key = privateKey(createDice(label.length), label);
    const lines = key.split('\n');
    for (const text of [
      `a\n${key}\nb`,
      JSON.stringify({ private_key: `${key}\n`, b: 1 }),
      JSON.stringify(JSON.stringify({ k: key })),
      `key: |\n${lines.map((line) => `    ${line}`).join('\n')}\nb: 1`,
      lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n'),
      lines.map((line) => `+${line}`).join('\n'),
      `KEY="${lines.join('\\n')}"`,
      lines.map((line) => `"${line}\\n" +`).join('\n  '),
    ]) {
      const clean = redact(text).text;
      for (const line of lines.slice(1, -1)) assert.ok(!clean.includes(line), `${label}: ${clean}`);
      assert.ok(clean.includes('[redacted:private-key]'));
    }
    assert.equal(redact(`a\n${key}\nb`).text, 'a\n[redacted:private-key]\nb');
  }
});

test('a private key of PGP, PuTTY or in Base64 goes too, and so does one that is cut off at either end', () => {
  const dice = createDice(5);
  const pgp = privateKey(dice, 'PGP PRIVATE KEY BLOCK').replace('\n', '\nVersion: GnuPG v2\nComment: none\n\n');
  assert.equal(redact(`a\n${pgp}\nb`).text, 'a\n[redacted:private-key]\nb');
  const legacy = privateKey(dice).replace(
    '\n',
    `\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${dice.of('ABCDEF0123456789', 32)}\n\n`,
  );
  assert.equal(redact(`a\n${legacy}\nb`).text, 'a\n[redacted:private-key]\nb');
  const open = privateKey(dice).split('\n').slice(0, 9);
  assert.equal(redact(`${open.join('\n')}\nThat was the key`).text, '[redacted:private-key]\nThat was the key');
  assert.equal(redact(open.join('\n')).text, '[redacted:private-key]');
  const rest = privateKey(dice).split('\n').slice(6).join('\n');
  assert.equal(redact(`the end is\n${rest}\nok`).text, 'the end is\n[redacted:private-key]\nok');
  const encoded = Buffer.from(privateKey(dice)).toString('base64');
  assert.equal(redact(`client-key-data: ${encoded}`).text, 'client-key-data: [redacted:private-key]');
  const putty = `Private-Lines: 2\n${dice.of('abcdefghijkl0123456789', 64)}\n${dice.of('abcdefghijkl0123456789', 60)}\nPrivate-MAC: x`;
  assert.ok(redact(putty).text.startsWith('Private-Lines: 2[redacted:private-key]\nPrivate-MAC'));
});

test('public keys, certificates and words about private keys stay', () => {
  const dice = createDice(6);
  for (const text of [
    privateKey(dice, 'PUBLIC KEY'),
    privateKey(dice, 'CERTIFICATE'),
    "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return 'pem';",
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n<your key here>\n-----END PRIVATE KEY-----',
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${dice.of('abcdefghijklmnopABCDEF0123456789', 43)} me@example.com`,
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('a token of every prefix of the table is redacted in every place', () => {
  for (const secret of prefixSamples(createDice(5))) {
    for (const [place, write] of Object.entries(PLACES)) {
      assert.ok(!redact(write(secret)).text.includes(secret), `${secret.slice(0, 8)} ${place}: stays`);
    }
  }
});

test('every form is bounded: one attempt at an anchor reads a limited stretch', () => {
  for (const { kind, pattern } of TOKEN_KINDS) {
    const outsideClasses = pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
    assert.doesNotMatch(outsideClasses, /[*+]|\{\d+,\}/, kind);
  }
});

test('a token joined to a flag of one letter goes', () => {
  const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  assert.equal(redact(`tool -t${token} list`).text, 'tool -t[redacted:github-token] list');
});

test('a token between the marks of italics goes, and a longer name with its form does not', () => {
  const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  assert.equal(redact(`the key _${token}_ was used`).text, 'the key _[redacted:github-token]_ was used');
  assert.equal(redact(`x_${token}`).text, `x_${token}`);
});
