import assert from 'node:assert/strict';
import test from 'node:test';
import { secretNameKind } from '../../src/privacy/secret-names.ts';

const KINDS: Record<string, string[]> = {
  password: [
    'password',
    'DB_PASSWORD',
    'userPassword',
    'smtp-pass',
    'dbPass',
    'passphrase',
    'PGPASSWORD',
    'mysql_pwd',
    'password2',
  ],
  token: ['token', 'accessToken', 'GITHUB_TOKEN', '_authToken', 'X-Auth-Token', 'refresh_token', 'csrf-token'],
  secret: ['client_secret', 'JWT_SECRET', 'secretValue', 'credentials', 'webhookSecret', 'SECRET_OLD'],
  'api-key': [
    'apiKey',
    'API_KEY',
    'x-api-key',
    'APIKey',
    'encryptionKey',
    'SECRET_KEY_BASE',
    'OPENAI_KEY',
    'API key',
    'privateKey',
  ],
  'aws-secret-access-key': ['aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY', 'secretAccessKey'],
  'service-account-key': ['private_key_id'],
  authorization: ['Authorization', 'proxy-authorization'],
  cookie: ['Cookie', 'Set-Cookie'],
  'registry-auth': ['auth', '_auth'],
  // The value decides.
  'service-key': ['key', 'weather_key', 'x-weather-key', 'weatherKey'],
};

test('telling names of all ways of writing are known', () => {
  for (const [kind, names] of Object.entries(KINDS)) {
    for (const name of names) assert.equal(secretNameKind(name), kind, name);
  }
});

test('names of something else tell nothing', () => {
  for (const name of [
    ...['keys', 'name', 'compass', 'bypass', 'tokenizer', 'max_tokens', 'input_tokens', 'nextPageToken', 'token_type'],
    ...[
      'publicKey',
      'primary_key',
      'CACHE_KEY',
      'PUBLIC_KEY',
      'keyboard',
      'monkey',
      'password_hash',
      'passwordField',
      'author',
    ],
    ...['secretName', 'SECRET_FILE', 'token_url', 'authenticated', '', 'api_key_name'],
  ]) {
    assert.equal(secretNameKind(name), undefined, name);
  }
});
