import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, password, plainKey } from '../secret-samples.ts';

const dice = createDice(61);
const word = password(dice);
const key = plainKey(dice, 32);

test('a secret goes behind a word for one in another language', () => {
  for (const text of [
    ...[`пароль: ${word}`, `Пароль для сервера: ${word}`, `hasło to ${word}`, `şifre: ${word}`, `密码：${word}`],
    ...[`パスワード: ${word}`, `비밀번호: ${word}`, `lösenord: ${word}`, `wachtwoord: ${word}`, `heslo = ${word}`],
    ...[`clé API : ${key}`, `la clave de la API es ${key}`, `ключ: ${key}`],
  ]) {
    const clean = redact(text).text;
    assert.ok(!clean.includes(word) && !clean.includes(key), clean);
  }
});

test('a sentence with such a word stays, also in a long text', () => {
  for (const text of ['пароль: неверный', 'contraseña: requerida', 'la clave es sencilla', 'passord: ukjent']) {
    assert.equal(redact(text).text, text);
    assert.equal(redact(`${'x '.repeat(9_000)}${text}`).text, `${'x '.repeat(9_000)}${text}`);
  }
  assert.ok(!redact(`${'x '.repeat(9_000)}пароль: ${word}`).text.includes(word));
});
