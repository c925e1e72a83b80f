import type { Item } from '../../../core/model/item.ts';
import { FrequencyCounter, type SeenCount } from '../sentences/count-frequent.ts';

const MAX_LISTED = 8;
const MAX_SEEN = 60;
/** Technologies with their patterns. */
type Table = readonly (readonly [string, RegExp])[];

/** By the end of a file's name. */
const BY_FILE: Table = [
  ['TypeScript', /\.[cm]?tsx?$/],
  ['JavaScript', /\.[cm]?jsx?$/],
  ['React', /\.[jt]sx$/],
  ['Vue', /\.vue$/],
  ['Svelte', /\.svelte$/],
  ['Python', /\.pyi?$/],
  ['Jupyter', /\.ipynb$/],
  ['Go', /(?:\.go|(?:^|\/)go\.(?:mod|sum))$/],
  ['Rust', /(?:\.rs|(?:^|\/)Cargo\.(?:toml|lock))$/],
  ['Elixir', /\.(?:exs?|heex)$/],
  ['Erlang', /\.[eh]rl$/],
  ['Ruby', /(?:\.(?:rb|erb)|(?:^|\/)Gemfile(?:\.lock)?)$/],
  ['Java', /\.java$/],
  ['Kotlin', /\.kts?$/],
  ['Swift', /\.swift$/],
  ['C#', /\.(?:cs|csproj)$/],
  ['C++', /\.(?:cc|cpp|cxx|hpp|hh)$/],
  ['C', /\.[ch]$/],
  ['PHP', /\.php$/],
  ['Scala', /\.scala$/],
  ['Haskell', /\.hs$/],
  ['Zig', /\.zig$/],
  ['Dart', /\.dart$/],
  ['Lua', /\.lua$/],
  ['SQL', /\.sql$/],
  ['Prisma', /\.prisma$/],
  ['GraphQL', /\.(?:graphql|gql)$/],
  ['Protocol Buffers', /\.proto$/],
  ['Terraform', /\.tf(?:vars)?$/],
  ['Nix', /\.nix$/],
  ['CSS', /\.(?:css|scss|sass|less)$/],
  ['HTML', /\.html?$/],
  ['Shell', /\.(?:ba|z|fi)?sh$/],
  ['PowerShell', /\.ps1$/],
  ['Docker', /(?:^|\/)(?:Dockerfile[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml)$/],
  ['GitHub Actions', /(?:^|\/)\.github\/workflows\//],
];
/** By the program of a command. */
const BY_PROGRAM: Table = [
  ['npm', /^(?:npm|npx)\b/],
  ['pnpm', /^pnpm\b/],
  ['Yarn', /^yarn\b/],
  ['Bun', /^bunx?\b/],
  ['Deno', /^deno\b/],
  ['Node.js', /^node\d*\b/],
  ['Vitest', /\bvitest\b/],
  ['Jest', /\bjest\b/],
  ['Playwright', /\bplaywright\b/],
  ['ESLint', /\beslint\b/],
  ['Biome', /\bbiome\b/],
  ['TypeScript', /\btsc\b/],
  ['Python', /^python\d?(?:\.\d+)?\b|^(?:pip3?|uv|poetry)\b/],
  ['pytest', /\bpytest\b/],
  ['Go', /^(?:go|gofmt|golangci-lint)\b/],
  ['Rust', /^(?:cargo|rustc)\b/],
  ['Elixir', /^(?:mix|iex)\b/],
  ['Ruby', /^(?:bundle|rake|rspec|rails|gem)\b/],
  ['Gradle', /^(?:gradle|\.\/gradlew)\b/],
  ['Maven', /^mvn\b/],
  ['.NET', /^dotnet\b/],
  ['Make', /^make\b/],
  ['mise', /^mise\b/],
  ['Docker', /^docker\b/],
  ['Kubernetes', /^(?:kubectl|helm)\b/],
  ['Terraform', /^terraform\b/],
  ['PostgreSQL', /^(?:psql|pg_\w+)\b/],
  ['SQLite', /^sqlite3\b/],
  ['Redis', /^redis-cli\b/],
  ['GitHub CLI', /^gh\b/],
];

/** Counts the languages and tools of a session, by its files and programs. Bounded. */
export class Technologies {
  readonly #seen: FrequencyCounter<SeenCount> = new FrequencyCounter(MAX_SEEN);

  take({ kind, at, detail }: Item): void {
    if (kind !== 'observation') return;
    for (const file of detail.filesChanged ?? []) this.#note(BY_FILE, file, { at, count: 3 });
    for (const file of detail.filesRead ?? []) this.#note(BY_FILE, file, { at, count: 1 });
    if (detail.observation === 'command' && detail.subtitle !== undefined)
      this.#note(BY_PROGRAM, detail.subtitle, { at, count: 1 });
  }

  /** At most eight technologies, the most used first. */
  list(): string[] {
    return this.#seen.top(MAX_LISTED).map(([name]) => name);
  }

  #note(table: Table, name: string, { at, count }: SeenCount): void {
    for (const [technology, pattern] of table) {
      if (pattern.test(name))
        this.#seen.set(technology, { at, count: (this.#seen.get(technology)?.count ?? 0) + count });
    }
  }
}
