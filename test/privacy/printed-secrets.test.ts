import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolEnd } from '../../src/core/model/event.ts';
import { withoutExcluded } from '../../src/ingest/excluded/without-excluded.ts';
import { createExclusion } from '../../src/privacy/exclude.ts';
import { printsSecret, withoutPrintedSecret } from '../../src/privacy/printed-secrets.ts';

const PRINT = `
kubectl get secret db -o jsonpath='{.data.password}' | base64 -d
kubectl -n shop get secret/db -o go-template='{{.data.password | base64decode}}'; echo
aws ssm get-parameter --name /prod/db/password --with-decryption --query Parameter.Value --output text
AWS_PROFILE=prod aws secretsmanager get-secret-value --secret-id x --query SecretString --output text
gcloud secrets versions access latest --secret=db-pass
gcloud auth print-access-token
az keyvault secret show --name dbpw --vault-name v --query value -o tsv
az storage account keys list -n x -o tsv
op read op://vault/db/password
pass show work/db
pass work/db
vault kv get -field=password secret/db
cd infra && terraform output -raw db_password
argocd admin initial-password -n argocd
cat /var/lib/jenkins/secrets/initialAdminPassword
docker exec jenkins cat /var/jenkins_home/secrets/initialAdminPassword
ssh host 'sudo cat /run/secrets/db_password'
openssl rand -hex 32
bundle exec rails secret
php artisan key:generate --show
mix phx.gen.secret
wg genkey
head -c 32 /dev/urandom | base64
python3 -c 'import secrets; print(secrets.token_hex(32))'
node -e "console.log(require('crypto').randomBytes(32).toString('hex'))"
echo "$DB_PASSWORD"
echo "token: \${API_KEY}"
echo "$(op read op://a/b)"
printenv STRIPE_SECRET_KEY
bash -lc 'echo $API_TOKEN'
timeout 5 echo $API_TOKEN
op read op://a/b | grep .`;

const PRINT_NONE = `
kubectl get secrets
kubectl get secret -o name
export PGPASSWORD=$(op read op://a/b) && psql -c 'select 1'
psql "$(aws ssm get-parameter --name x --with-decryption --query Parameter.Value)" -c "select 1"
TOKEN=$(gh auth token) gh api user
git commit -m 'pass show'
terraform output -raw vpc_id
cat src/password.ts
cat app/models/password_reset.rb
npx vitest run token.test.ts
python3 -m pytest tests/test_secrets.py
openssl x509 -in cert.pem -text
pass=1 npm test
echo "$TOKENS_USED"
echo $PATH
echo "$DOCKER_PASSWORD" | docker login -u a --password-stdin && git diff --name-only
echo $GITHUB_TOKEN | wc -c; git status --short
openssl rand -hex 16 > .key && git ls-files
SECRET=$(openssl rand -hex 16)\necho "KEY=$SECRET" >> .env\nls -1
rg -l -e "randomBytes" src
bash -lc "grep -rl randomBytes src"
npx vitest run -t "should pass when empty"
uv run pytest -k "pass or fail"
kubectl get secrets -o custom-columns=NAME:.metadata.name
kubectl get secret db -o json | jq -r '.data|keys[]'
kubectl get secret db -o jsonpath='{.metadata.name}'
kubectl get pods -n secrets -o yaml
terraform output token_endpoint
terraform output secret_arn
aws secretsmanager get-secret-value --secret-id x --query ARN
echo $SECRET_NAME; aws ecs list-clusters --output text
aws s3 ls`;

const lines = (text: string): string[] => text.trim().split('\n');

suite('a command that exists to print a secret', () => {
  test('is known by its program and what it asks for', () => {
    assert.deepEqual(
      lines(PRINT).filter((line) => !printsSecret(line)),
      [],
    );
    assert.deepEqual(
      lines(PRINT_NONE).filter((line) => printsSecret(line)),
      [],
    );
  });

  test('keeps no value of its answer: a line, the last column of a table, a field of JSON', () => {
    const printed = [
      'kR3vZq8LmN2x',
      '',
      ' This password must be used once.',
      'key1\tFULL\tq0ZtW9vK2mB7xY4cD8eF1gH5==',
      '{"id": "db", "value": "kR3vZq8L"}',
    ].join('\n');
    const left = withoutPrintedSecret(printed);
    assert.equal(
      left,
      [
        '[redacted:secret]',
        '',
        ' This password must be used once.',
        'key1\tFULL\t[redacted:secret]',
        '{"id": "db", "value": "[redacted:secret]"}',
      ].join('\n'),
    );
    assert.equal(withoutPrintedSecret(left), left);
  });

  test('is kept without the value in its output and its structured answer', () => {
    const value = 'kR3vZq8LmN2x';
    const end = (command: string): ToolEnd => ({
      kind: 'tool.end',
      tool: 'Bash',
      input: { command },
      output: `${value}\n`,
      success: true,
      result: { stdout: `${value}\n`, stderr: '' },
    });
    const exclusion = createExclusion({ paths: [], projects: [] });
    const left = withoutExcluded(end('op read op://vault/db/password'), exclusion);
    assert.doesNotMatch(JSON.stringify(left), new RegExp(value));
    const other = end('git rev-parse HEAD');
    assert.equal(withoutExcluded(other, exclusion), other);
  });
});
