import { MARK_START } from './kinds/secret.ts';

const LINE_MAX = 20_000;
const COMMAND_MAX = 600;
/** Words of one command. */
const WORDS = String.raw`(?:.*\s)?`;
const NAME = String.raw`[\w.:/-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?-?key|(?:access|private|signing|encryption|account)_?-?key|credentials?|dsn)(?:_\w+)?`;
const SECRET_FILE = String.raw`\S*(?:initialAdminPassword|node-token|/run/secrets/\S+|\.?password(?:\.txt)?|vault_?pass(?:word)?(?:\.txt)?)(?=$|["'\s)])`;

/** Commands that exist to print a secret, from the documentation of their programs. */
const PRINTS = [
  String.raw`(?:kubectl|oc)\s${WORDS}get\s${WORDS}secrets?\b.*\s(?:-o|--output)(?![ =]?(?:name|wide))`,
  String.raw`oc extract\s`,
  String.raw`aws\s${WORDS}(?:get-parameters?(?:-by-path)?\s${WORDS}--with-decryption|get-secret-value|get-random-password|get-login-password|generate-db-auth-token|create-access-key|get-session-token|assume-role)\b`,
  String.raw`aws configure get\s${WORDS}\S*(?:secret|token)`,
  String.raw`gcloud\s${WORDS}(?:versions access|print-\w+-token)\b`,
  String.raw`az\s${WORDS}(?:secret show|keys list|list-keys|get-access-token|credential show|(?:show-)?connection-string|create-for-rbac)\b`,
  String.raw`(?:op (?:read|item get)|(?:pass|gopass)(?: show)?|bw get (?:password|totp|notes)|lpass show|rbw get|keyring get|secret-tool lookup|security find-\w+-password)\s`,
  String.raw`(?:vault (?:read|kv get)\s${WORDS}-field|vault print token|doppler secrets get\s|infisical secrets get\s|chamber read\s)`,
  String.raw`(?:terraform|tofu|terragrunt) output\s${WORDS}${NAME}`,
  String.raw`pulumi (?:config get|stack output)\s${WORDS}(?:${NAME}|--show-secrets)`,
  String.raw`(?:heroku config:get|fly(?:ctl)? (?:auth|tokens)|railway variables? get|vercel env get)\s${WORDS}(?:${NAME}|create)`,
  String.raw`(?:gh auth token|heroku auth:token|firebase login:ci|npm token create|kubeadm token create|docker swarm join-token)\b`,
  String.raw`argocd admin initial-password\b`,
  String.raw`(?:cat|less|more|head|tail|bat)\s${WORDS}${SECRET_FILE}`,
  String.raw`openssl rand\s`,
  String.raw`(?:rails|rake) secret\b|mix phx\.gen\.secret\b|artisan key:generate\s${WORDS}--show`,
  String.raw`wg (?:genkey|genpsk)\b|pwgen\b|htpasswd\s+-\w*n|head -c\s?\d+ /dev/u?random`,
  String.raw`(?:echo|printf|print)\s${WORDS}["']?(?:\w+[:=])?\$\{?${NAME}\}?["']?(?=$|\s)`,
  String.raw`printenv\s+${NAME}`,
].join('|');
const BEGINS = new RegExp(`^(?:${PRINTS})`, 'i');
const BEHIND = new RegExp(`[\\s"'/](?:${PRINTS})`, 'i');
/** What stands before the program of a simple command. */
const LEAD = /^[\s({]*(?:(?:then|do|else|\w+=\S*)\s+)*/;
/** Programs that run the command behind them, here or elsewhere. */
const RUNS =
  /^(?:docker|podman|nerdctl|kubectl|oc|ssh|vagrant|sudo|su|(?:ba|z)?sh|env|time|command|bundle|npx|poetry|uv|php|\S*\/\S+)\s/;
/** Code that draws a secret, in a line that a language is given. */
const DRAWS = /secrets\.token_|randomBytes|SecureRandom|random_bytes|Fernet\.generate_key/;
const GIVEN = /\s(?:-\w*[ce]|eval)\s+["']/;
/** What `echo` takes in, and so prints, and what any command takes in. */
const ECHOED = /\b(?:echo|printf|print)\s[^;&|\n$`]{0,200}(?:\$\(|`)([^()`]{0,600})[)`]/g;
const TAKEN = /\$\([^()]{0,600}\)|`[^`]{0,600}`/g;
/** A line that is one word; the last column of a table; a field of JSON that holds what was asked for. */
const VALUES =
  /(?<=^[ \t]{0,20})(?!\[redacted)\S{8,}(?=[ \t]*\r?$)|(?<=\t)(?!\[redacted)\S{20,}(?=\r?$)|(?<="(?:value|Value|SecretString|accessToken|AuthorizationToken)":\s?")(?!\[redacted)[^"\\]{6,}(?=")/gm;

/** True for a line of a shell with a command that exists to print a secret: `op read …`, `kubectl get secret … -o jsonpath=…`. Bounded; linear. */
export function printsSecret(line: string): boolean {
  const text = line.slice(0, LINE_MAX).replace(ECHOED, '\n$1\n').replace(TAKEN, ' ');
  if (DRAWS.test(text) && GIVEN.test(text)) return true;
  return text.split(/[;&|\n]/).some((one) => {
    const command = one.slice(0, COMMAND_MAX).replace(LEAD, '');
    return BEGINS.test(command) || (RUNS.test(command) && BEHIND.test(command));
  });
}

/** What a command like that printed, with a mark for each line, column and field that is a value alone. */
export function withoutPrintedSecret(text: string): string {
  return text.replace(VALUES, `${MARK_START}secret]`);
}
