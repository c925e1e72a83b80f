import { AGENTS } from '../../src/agents/registry.ts';

/** The file src/agents/dialects.ts: all agents that have hooks, without what hooks do not need. */
export function renderDialects(): string {
  const names = AGENTS.flatMap(({ dialect }) => (dialect === undefined ? [] : [dialect.name])).sort();
  const imports = [
    ...names.map((name) => `import { DIALECT as ${constantOf(name)} } from './${name}/hooks.ts';\n`),
    "import type { Dialect } from './shared/contract.ts';\n",
  ].sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  const rows = names.map((name) => `  ${constantOf(name)},\n`);
  return `// Made by scripts/write-agents.ts from registry.ts; test/agents/docs.test.ts compares.
${imports.join('')}
const DIALECTS: readonly Dialect[] = [
${rows.join('')}];

/** The dialect of the agent of that name; \`undefined\` for a name that is none. For the hook's own small bundle. */
export function findDialect(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
`;
}

function pathOf(line: string): string {
  return line.slice(line.indexOf("'"));
}

function constantOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
