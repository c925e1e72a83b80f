// The rules over names and comments: one name for one type, plain words, and lists that are written twice.
import { lineAt, type SourceFile, type Violation, visit } from './source.ts';

const SHARED_NAMES = 10;
/** Words and turns that say nothing to someone who does not know the house, each with what to write instead. */
const UNPLAIN: readonly { pattern: RegExp; say: string }[] = [
  { pattern: /\bso (?:many|much) (?!(?:as|that)\b)/, say: 'name the number and its unit' },
  { pattern: /\bsuch an? /, say: 'name the thing' },
  { pattern: /^\W*Of (?!course\b)/, say: 'begin with who does what' },
  { pattern: /\b(?:is|are|was|were) told\b/, say: 'say who writes or reads what' },
  { pattern: /\banew\b/, say: '"again"' },
  {
    pattern: /\b(?:design|mission|house\.md|reviews\/\w+) ?§|\bmission [A-Z]\d|\(mission\b|\bdesign's\b/,
    say: 'say it here, or name a page of this repository',
  },
];

/** Folders that fulfil one contract in different ways: nobody imports two of them, and each names its parts after it. */
const ENGINES = ['src/store/postgres/', 'src/store/sqlite/'];

/** Where names and tables were seen: those of one engine are compared with everything but the other engines'. */
function createSeen(): (what: string, path: string) => string | undefined {
  const seen = new Map<string, string[]>();
  const engineOf = (path: string): string | undefined => ENGINES.find((folder) => path.startsWith(folder));
  return (what, path) => {
    const engine = engineOf(path);
    const places = seen.get(what) ?? [];
    seen.set(what, [...places, path]);
    return places.find((place) => engine === undefined || (engineOf(place) ?? engine) === engine);
  };
}

/** Types that are declared in two files outside the folders of agents. */
export function repeatedTypeNames(files: readonly SourceFile[]): Violation[] {
  const earlierOf = createSeen();
  const violations: Violation[] = [];
  for (const file of files) {
    if (!file.path.startsWith('src/') || file.path.startsWith('src/agents/')) continue;
    for (const node of file.program.body) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (
        declared?.type !== 'TSInterfaceDeclaration' &&
        declared?.type !== 'TSTypeAliasDeclaration' &&
        declared?.type !== 'ClassDeclaration'
      )
        continue;
      const name = declared.id?.name ?? '';
      const earlier = earlierOf(name, file.path);
      if (earlier !== undefined)
        violations.push({
          rule: 'one-name',
          path: file.path,
          line: lineAt(file, declared.start),
          message: `${name} is a type of ${earlier}, too`,
        });
    }
  }
  return violations;
}

/** Comments in words that say too little. */
export function unplainComments(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    file.comments.flatMap((comment) => {
      const text = comment.value
        .replace(/\n\s*\*\s?/g, ' ')
        .replace(/^\*/, '')
        .trim();
      return UNPLAIN.filter(({ pattern }) => pattern.test(text)).map(({ pattern, say }) => ({
        rule: 'plain-comment',
        path: file.path,
        line: lineAt(file, comment.start),
        message: `"${pattern.exec(text)?.[0].trim()}": ${say}`,
      }));
    }),
  );
}

/**
 * Lists of ten names and more that another file lists too, and tables of ten functions and more under the same names:
 * one table could serve both. Records of values are left alone, since the compiler holds their keys to a type.
 */
export function repeatedTables(files: readonly SourceFile[]): Violation[] {
  const earlierOf = createSeen();
  const violations: Violation[] = [];
  for (const file of files) {
    if (!file.path.startsWith('src/') || file.path.startsWith('src/agents/')) continue;
    visitTables(file, (names, start) => {
      const key = [...names].sort().join(' ');
      const earlier = earlierOf(key, file.path);
      if (earlier !== undefined && earlier !== file.path) {
        const message = `the same ${names.length} names as a table of ${earlier}`;
        violations.push({ rule: 'repeated-table', path: file.path, line: lineAt(file, start), message });
      }
    });
  }
  return violations;
}

function visitTables(file: SourceFile, see: (names: string[], start: number) => void): void {
  const report = (names: (string | undefined)[], start: number): void => {
    const known = names.filter((name) => name !== undefined);
    if (known.length >= SHARED_NAMES && known.length === names.length) see(known, start);
  };
  visit(file, {
    ObjectExpression: (node) =>
      report(
        node.properties.map((property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && /Function/.test(property.value.type)
            ? property.key.name
            : undefined,
        ),
        node.start,
      ),
    ArrayExpression: (node) =>
      report(
        node.elements.map((element) =>
          element?.type === 'Literal' && typeof element.value === 'string' ? element.value : undefined,
        ),
        node.start,
      ),
  });
}
