// test/secrets: planted secrets and private texts on their way through every surface, and the search for what is left of
// them in the files of a home. Samples are put together when a test runs: no source holds anything that looks like one.

import { type Dice, password, plainKey, privateKey, TOKEN_SAMPLES } from '../privacy/secret-samples.ts';

/** Texts that each hold one secret, as agents meet them. */
export type Sample = (dice: Dice) => string[];

/** Secrets known by where they stand. */
const FORM_SAMPLES: Readonly<Record<string, Sample>> = {
  'aws-credentials': (d) => [`${TOKEN_SAMPLES['aws-access-key-id']?.(d)[0]} ${plainKey(d, 40)}`],
  'signed-url': (d) => [
    `https://bucket.s3.amazonaws.com/a.zip?X-Amz-Expires=60&X-Amz-Signature=${hex(d, 64)}`,
    `https://acct.blob.core.windows.net/c/a.zip?sv=2024&sig=${plainKey(d, 43)}%3D`,
  ],
  'azure-storage-key': (d) => [
    `DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=${plainKey(d, 86)}==;`,
    `Endpoint=sb://x.servicebus.windows.net/;SharedAccessKey=${plainKey(d, 43)}=`,
  ],
  'slack-webhook': (d) => [`https://hooks.slack.com/services/T${upper(d, 10)}/B${upper(d, 10)}/${plainKey(d, 24)}`],
  'discord-webhook': (d) => [`https://discord.com/api/webhooks/123456789012345678/${plainKey(d, 68)}`],
  'teams-webhook': (d) => [`https://acme.webhook.office.com/webhookb2/${hex(d, 36)}@${hex(d, 36)}/In/${hex(d, 32)}`],
  'bearer-token': (d) => [`Authorization: Bearer ${plainKey(d, 40)}`, `curl -H "authorization: bearer ${plainKey(d)}"`],
  'basic-login': (d) => [`Authorization: Basic ${login(d)}`],
  'url-password': (d) => [
    `postgres://app:${password(d)}@db.internal:5432/shop`,
    `git clone https://deploy:${password(d)}@git.acme.test/shop.git`,
    `redis://:${password(d)}@cache:6379`,
  ],
  'url-token': (d) => [
    `https://acme.test/reset-password/${plainKey(d, 32)}`,
    `https://acme.test/join?invite=${plainKey(d, 32)}`,
  ],
  session: (d) => [`GET /cart sessionid=${plainKey(d, 32)}`],
  'cli-password': (d) => [
    `mysql -h db -u app -p${password(d)} shop`,
    `sshpass -p ${password(d)} ssh -p 2222 deploy@host`,
    `docker login -u ci -p ${password(d)} acme.test`,
    `curl -u deploy:${password(d)} https://acme.test`,
    `openssl enc -pass pass:${password(d)} -in a`,
  ],
  'sql-password': (d) => [`CREATE USER app IDENTIFIED BY '${password(d)}'`],
  'netrc-password': (d) => [`machine git.acme.test login deploy password ${password(d)}`],
  'pgpass-password': (d) => [`db.internal:5432:shop:app:${password(d)}`],
  'private-key': (d) => [
    privateKey(d, 'RSA PRIVATE KEY', 4),
    privateKey(d, 'OPENSSH PRIVATE KEY', 4).replaceAll('\n', '\\n'),
    privateKey(d, 'PGP PRIVATE KEY BLOCK', 4).replace('\n', '\nVersion: GnuPG v2\n\n'),
    Buffer.from(privateKey(d, 'RSA PRIVATE KEY', 3)).toString('base64'),
    // Cut off before its end, and what the head of a file leaves out.
    `${privateKey(d, 'EC PRIVATE KEY', 4).split('\n').slice(0, 4).join('\n')}\n\nThat was the key.`,
    `The file ends so:\n${privateKey(d, 'PRIVATE KEY', 5).split('\n').slice(3).join('\n')}`,
  ],
};

/** Secrets known by the name before them, as files, commands and code write them. */
const NAMED_SAMPLES: Readonly<Record<string, Sample>> = {
  password: (d) => [
    `DB_PASSWORD=${password(d)}`,
    `{"user":"app","password":"${password(d)}"}`,
    JSON.stringify({ body: JSON.stringify({ password: password(d) }) }),
    `db:\n  password: ${password(d)}\n  port: 5432`,
    `export PGPASSWORD='${password(d)}'`,
    `deploy --password ${password(d)} --force`,
    `const password = "${password(d)}";`,
    `the password is ${password(d)}`,
  ],
  secret: (d) => [`CLIENT_SECRET=${plainKey(d)}`, `"client_secret": "${plainKey(d)}"`],
  token: (d) => [`DEPLOY_TOKEN=${plainKey(d)}`, `//npm.acme.test/:_authToken=${plainKey(d)}`],
  'api-key': (d) => [
    `API_KEY=${plainKey(d)}`,
    `api_key: ${plainKey(d)}`,
    `X-Api-Key: ${plainKey(d)}`,
    `https://acme.test/v1?api_key=${plainKey(d)}`,
  ],
  'aws-secret-access-key': (d) => [`aws_secret_access_key = ${plainKey(d, 40)}`],
  'service-account-key': (d) => [`"private_key_id": "${hex(d, 40)}"`],
  authorization: (d) => [`Authorization: ApiKey ${plainKey(d)}`],
  cookie: (d) => [`Cookie: theme=dark; session=${plainKey(d)}`],
  'registry-auth': (d) => [`{"auths":{"acme.test":{"auth":"${login(d)}"}}}`],
};

/** For every kind of secret the texts in which it is planted. */
export const SECRET_SAMPLES: Readonly<Record<string, Sample>> = { ...TOKEN_SAMPLES, ...FORM_SAMPLES, ...NAMED_SAMPLES };

function hex(dice: Dice, length: number): string {
  return dice.of('0123456789abcdef', length);
}

function upper(dice: Dice, length: number): string {
  return dice.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length);
}

function login(dice: Dice): string {
  return Buffer.from(`deploy:${plainKey(dice, 18)}`).toString('base64');
}
