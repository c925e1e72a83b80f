import type { CodeOutline, OutlinedSymbol } from '../api/work-answers.ts';
import { countTokens } from '../core/text/tokens.ts';
import type { CodeQuestions } from './code-protocol.ts';
import { type CodeProject, type ReadFile, readFile } from './project-code.ts';

/** The share of a file's tokens that its outline may cost, and the tokens that even the shortest file is worth. */
const SHARE = 0.15;
const LEAST = 40;
const SHORT_SIGNATURE = 70;

/** How much an outline says, the most first: the first that keeps within the budget is taken. */
const DETAILS: readonly OutlineDetail[] = [
  { doc: true, chars: Number.MAX_SAFE_INTEGER, depth: 9, minor: true },
  { doc: false, chars: Number.MAX_SAFE_INTEGER, depth: 9, minor: true },
  { doc: false, chars: Number.MAX_SAFE_INTEGER, depth: 9, minor: false },
  { doc: false, chars: SHORT_SIGNATURE, depth: 9, minor: false },
  { doc: false, chars: 0, depth: 2, minor: false },
  { doc: false, chars: 0, depth: 1, minor: false },
  { doc: false, chars: 0, depth: 0, minor: false },
];

interface OutlineDetail {
  doc: boolean;
  /** Characters of a signature; 0: kind and name alone. */
  chars: number;
  depth: number;
  /** Fields and constants too. */
  minor: boolean;
}

/** The outline of a file. */
export async function outlineFile(
  project: CodeProject,
  { path, cwd, budget }: CodeQuestions['outline'],
): Promise<CodeOutline> {
  const read = await readFile(project, project.sources.place(path, cwd));
  const symbols = outlined(read);
  const fileTokens = countTokens(read.text);
  const most = budget ?? Math.max(LEAST, Math.floor(fileTokens * SHARE));
  const { text, shown } = fitting(symbols, most);
  return {
    path: read.file.path,
    language: read.language.name,
    lines: read.source.lines,
    fileTokens,
    tokens: countTokens(text),
    text,
    symbols,
    left: symbols.length - shown,
    notes: [
      ...(read.isBroken
        ? [{ code: 'broken', message: 'Some of the file could not be parsed: what is told is what could.' }]
        : []),
      ...(symbols.length === 0 ? [{ code: 'no_symbols', message: 'The file declares nothing that has a name.' }] : []),
    ],
  };
}

function outlined({ symbols, source }: ReadFile): OutlinedSymbol[] {
  const depths: number[] = [];
  return symbols.map((symbol, at) => {
    const { name, kind, line, endLine, parent } = symbol;
    const depth = parent === undefined ? 0 : (depths[parent] ?? 0) + 1;
    depths[at] = depth;
    const doc = source.docOf(symbol);
    return {
      name,
      kind,
      line,
      endLine,
      signature: source.signatureOf(symbol),
      ...(doc === undefined ? {} : { doc }),
      depth,
    };
  });
}

function fitting(symbols: readonly OutlinedSymbol[], most: number): { text: string; shown: number } {
  let lines: string[] = [];
  for (const detail of DETAILS) {
    lines = symbols.filter((symbol) => isShown(symbol, detail)).map((symbol) => lineOf(symbol, detail));
    const text = lines.join('\n');
    if (countTokens(text) <= most) return { text, shown: lines.length };
  }
  while (lines.length > 1 && countTokens(lines.join('\n')) > most)
    lines = lines.slice(0, Math.max(1, Math.floor(lines.length * 0.9)));
  return { text: lines.join('\n'), shown: lines.length };
}

function isShown({ depth, kind }: OutlinedSymbol, detail: OutlineDetail): boolean {
  return depth <= detail.depth && (detail.minor || (kind !== 'field' && (kind !== 'constant' || depth === 0)));
}

function lineOf({ name, kind, line, endLine, signature, doc, depth }: OutlinedSymbol, detail: OutlineDetail): string {
  const lines = endLine > line ? `${line}-${endLine}` : `${line}`;
  const said =
    detail.chars === 0
      ? `${kind} ${name}`
      : signature.length > detail.chars
        ? `${signature.slice(0, detail.chars - 1)}…`
        : signature;
  return `${'  '.repeat(depth)}${lines} ${said}${detail.doc && doc !== undefined ? ` — ${doc}` : ''}`;
}
