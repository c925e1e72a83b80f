import { countLines, lineAt, type SourceFile, type Violation, visit } from './source.ts';

/** A rule over one parsed file; `applies` says over which paths. */
export interface TidyRule {
  name: string;
  applies: (path: string) => boolean;
  check: (file: SourceFile, report: (offset: number, message: string) => void) => void;
}

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;
const MAX_POSITIONAL = 3;
const PUBLIC_ENTRIES = ['src/sdk/index.ts', 'src/bin/sdk.ts'];
const EXEMPLARY =
  /^src\/(api\/contract\.ts|bin\/sdk\.ts|store\/contract\/|embeddings\/embedder\/embedder\.ts|llm\/model\/language-model\.ts|agents\/shared\/contract\.ts)/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
const MARKERS = /\b(TODO|FIXME|XXX|HACK)\b/;
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe', 'suite', 't', 'context']);
// The one reason to skip a test: two users can only be played by root.
const MAY_SKIP = 'test/support/two-users.ts';
const TEST_ESCAPES = new Set(['skip', 'only', 'todo']);

const everywhere = (): boolean => true;
const inSources = (path: string): boolean => /^(src|web)\//.test(path);
const notInTests = (path: string): boolean => !path.startsWith('test/');
const inTests = (path: string): boolean => path.startsWith('test/');

type Check = TidyRule['check'];
type Span = { start: number; end: number };
type FunctionNode = Span & { params: readonly unknown[] };

const checkFileLines: Check = (file, report) => {
  const lines = countLines(file.text);
  if (lines > MAX_FILE_LINES) report(0, `${lines} lines, at most ${MAX_FILE_LINES}`);
};

const checkFunctionLines: Check = (file, report) => {
  visitFunctions(file, (node) => {
    const lines = countLines(file.text.slice(node.start, node.end));
    if (lines > MAX_FUNCTION_LINES) report(node.start, `a function of ${lines} lines, at most ${MAX_FUNCTION_LINES}`);
  });
};

const checkParameters: Check = (file, report) => {
  visitFunctions(file, (node) => {
    const count = node.params.length;
    if (count > MAX_POSITIONAL) report(node.start, `${count} parameters, at most ${MAX_POSITIONAL}`);
  });
};

function visitFunctions(file: SourceFile, see: (node: FunctionNode) => void): void {
  visit(file, { FunctionDeclaration: see, FunctionExpression: see, ArrowFunctionExpression: see });
}

const checkAny: Check = (file, report) => {
  visit(file, { TSAnyKeyword: (node) => report(node.start, 'the type any') });
};

const checkDefaultExport: Check = (file, report) => {
  visit(file, {
    ExportDefaultDeclaration: (node) => report(node.start, 'a default export'),
    ExportSpecifier: (node) => {
      const name = node.exported.type === 'Literal' ? node.exported.value : node.exported.name;
      if (name === 'default') report(node.start, 'a default export');
    },
  });
};

const checkBarrel: Check = (file, report) => {
  const isForward = (node: SourceFile['program']['body'][number]): boolean =>
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null);
  const { body } = file.program;
  if (body.length > 0 && body.every(isForward) && !PUBLIC_ENTRIES.includes(file.path))
    report(0, 'only forwards exports');
};

const checkName: Check = (file, report) => {
  const odd = file.path.split('/').find((part) => !KEBAB.test(part.replace(/^\./, '')));
  if (odd !== undefined) report(0, `"${odd}" is not kebab-case`);
};

const checkDocstrings: Check = (file, report) => {
  let previous = '';
  for (const node of file.program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue;
    const name = declaredName(node.declaration);
    if (name !== previous && !hasDocstring(file, node.start)) report(node.start, `no sentence above ${name}`);
    previous = name;
  }
};

function declaredName(declaration: { type: string }): string {
  const node = declaration as { id?: { name?: string }; declarations?: { id: { name?: string } }[] };
  return node.id?.name ?? node.declarations?.[0]?.id.name ?? 'an export';
}

function hasDocstring(file: SourceFile, start: number): boolean {
  return docstringAbove(file, start) !== undefined;
}

function docstringAbove(file: SourceFile, start: number): string | undefined {
  const above = file.comments.findLast((comment) => comment.end <= start);
  if (above === undefined || above.type !== 'Block' || !above.value.startsWith('*')) return undefined;
  return file.text.slice(above.end, start).trim() === '' ? above.value : undefined;
}

// Each method of `Memory`, the functions of the SDK, and each contract: an interface with methods that several parts fulfil.
const checkExamples: Check = (file, report) => {
  const needsExample = (start: number, name: string): void => {
    if (!/@example\s*\n[\s*]*[^\s*]/.test(docstringAbove(file, start) ?? ''))
      report(start, `no @example above ${name}`);
  };
  for (const node of file.program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = node;
    if (declaration?.type === 'FunctionDeclaration') needsExample(node.start, declaredName(declaration));
    if (declaration?.type !== 'TSInterfaceDeclaration') continue;
    const methods = declaration.body.body.filter((member) => member.type === 'TSMethodSignature');
    const isMemory = declaration.id.name === 'Memory';
    if (isMemory)
      for (const { start, key } of methods) needsExample(start, `Memory.${file.text.slice(key.start, key.end)}`);
    else if (methods.length > 0) needsExample(node.start, declaration.id.name);
  }
};

