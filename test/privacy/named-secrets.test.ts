import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../src/privacy/redact.ts';
import { createDice, password, plainKey } from './secret-samples.ts';

const dice = createDice(21);
const word = password(dice);
const weak = ['hun', 'ter', '2'].join('');
const plain = ['sword', 'fish'].join('');
const key = plainKey(dice);
const hex = dice.of('0123456789abcdef', 40);
const login = Buffer.from(`bob:${word}`).toString('base64');

/** Texts by what they show; each holds one secret, after the bar. */
const HOLDING: Record<string, [text: string, secret: string][]> = {
  'environment files and shells': [
    [`DB_PASSWORD=${plain}`, plain],
    [`A=1\nexport GITHUB_SECRET=${key}\nB=2`, key],
    [`POSTGRES_PASSWORD: ${plain}\n`, plain],
    [`JWT_SECRET=super${plain}`, `super${plain}`],
    [`SECRET_KEY_BASE=${hex}`, hex],
    [`OPENAI_KEY="${key}"`, key],
    [`spring.datasource.password=${plain}`, plain],
    [`set REDIS_PASS=${weak}`, weak],
    [`-API_TOKEN=${key}`, key],
    [`    12→DB_PASSWORD=${plain}`, plain],
    [`PGPASSWORD=${weak} psql -h db`, weak],
    [`first\\nDB_PASSWORD=${plain}\\nlast`, plain],
    [`password: \${DB_PASSWORD:-${weak}}`, weak],
  ],
  'the syntax of many languages': [
    [`$cfg{password} = '${weak}';`, weak],
    [`$h->{'secret'} = "${key}";`, key],
    [`{password, "${weak}"}`, weak],
    [`os.environ.get('JWT_SECRET', '${weak}99')`, weak],
    [`define('AUTH_KEY', '${word}(x)${word}');`, word],
    [`headers.append('x-api-key', '${key}')`, key],
    [`public string Password { get; set; } = "${weak}";`, weak],
    [`password: &pw ${weak}`, weak],
    [`"apiKeys": ["${key}", "${hex}"]`, key],
    [`"tokens": ["${key}", "${hex}"]`, hex],
  ],
  'words of a person and of a file that names one value a line': [
    [`**Password:** ${weak}`, weak],
    [`<td>Password</td><td>${weak}</td>`, weak],
    [`account a\npassword ${weak}\n`, weak],
    [`  option password '${word}'`, word],
    [`token                ${key}\n`, key],
    [`| password | ${weak} |`, weak],
    [`log in as bob with the password ${weak}`, weak],
    [`user bob password ${weak}, then wait`, weak],
    [`the token ${hex}`, hex],
    [`Le mot de passe est ${weak}`, weak],
    [`Contraseña: ${weak}`, weak],
    [`Server=db;Password=${weak} ${plain};Encrypt=true`, plain],
    [`NEO4J_AUTH=neo4j/${word}`, word],
  ],
  'flags and commands': [
    [`tool --password ${plain} --verbose`, plain],
    [`tool --api-key=${key}`, key],
    [`tool --token "${key}"`, key],
    [`mysql -u root -p'${weak}' db`, weak],
    [`mysqldump -uroot -p${weak} db > x`, weak],
    [`sshpass -p ${weak} ssh host`, weak],
    [`docker login -u bob -p ${weak} host`, weak],
    [`redis-cli -h x -a ${weak} ping`, weak],
    [`curl -s -u bob:${weak} https://example.com`, weak],
    [`curl --user "bob:${weak}" https://example.com`, weak],
    [`openssl rsa -passin pass:${weak} -in k`, weak],
    [`kubectl create secret generic x --from-literal=password=${weak}`, weak],
    [`ENV DB_PASSWORD ${plain}`, plain],
  ],
  'JSON, YAML, TOML, XML and INI': [
    [`{"password":"${weak}"}`, weak],
    [`{"password": "${plain}", "a": 1}`, plain],
    [JSON.stringify({ body: JSON.stringify({ password: word }) }), word],
    [JSON.stringify(JSON.stringify(JSON.stringify({ apiKey: key }))), key],
    [`{"client_secret":"${key}"}`, key],
    [`{"private_key_id": "${hex}"}`, hex],
    [`{"auths":{"https://index.docker.io/v1/":{"auth":"${login}"}}}`, login],
    [`db:\n  password: ${plain}\n  port: 1`, plain],
    [`  - password: '${word}'`, word],
    [`token: ${key}`, key],
    [`api_key = "${key}"`, key],
    [`[default]\naws_secret_access_key = ${plainKey(dice, 40)}`, plainKey(createDice(21), 0)],
    [`<password>${plain}</password>`, plain],
    [`<add key="ApiKey" value="${key}"/>`, key],
    [`- name: DB_PASSWORD\n  value: ${weak}\n`, weak],
    [`[{"name":"DB_PASSWORD","value":"${weak}"}]`, weak],
    [`{"password":"${weak}`, weak],
  ],
  'source code': [
    [`const password = '${weak}';`, weak],
    [`password: "${plain}",`, plain],
    [`const secret = process.env.JWT_SECRET || '${key}';`, key],
    [`os.environ["DB_PASSWORD"] = "${weak}"`, weak],
    [`define('DB_PASSWORD', '${weak}');`, weak],
    [`String apiKey = "${key}";`, key],
    [`let token: string = "${key}"`, key],
    [`if (password === '${word}') {`, word],
    [`:password => '${weak}'`, weak],
    [`client.setPassword("${word}")`, word],
    [`api_key = SecretStr("${key}")`, key],
    [`CREATE USER app WITH PASSWORD '${weak}'`, weak],
    [`ALTER USER 'root'@'%' IDENTIFIED BY '${weak}';`, weak],
  ],
  'headers, URLs and connection strings': [
    [`Authorization: Bearer ${key}`, key],
    [`-H "authorization: bearer ${key}"`, key],
    [`Authorization: Basic ${login}`, login],
    [`"Authorization": "token ${key}"`, key],
    [`X-Api-Key: ${key}`, key],
    [`PRIVATE-TOKEN: ${key}`, key],
    [`Cookie: sid=${key}; theme=dark`, key],
    [`postgres://app:${word}@db:5432/x`, word],
    [`https://bob:${weak}@example.com/x.git`, weak],
    [`redis://:${weak}@cache:6379`, weak],
    [`https://example.com/?access_token=${key}&x=1`, key],
    [`Server=db;User Id=sa;Password=${plain};Encrypt=true`, plain],
    [`AccountName=x;AccountKey=${plainKey(createDice(4), 86)}==;EndpointSuffix=core`, plainKey(createDice(4), 86)],
    [
      `https://x.blob.core.windows.net/c?sv=2022&sig=${plainKey(createDice(5), 43)}%3D&se=1`,
      plainKey(createDice(5), 43),
    ],
    [`https://b.s3.amazonaws.com/o?X-Amz-Signature=${dice.of('0123456789abcdef', 64)}`, 'X-Amz-Signature=0'],
  ],
  'files of tools': [
    [`//npm.example.com/:_authToken=${'00000000-0000-4abc-8def-'}123456789abc`, '8def-123456789abc'],
    [`//npm.example.com/:_password="${login}"`, login],
    [`_auth=${login}`, login],
    [`[pypi]\nusername = x\npassword = ${weak}`, weak],
    [`machine example.com login bob password ${plain}`, plain],
    [`machine example.com\n  login bob\n  password ${plain}`, plain],
    [`db.example.com:5432:app:bob:${plain}`, plain],
    [`PrivateKey = ${plainKey(createDice(8), 43)}=`, plainKey(createDice(8), 43)],
    [`requirepass ${weak}`, weak],
  ],
  'blocks, elements, fallbacks and phrases': [
    [`password: |\n  ${word}`, word],
    [`variable "db_password" {\n  type = string\n  default = "${word}"\n}`, word],
    [`{"password":{"value":"${word}"}}`, word],
    [`<property name="db.password">${weak}</property>`, weak],
    [`<key>ClientSecret</key><string>${key}</string>`, key],
    [`<password><![CDATA[${word}]]></password>`, word],
    [`password="\${PASS:-${word}}"`, word],
    [`getenv('DB_PASS') ?: '${word}'`, word],
    [`TOKEN: Final[str] = "${key}"`, key],
    [`const secret = "${weak}x9"`, `${weak}x9`],
    ['passphrase="correct horse battery staple"', 'correct horse battery staple'],
    [`mnemonic: ${'zebra '.repeat(12).trim()}`, 'zebra zebra'],
  ],
  'pairs, atoms, blocks of code, lists and rows': [
    [`(setenv "SHOP_TOKEN" "${key}")`, key],
    [`Application.put_env(:shop, :shop_token, "${key}")`, key],
    [`val shopApiKey: String by lazy { "${key}" }`, key],
    [`buildConfigField("String", "SHOP_KEY", "\\"${key}\\"")`, key],
    [`<meta-data android:name="com.shop.API_KEY" android:value="${key}"/>`, key],
    [`| shop | API key | ${key} |`, key],
    [`tokens:\n  - ${key}\n  - ${key}`, key],
    ['Recovery key: AB12-CD34-EF56-GH78-JK90', 'CD34-EF56'],
    [`"totp": "${dice.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32)}"`, ''],
  ],
  'plain words': [
    [`the password is ${weak}.`, weak],
    [`Password: ${weak}`, weak],
    [`my API key is ${key}`, key],
    [`use the token \`${key}\`: token = ${key}`, key],
  ],
};

