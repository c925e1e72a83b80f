import { MARK_START } from './kinds/secret.ts';

const LINE_MAX = 20_000;
const COMMAND_MAX = 600;
/** Words of one command. */
const WORDS = String.raw`(?:.*\s)?`;
/** The name of a secret, not of what is known of one: `token_endpoint`, `SECRET_NAME`. */
const NAME = String.raw`[\w.:/-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?-?key|(?:access|private|signing|encryption|account)_?-?key|credentials?|dsn)(?:_(?!endpoint|arn|ur[il]|id|name|count|ttl|type|expir|path|file|version|length|max|min|limit)\w+)?(?!\w)`;
const SECRET_FILE = String.raw`\S*(?:initialAdminPassword|node-token|/run/secrets/\S+|\.?password(?:\.txt)?|vault_?pass(?:word)?(?:\.txt)?)(?=$|["'\s)])`;

/** Commands that exist to print a secret, from the documentation of their programs. */
const PRINTS = [
  String.raw`(?:kubectl|oc)\s${WORDS}get\s+(?:-\S+\s+(?:\S+\s+)?)*secrets?(?:[/\s].*)?\s(?:-o|--output)[ =]?["']?(?:jsonpath|go-template|template|json|yaml)(?!.*metadata)`,
  String.raw`oc extract\s`,
  String.raw`aws\s${WORDS}(?:get-parameters?(?:-by-path)?\s${WORDS}--with-decryption|get-secret-value(?!.*--query\s+["']?(?:ARN|Name))|get-random-password|get-login-password|generate-db-auth-token|create-access-key|get-session-token|assume-role)\b`,
  String.raw`aws configure get\s${WORDS}\S*(?:secret|token)`,
  String.raw`gcloud\s${WORDS}(?:versions access|print-\w+-token)\b`,
  String.raw`az\s${WORDS}(?:secret show|keys list|list-keys|get-access-token|credential show|(?:show-)?connection-string|create-for-rbac)\b`,
  String.raw`(?:op (?:read|item get)|bw get (?:password|totp|notes)|lpass show|rbw get|keyring get|secret-tool lookup|security find-\w+-password)\s`,
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
  String.raw`printenv\s+${NAME}`,
].join('|');
/** What means this only where a command begins with it, or the line that another shell is given. */
const PASS = String.raw`(?:pass|gopass)(?: show)?\s`;
const ECHO = String.raw`(?:echo|printf|print)\s${WORDS}["']?(?:\w+[:=])?\$\{?${NAME}\}?["']?(?=$|["'\s])`;
const BEGINS = new RegExp(`^(?:${PRINTS}|${PASS}|${ECHO})`, 'i');
const BEHIND = new RegExp(`[\\s"'/](?:${PRINTS})|["']${ECHO}`, 'i');
/** What stands before the program of a simple command. */
const LEAD = /^[\s({]*(?:(?:then|do|else|sudo|time|nohup|command|env|timeout\s+\S+|\w+=\S*)\s+)*/;
/** Programs that run the command behind them, here or elsewhere. */
const RUNS =
  /^(?:docker|podman|nerdctl|kubectl|oc|ssh|vagrant|sudo|su|(?:ba|z)?sh|env|time|command|bundle|npx|poetry|uv|php|\S*\/\S+)\s/;
/** Code that draws a secret, in a line that a language is given. */
const DRAWS = /secrets\.token_|randomBytes|SecureRandom|random_bytes|Fernet\.generate_key/;
const GIVEN = /^(?:python[\d.]*|node|deno|bun|ruby|php|perl)\s(?:.*\s)?(?:-\w*[cerp]|eval)\s+["']/;
/** What sends an answer elsewhere: a file, and programs that take it in; those that hand it on do not. */
const TO_FILE = /(?<![\d&>])>{1,2}(?![&>])\s*(?!\/dev\/(?:stdout|stderr|tty))/;
const HANDS_ON =
  /^\s*(?!jq\b.*keys)(?:base64\w*|jq|tr|cut|head|tail|sed|awk|tee|cat|less|more|sort|uniq|[ef]?grep|xargs echo|nl|rev|fold|xxd|column|openssl|gunzip|python3?|node)\b/;
/** What `echo` takes in, and so prints, and what any command takes in. */
const ECHOED = /\b(?:echo|printf|print)\s[^;&|\n$`]{0,200}(?:\$\(|`)([^()`]{0,600})[)`]/g;
const TAKEN = /\$\([^()]{0,600}\)|`[^`]{0,600}`/g;
/** A line that is one word; the last column of a table; a field of JSON that holds what was asked for. */
const VALUES =
  /(?<=^[ \t]{0,20})(?!\[redacted)\S{8,}(?=[ \t]*\r?$)|(?<=\t)(?!\[redacted)\S{20,}(?=\r?$)|(?<="(?:value|Value|SecretString|accessToken|AuthorizationToken)":\s?")(?!\[redacted)[^"\\]{6,}(?=")/gm;

/** True for a line of a shell with a command that exists to print a secret: `op read …`, `kubectl get secret … -o jsonpath=…`. Bounded; linear. */
export function printsSecret(line: string): boolean {
  const text = line.slice(0, LINE_MAX).replace(ECHOED, '\n$1\n').replace(TAKEN, ' ');
  const commands = text.split(/([;&|\n]+)/);
  return commands.some((one, i) => {
    const command = one.slice(0, COMMAND_MAX).replace(LEAD, '');
    if (GIVEN.test(command) && DRAWS.test(text)) return true;
    if (!BEGINS.test(command) && !(RUNS.test(command) && BEHIND.test(command))) return false;
    return (
      !TO_FILE.test(command) && (commands[i + 1] !== '|' || HANDS_ON.test(`${commands[i + 2]}|${commands[i + 4]}`))
    );
  });
}

/** What a command like that printed, with a mark for each line, column and field that is a value alone. */
export function withoutPrintedSecret(text: string): string {
  return text.replace(VALUES, `${MARK_START}secret]`);
}
