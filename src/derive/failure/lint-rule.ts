/** Forms in which checkers name the rule that a line breaks: the groups hold the rule, or the checker and the rule. */
const NAMED: readonly { checker?: string; pattern: RegExp }[] = [
  { checker: 'gosec', pattern: /^\S+\.go:\d+(?::\d+)?: (G\d{3}): .{1,400}\(gosec\)$/ },
  // The linters that gather many checks name the check first.
  {
    checker: 'golangci-lint',
    pattern: /^\S+\.go:\d+(?::\d+)?: ([a-z][A-Za-z-]{3,40}): .{1,400} \((?:gocritic|revive)\)$/,
  },
  { checker: 'golangci-lint', pattern: /^\S+\.go:\d+(?::\d+)?: .{1,400} \(([a-z]\w{1,30})\)$/ },
  { checker: 'clippy', pattern: /\bclippy::(\w{3,60})/ },
  { checker: 'biome', pattern: /\blint\/(\w{3,30}\/\w{3,60})/ },
  { checker: 'shellcheck', pattern: /\b(SC\d{4})\b/ },
  { checker: 'rubocop', pattern: /: [CWEF]: (?:\[Correctable\] )?([A-Z]\w{2,30}\/\w{3,60}):/ },
  { checker: 'mypy', pattern: /\.pyi?:\d+(?::\d+)?: error: .{1,300} \[([a-z][a-z-]{2,40})\]$/ },
  { checker: 'ruff', pattern: /\.pyi?:\d+:\d+:? ([A-Z]{1,4}\d{3,4})\b/ },
  { checker: 'eslint', pattern: /^\s*\d+:\d+\s+error\s.{1,300}\s{2}((?:@?[a-z][\w-]{0,40}\/)?[a-z][\w-]{1,60})$/ },
];
/** Rules that report what a compiler does, or what was left over: a slip of the moment. */
const SLIPS = new Set([
  'typecheck',
  'unused',
  'no-unused-vars',
  'no-undef',
  'F401',
  'F841',
  'F821',
  'import',
  'syntax',
]);

/** The rule of a checker that a printed line breaks, such as `golangci-lint wrapcheck`; `undefined` for any other line. */
export function lintRuleOf(line: string): string | undefined {
  for (const { checker, pattern } of NAMED) {
    const rule = pattern.exec(line)?.[1];
    if (rule !== undefined) return SLIPS.has(rule) ? undefined : `${checker} ${rule}`;
  }
  return undefined;
}