test('a secret under a telling name is redacted in every form', () => {
  for (const [form, examples] of Object.entries(HOLDING)) {
    for (const [text, secret] of examples) {
      const clean = redact(text).text;
      assert.match(clean, /\[redacted:[a-z0-9-]+\]/, `${form}: ${text}`);
      if (secret !== '') assert.ok(!clean.includes(secret), `${form}: ${clean}`);
    }
  }
});

test('what stands around a named secret stays as it was', () => {
  assert.equal(redact(`DB_PASSWORD=${plain}\nB=2`).text, 'DB_PASSWORD=[redacted:password]\nB=2');
  assert.equal(redact(`{"password":"${weak}","b":1}`).text, '{"password":"[redacted:password]","b":1}');
  assert.equal(redact(`postgres://app:${word}@db:5432/x`).text, 'postgres://app:[redacted:url-password]@db:5432/x');
  assert.equal(redact(`mysql -u root -p'${weak}' db`).text, "mysql -u root -p'[redacted:cli-password]' db");
  assert.equal(redact(`the password is ${weak}.`).text, 'the password is [redacted:password].');
  assert.equal(
    redact(`Authorization: Bearer ${key}\nX: 1`).text,
    'Authorization: Bearer [redacted:bearer-token]\nX: 1',
  );
});