const checkConsole: Check = (file, report) => {
  visitMembers(file, (object, property, { start }) => {
    if (object === 'console') report(start, `console.${property}: only src/cli/terminal/output.ts prints`);
  });
};

const checkProcess: Check = (file, report) => {
  visitMembers(file, (object, property, { start }) => {
    if (object === 'process' && ['env', 'exit'].includes(property))
      report(start, `process.${property} outside src/bin`);
  });
  visit(file, {
    ImportDeclaration: (node) => {
      if (node.source.value !== 'node:process') return;
      const named = file.text.slice(node.start, node.end).match(/\b(env|exit)\b/);
      if (named !== null) report(node.start, `process.${named[0]} outside src/bin`);
    },
  });
};

function visitMembers(file: SourceFile, see: (object: string, property: string, span: Span) => void): void {
  visit(file, {
    MemberExpression: (node) => {
      if (node.object.type !== 'Identifier') return;
      see(node.object.name, node.property.type === 'Identifier' ? node.property.name : '', node);
    },
  });
}

const checkDroppedErrors: Check = (file, report) => {
  visit(file, {
    CatchClause: (node) => {
      if (node.body.body.length === 0) report(node.start, 'an empty catch: say ignore(error, why)');
    },
    CallExpression: (node) => {
      if (node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier') return;
      const [handler] = node.arguments;
      if (node.callee.property.name !== 'catch' || handler === undefined) return;
      if (/^\(?\w*\)?\s*=>\s*(\{\s*\}|undefined|null)$/.test(file.text.slice(handler.start, handler.end))) {
        report(node.start, 'a rejection dropped: say ignore(error, why)');
      }
    },
  });
};

const checkTestEscapes: Check = (file, report) => {
  if (file.path === MAY_SKIP) return;
  visitMembers(file, (object, property, { start }) => {
    if (TEST_FUNCTIONS.has(object) && TEST_ESCAPES.has(property)) report(start, `${object}.${property}`);
  });
  visit(file, {
    CallExpression: (node) => {
      if (node.callee.type !== 'Identifier' || !TEST_FUNCTIONS.has(node.callee.name)) return;
      for (const argument of node.arguments) {
        if (argument.type !== 'ObjectExpression') continue;
        const options = file.text.slice(argument.start, argument.end).match(/\b(skip|only|todo)\s*:/);
        if (options !== null) report(argument.start, `a test with ${options[1]}`);
      }
    },
  });
};

const checkMarkers: Check = (file, report) => {
  for (const comment of file.comments) {
    const marker = comment.value.match(MARKERS);
    if (marker !== null) report(comment.start, `${marker[0]}: finish it or file it`);
  }
};

// Sources run unbundled in the tests, and Node 22 does not know these declarations.
const checkUsing: Check = (file, report) => {
  visit(file, {
    VariableDeclaration: (node) => {
      if (node.kind.endsWith('using'))
        report(node.start, `"${node.kind}" does not run on Node 22: use try and finally`);
    },
  });
};

/** The rules of style that one file can break. */
export const TIDY_RULES: readonly TidyRule[] = [
  { name: 'file-lines', applies: everywhere, check: checkFileLines },
  { name: 'function-lines', applies: notInTests, check: checkFunctionLines },
  { name: 'positional-parameters', applies: everywhere, check: checkParameters },
  { name: 'any', applies: everywhere, check: checkAny },
  { name: 'default-export', applies: everywhere, check: checkDefaultExport },
  { name: 'barrel', applies: inSources, check: checkBarrel },
  { name: 'kebab-case', applies: everywhere, check: checkName },
  { name: 'docstring', applies: inSources, check: checkDocstrings },
  { name: 'example', applies: (path) => EXEMPLARY.test(path), check: checkExamples },
  { name: 'console', applies: (path) => inSources(path) && path !== 'src/cli/terminal/output.ts', check: checkConsole },
  { name: 'process', applies: (path) => inSources(path) && !path.startsWith('src/bin/'), check: checkProcess },
  { name: 'dropped-error', applies: everywhere, check: checkDroppedErrors },
  { name: 'test-escape', applies: inTests, check: checkTestEscapes },
  { name: 'marker', applies: everywhere, check: checkMarkers },
  { name: 'using', applies: everywhere, check: checkUsing },
];

/** Runs every rule that applies to a file. */
export function tidyViolations(file: SourceFile, rules: readonly TidyRule[] = TIDY_RULES): Violation[] {
  const violations: Violation[] = [];
  for (const { name, applies, check } of rules) {
    if (!applies(file.path)) continue;
    check(file, (offset, message) => {
      violations.push({ rule: name, path: file.path, line: lineAt(file, offset), message });
    });
  }
  return violations;
}
