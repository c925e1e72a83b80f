import { baseName } from '../../core/text/text.ts';

/** Concepts by the form of a path. */
const BY_PATH: readonly (readonly [string, RegExp])[] = [
  ['testing', /(?:^|[/_.-])(?:tests?|specs?|__tests__|e2e)(?:[/_.-]|$)/i],
  ['migration', /(?:^|\/)migrations?\//i],
  ['database', /\.sql$|(?:^|\/)(?:schema|prisma)(?:[/.]|$)/i],
  ['ci', /(?:^|\/)\.(?:github\/workflows|gitlab-ci|circleci)|(?:^|\/)Jenkinsfile$/],
  [
    'dependencies',
    /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|requirements[\w.-]*\.txt|pyproject\.toml|Gemfile(?:\.lock)?|mix\.(?:exs|lock))$/,
  ],
  ['container', /(?:^|\/)(?:Dockerfile[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml)$/],
  ['docs', /\.(?:md|mdx|rst|adoc)$/i],
  ['config', /\.(?:ya?ml|toml|ini|json|jsonc|env|conf|cfg)$/i],
  ['styles', /\.(?:css|scss|sass|less)$/i],
  ['auth', /auth|login|password|permission/i],
];

/** Concepts by the program and its first words. */
const BY_COMMAND: readonly (readonly [string, RegExp])[] = [
  ['testing', /\b(?:test|tests|vitest|jest|pytest|rspec|mocha|playwright|cypress|phpunit)\b/],
  ['version-control', /^(?:git|gh|glab|hg|jj)\b/],
  [
    'dependencies',
    /^(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|bundle|composer|mix) (?:i|install|ci|add|remove|uninstall|update|get|mod|sync|require)\b/,
  ],
  ['build', /\b(?:build|make|compile|tsc|webpack|vite|rollup|esbuild|gradle|mvn|cmake)\b/],
  [
    'lint',
    /\b(?:lint|eslint|prettier|biome|ruff|black|flake8|mypy|rubocop|clippy|fmt|format|vet|golangci-lint|credo|dialyzer|shellcheck)\b/,
  ],
  ['database', /\b(?:psql|mysql|sqlite3|mongosh|redis-cli|migrate|prisma)\b/],
  ['container', /^(?:docker|podman|kubectl|helm)\b/],
];
const MAX_CONCEPTS = 4;

/** At most four concepts of a command and of files, from their names alone; those of the command first. */
export function conceptsOf(files: readonly string[], command = ''): string[] {
  const found = new Set<string>();
  for (const [concept, pattern] of BY_COMMAND) if (command !== '' && pattern.test(command)) found.add(concept);
  for (const [concept, pattern] of BY_PATH) {
    if (files.some((file) => pattern.test(concept === 'auth' ? baseName(file) : file))) found.add(concept);
  }
  return [...found].slice(0, MAX_CONCEPTS);
}