test('names, types, references, masks, examples and code stay', () => {
  for (const text of [
    'const token = getToken()',
    'const token = await client.auth.getAccessToken(user);',
    'const { password, token } = request.body;',
    'password: string;',
    'password?: string | undefined',
    'secret: Buffer, token: str = None',
    'password=password, token=token',
    'self.password = password',
    'this.apiKey = config.apiKey ?? process.env.API_KEY',
    'API_KEY=$API_KEY',
    'export TOKEN="$(cat /run/secrets/token)"',
    `DB_PASSWORD=\${DB_PASSWORD}`,
    `password: \${{ secrets.DB_PASSWORD }}`,
    'token: {{ .Values.token }}',
    'process.env.SECRET',
    'token=<your-api-key>',
    'OPENAI_API_KEY=your-api-key-here',
    'API_KEY=changeme',
    'password: ********',
    '"password": "xxxxxxxx"',
    'sk-...abcd',
    'token: null, secret: false, password: ""',
    'PASSWORD=',
    'password = %s',
    '"password": "Enter your password"',
    "label: 'Password', type: 'password', name: 'password'",
    '"forgot_password": "Forgot your password?"',
    'Password must have at least 8 characters',
    'the token is expired, the key is missing, the secret is out',
    'the password is required',
    'input_tokens: 4096, "max_tokens": 1024, tokens: [1, 2]',
    '{"output_tokens":181,"cache_read_input_tokens":15334}',
    '--- PASS: TestSomething_With2Words (0.00s)',
    '# pass 12\n# fail 0',
    'PWD=/home/me/project',
    'nextPageToken: "CAUQAA8f9a8b7c6d5e4f3a2b1c"',
    'public_key: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8f3a"',
    'primaryKey: "id", foreignKey: "user_id_2", cache_key: "v1:user:42"',
    'SECRET_FILE=/run/secrets/db1',
    'secretName: my-app-secret-v2',
    'token_type: bearer, token_endpoint: https://example.com/oauth2/token',
    'private_key = ed25519.Ed25519PrivateKey.generate()',
    'token = SyntaxKind.EndOfFileToken',
    'Authorization: Bearer <token>',
    `headers.Authorization = \`Bearer \${token}\``,
    'Basic authentication is used, Bearer tokens are not',
    'Cookie: a file of the browser',
    'https://example.com:8080/@scope/package',
    'docker://image:tag@sha256:0123',
    'https://user:password@example.com',
    `https://\${USER}:\${PASS}@example.com`,
    'git@github.com:worker/repo.git',
    'the --username and --password options are gone',
    'curl -u "$USER:$PASS" https://example.com',
    'mysql -p -u root, mkdir -p a/b, docker run -p 8080:80 x',
    'encode("latin1"), algorithm: "sha256", password_hash: "argon2id"',
    'auth: "required"',
    'auth: true, cookie: false',
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('hashes, ids, integrities, images and paths stay', () => {
  const blob = Buffer.from(Array.from({ length: 6_000 }, (_, at) => (at * 7_919 + at * at * 31) % 256)).toString(
    'base64',
  );
  for (const text of [
    `commit ${hex}\nAuthor: A <a@example.com>\n\nindex 83db48f..bf2a1c9 100644`,
    '[main 1a2b3c4] Fix the token check',
    '4f9d1c1e-7a52-4b0e-9d8c-3f1f2b7a6c5d',
    '{"sessionId":"4f9d1c1e-7a52-4b0e-9d8c-3f1f2b7a6c5d","uuid":"019fc8be-3658-7ca3-9e29-0123456789ab"}',
    `"integrity": "sha512-${blob.slice(0, 86)}=="`,
    `resolution: {integrity: sha512-${blob.slice(100, 186)}==}`,
    `golang.org/x/crypto v0.1.0 h1:${blob.slice(200, 243)}=`,
    `sha256:${dice.of('0123456789abcdef', 64)}`,
    `data:image/png;base64,${blob}`,
    `{"type":"base64","media_type":"image/png","data":"${blob}"}`,
    `toolu_01${key.slice(0, 22)} msg_01${key.slice(0, 22)} req_011${key.slice(0, 20)}`,
    '/home/me/project/src/auth/token-store.ts:12:34 — see node_modules/.cache/a1b2c3d4e5f6',
    '"node_modules/@scope/keytar": { "version": "7.9.0" }',
    'id: o_abcdefgh234567ij, p_abcdefgh234567ij',
    '192.168.0.1:5432 2026-01-15T10:00:00.000Z 1.2.3-beta.4',
  ]) {
    assert.equal(redact(text).text, text);
  }
});
