import { NAME_ANCHORS } from '../src/privacy/named-secrets.ts';
import { PLACE_ANCHORS } from '../src/privacy/rare/place-anchors.ts';
import * as RARE from '../src/privacy/rare/rare-anchors.ts';
import { redact } from '../src/privacy/redact.ts';
import { SECRET_KINDS, TOKEN_KINDS } from '../src/privacy/secret-kinds.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const MEGABYTE = 1_000_000;
const LIMIT_MS = 200;
const WANTED_MB_PER_S = 100;
const SHOWN = 15;

/** Ways in which a prefix is repeated: bare, as a name, quoted, escaped, nearly a secret. */
const FORMS: readonly ((prefix: string) => string)[] = [
  (prefix) => prefix,
  (prefix) => ` ${prefix}`,
  (prefix) => `-${prefix}`,
  (prefix) => `${prefix}=`,
  (prefix) => `"${prefix}": "`,
  (prefix) => `\\"${prefix}\\":\\"`,
  (prefix) => `${prefix}='`,
  (prefix) => ` --${prefix} `,
  (prefix) => `-${prefix}${'a'.repeat(200)}`,
  (prefix) => ` ${prefix}${'a1B2'.repeat(12)}`,
];

/** What hurts without being an anchor, or is long. */
const WHOLE: readonly string[] = [
  ...['a', ' ', '\n', '\\', '"', '=', '://', 'https://u:', '[redacted:', ' "key": "', 'password="\'', '$2a$'],
  ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAA\n'],
  ...[`eyJ${'a'.repeat(20)}.`, `://a:${'b'.repeat(190)}`, `\n${'MIIE'.repeat(16)}`, `token=${'a1'.repeat(100)}`],
  ...[
    `cookie: ${'a=b;'.repeat(60)}`,
    `password = ${'a.'.repeat(40)}`,
    `mysql ${'-'.repeat(40)}`,
    `9:AA${'x'.repeat(20)}`,
  ],
  // Tables, lines of files with secrets, encodings.
  ...[
    'id,key,pass\n1,2,3\n',
    '| key | pass |\n',
    '==> .env <==\n',
    '.env:A=b\n',
    '%22key%22%3A',
    '&quot;pass&quot;:',
    '\\u0022',
  ],
  ...['\x1b[1mpass', 'token A1b', 'passphrase: aaa bbb ccc ', '"password": {"', 'password for a b '],
];

/** Redaction of hostile input, 1 MB of each, and of plain text. */
export async function run(): Promise<BenchResult> {
  const plain = plainText();
  redact(plain);
  const speed = spreadOf(Array.from({ length: 7 }, () => plain.length / 1_000 / timeOf(plain))).median;
  const hostile = hostileInputs().map((input) => ({ input, ms: timeOf(repeated(input)) }));
  // What was over the limit is measured again: other programs on the machine change a figure.
  for (const row of hostile) if (row.ms > LIMIT_MS) row.ms = Math.min(row.ms, timeThrice(row.input));
  const slowest = hostile.toSorted((a, b) => b.ms - a.ms);
  const worst = slowest[0]?.ms ?? 0;
  return {
    title: 'Redaction',
    about:
      `One megabyte of each of ${hostile.length} hostile inputs, every literal that any of the ${SECRET_KINDS.size} kinds ` +
      `is searched by among them, in milliseconds of processor time (the ${SHOWN} slowest); and megabytes of plain text in a second of it.`,
    columns: ['repeated to 1 MB', 'ms'],
    rows: slowest.slice(0, SHOWN).map(({ input, ms }) => [shown(input), round(ms, 0)]),
    bounds: [
      {
        name: 'slowest hostile megabyte',
        wanted: `< ${LIMIT_MS} ms`,
        reached: `${round(worst, 0)} ms`,
        met: worst < LIMIT_MS,
      },
      {
        name: 'plain text',
        wanted: `≥ ${WANTED_MB_PER_S} MB/s`,
        reached: `${round(speed, 0)} MB/s`,
        met: speed >= WANTED_MB_PER_S,
      },
    ],
  };
}

function hostileInputs(): string[] {
  const rare = Object.values(RARE).flatMap((anchors) => (anchors instanceof RegExp ? [] : anchors));
  const anchors = [...rare, ...PLACE_ANCHORS.flat(), ...TOKEN_KINDS.flatMap((row) => row.anchors), ...NAME_ANCHORS];
  const inputs = [...new Set(anchors)].flatMap((anchor) => FORMS.map((form) => form(anchor)));
  return [...new Set([...WHOLE, ...inputs])];
}

/** Words, code and paths, as transcripts hold them, with the names that redaction has to look behind. */
function plainText(): string {
  const code =
    "const token = await getToken(user.id); // see src/auth/token-store.ts:42\n  if (!token) throw new Error('no key');\n";
  const json =
    '{"type":"assistant","usage":{"input_tokens":1024,"output_tokens":181},"sessionId":"4f9d1c1e-7a52-4b0e-9d8c"}\n';
  return Array.from({ length: 400 }, (_, at) => variedText(at, 8_000) + code + json).join('\n');
}

function repeated(input: string): string {
  return input.repeat(Math.ceil(MEGABYTE / input.length)).slice(0, MEGABYTE);
}

function timeThrice(input: string): number {
  const text = repeated(input);
  return Math.min(timeOf(text), timeOf(text), timeOf(text));
}

/** Milliseconds of processor time, which other programs on the machine change less than they change the clock. */
function timeOf(text: string): number {
  const start = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function shown(input: string): string {
  const text = JSON.stringify(input).replaceAll('|', '\\|');
  return `\`${text.length > 44 ? `${text.slice(0, 40)}…"` : text}\``;
}
