import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { redact } from '../src/privacy/redact.ts';
import { SECRET_KINDS } from '../src/privacy/secret-kinds.ts';
import { type CorpusText, corpusOf, type Half, harmlessOf, holdsSecret } from '../test/secrets/corpus/generate.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { recordedLines } from './support/secrets/recorded-lines.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** Goals on the held-out half, in percent of the secrets that must go. */
const GOALS = { 'named services': 96, 'known prefixes': 99, 'tool files': 90 } as const;
const FALSE_MAX = 0.05;
/** Percent of the held-out half that went before it was written. */
const FIRST: Readonly<Record<string, number>> = {
  quoted: 51.7,
  phrase: 9.5,
  flags: 47.4,
  connection: 87.5,
  table: 20.4,
  url: 74.4,
  grepped: 15.2,
  disguised: 30,
  german: 21.1,
  spoken: 32,
  'named services': 87.1,
  'known prefixes': 90.9,
  'tool files': 74,
};
const SHOWN = 60;

interface Share {
  secrets: number;
  gone: number;
}

/** Which share of planted secrets redaction takes, on both halves of the corpus, and what it takes that is none. */
export async function run(): Promise<BenchResult> {
  const tuned = sharesOf(corpusOf('tuned'));
  const held = sharesOf(corpusOf('held'));
  const harmless = (['tuned', 'held'] as const).map((half) => changedIn(half));
  const lines = existsSync(DATA) ? [...recordedLines(DATA)] : [];
  const marked = lines.filter((line) => redact(line).text !== line);
  for (const line of marked.slice(0, Number(process.env.CAIRN_SECRETS_SHOW ?? 0))) {
    process.stderr.write(`${redact(line).text.slice(0, 300)}\n`);
  }
  const falseShare = (marked.length / Math.max(lines.length, 1)) * 100;
  return {
    title: 'Secrets',
    about: `Generated secrets in the templates of test/secrets/corpus: the share of them of which less than half is left after redaction by ${SECRET_KINDS.size} kinds. The held-out half is one that no rule was fitted to; how the halves are divided, and what this cannot show, stands in the corpus's README.`,
    columns: ['kind', 'tuned: secrets', 'gone, %', 'held out: secrets', 'gone, %', 'at first, %'],
    rows: [...tuned].map(([kind, share]) => [kind, ...cellsOf(share), ...cellsOf(held.get(kind)), FIRST[kind] ?? '']),
    bounds: [
      ...Object.entries(GOALS).map(([kind, goal]) => bound(`held out: ${kind}`, goal, percentOf(held.get(kind)))),
      {
        name: 'harmless texts changed',
        wanted: '0',
        reached: harmless.map(({ changed, of }) => `${changed} of ${of}`).join(', held out '),
        met: harmless.every(({ changed }) => changed === 0),
      },
      {
        name: 'recorded lines marked',
        wanted: `≤ ${FALSE_MAX} %`,
        reached: `${round(falseShare, 3)} % (${round(falseShare * 100, 1)} in 10,000)`,
        met: falseShare <= FALSE_MAX,
      },
    ],
    notes: [
      `${lines.length} distinct lines of recorded sessions (what tools printed, files, code, prose) were redacted each by itself; ${marked.length} were changed. Real secrets among them count as false marks here. CAIRN_SECRETS_SHOW=${SHOWN} prints so many of them, redacted.`,
      `Held out are ways of writing and tools as well as services: ${shareUnseen()} % of the held-out texts are of a template that, but for values and case, no tuned text has. The first column of shares is before the rules that came after this half.`,
      'How long redaction takes is measured by the bench `redaction`.',
    ],
  };
}

function sharesOf(texts: readonly CorpusText[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const { kind, text, secrets } of texts) {
    const clean = redact(text).text;
    const share = shares.get(kind) ?? { secrets: 0, gone: 0 };
    shares.set(kind, share);
    share.secrets += secrets.length;
    share.gone += secrets.filter((secret) => !holdsSecret(clean, secret)).length;
  }
  return shares;
}

function changedIn(half: Half): { changed: number; of: number } {
  const texts = harmlessOf(half);
  return { changed: texts.filter(({ text }) => redact(text).text !== text).length, of: texts.length };
}

/** Percent of held-out texts of whose template, but for values and the case of its words, no tuned text is. */
function shareUnseen(): number {
  const wayOf = ({ template }: CorpusText): string => template.replace(/‹[^›]*›/g, '').toLowerCase();
  const seen = new Set(corpusOf('tuned').map(wayOf));
  const held = corpusOf('held');
  return round((held.filter((text) => !seen.has(wayOf(text))).length / held.length) * 100, 1);
}

function percentOf({ secrets, gone }: Share = { secrets: 0, gone: 0 }): number {
  return (gone / Math.max(secrets, 1)) * 100;
}

function cellsOf(share: Share = { secrets: 0, gone: 0 }): (string | number)[] {
  return [share.secrets, round(percentOf(share), 1)];
}

function bound(name: string, goal: number, reached: number): Bound {
  return { name, wanted: `≥ ${goal} %`, reached: `${round(reached, 1)} %`, met: reached >= goal };
}
