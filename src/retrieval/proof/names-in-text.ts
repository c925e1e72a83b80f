import type { DiskClaim } from './disk-claim.ts';

/** What a text names that can be looked up. */
export interface NamesInText {
  /** Files, by path or by name alone. */
  paths: string[];
  /** Words in code that only a name looks like: `fooBar`, `foo_bar`, `FooBar`. */
  symbols: string[];
  scripts: Extract<DiskClaim, { kind: 'script' }>[];
}

const MAX_EACH = 24;
const EXTENSION =
  'tsx?|mts|cts|jsx?|mjs|cjs|go|py|pyi|rb|rs|java|kt|kts|c|h|cc|cpp|hpp|cs|php|swift|scala|ex|exs|erl|hs|lua|dart|sh|bash|ps1|sql|md|mdx|rst|txt|json|jsonc|ya?ml|toml|html|css|scss|less|vue|svelte|astro|proto|gradle|xml|lock|mod|ini|cfg|conf|env|tf|graphql|prisma|ipynb';
const PART = '@?[\\w.+-]+';
/** Files with an extension; `a/{b.ts, c.ts}` names several. */
const PATH = new RegExp(
  `(?<![\\w@:/.\\\\-])(?:\\.{0,2}/)?(?:${PART}/)*${PART}\\.(?:${EXTENSION})(?![\\w/-]|\\.\\w)`,
  'g',
);
const BRACED = new RegExp(`((?:${PART}/)+)\\{([^{}\\n]{1,600})\\}`, 'g');
/** Words after which a name is of something that need not be there. */
const GONE_BEFORE =
  /\b(?:delet|remov|renam|drop|former|no longer|missing|without|instead of)\w*(?:[^.;]|\.(?=\w)){0,80}$/i;
const SYMBOL = /(?<![\w/.$-])[A-Za-z_]\w{5,60}(?![\w/-])/g;
const TELLING = /[a-z][A-Z]|[a-zA-Z0-9]_[a-zA-Z]/;
const SCRIPT = /`[^`\n]{0,80}?\b(?:(npm|pnpm|yarn|bun) run|(make)) ([\w:.-]{1,60})[^`\n]{0,80}`/g;

/** The names in a text, each once, at most 24 of each sort. What is said to be deleted or renamed is left out. */
export function namesInText(text: string): NamesInText {
  const whole = text.replace(BRACED, (_, folder: string, names: string) =>
    names
      .split(/,\s*/)
      .map((name) => `${folder}${name}`)
      .join(', '),
  );
  const isNeeded = ({ index }: RegExpMatchArray): boolean =>
    !GONE_BEFORE.test(whole.slice(Math.max(0, (index ?? 0) - 120), index));
  const paths = [...whole.matchAll(PATH)].filter(isNeeded).map(([path]) => path.replace(/^\.\//, ''));
  const symbols = [...whole.matchAll(SYMBOL)].filter((match) => TELLING.test(match[0]) && isNeeded(match));
  const scripts = [...whole.matchAll(SCRIPT)].map(([, runner, , name = '']) => ({
    kind: 'script' as const,
    name,
    in: runner === undefined ? ('Makefile' as const) : ('package.json' as const),
  }));
  return {
    paths: [...new Set(paths)].slice(0, MAX_EACH),
    symbols: [...new Set(symbols.map(([name]) => name))].slice(0, MAX_EACH),
    scripts: scripts.slice(0, MAX_EACH),
  };
}
