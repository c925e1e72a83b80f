import { wordSet } from '../../core/text/word-set.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf, parseShell } from '../tool/shell.ts';

const TESTERS = wordSet(
  `pytest py.test jest vitest mocha ava tap rspec phpunit pest ctest tox nox nose2 behave cypress playwright karma cucumber
  minitest bats shellspec busted gotestsum nextest unittest`,
);
const BUILDERS = wordSet(
  `tsc tsgo eslint biome prettier ruff mypy pyright flake8 pylint golangci-lint staticcheck clippy rustc gcc g++ clang clang++ cc
  javac kotlinc scalac swiftc make gmake cmake ninja meson bazel gradle gradlew mvn mvnw ant sbt webpack vite esbuild rollup
  turbo nx xcodebuild rubocop phpstan psalm credo dialyzer shellcheck stylelint`,
);
/** Programs that run tasks by name. */
const RUNNERS = wordSet(
  `npm pnpm yarn bun deno npx bunx go cargo mix dotnet swift mise just task make gmake rake bundle poetry uv pipenv hatch pdm
  composer php python python3 node lerna turbo nx gradle gradlew mvn mvnw sbt zig dune stack cabal lein rebar3 docker
  docker-compose flutter dart elixir`,
);
const TEST_WORD = /(?:^|[:_./-])(?:tests?|spec|specs|e2e|pytest|vitest|jest|unittest|verify|check|ci)(?:$|[:_./-])/i;
const BUILD_WORD =
  /(?:^|[:_-])(?:build|compile|lint|typecheck|type-check|types|tsc|vet|clippy|check|fmt|format|dialyzer|credo|package|install|bundle|ci)(?:$|[:_-])/i;
const TEST_PROGRAM = /(?:^|[_-])tests?(?:[_.-]|$)/;
/** The shell's own command that looks at a condition: `test -f package.json`. */
const CONDITION = 'test';
const WORDS_READ = 6;

/** Whether a command tests or builds, by its words; `undefined` for any other purpose. */
export function purposeOf(command: ShellCommand): 'test' | 'build' | undefined {
  const { program } = command;
  if (TESTERS.has(program)) return 'test';
  const words = operandsOf(command).slice(0, WORDS_READ);
  if (RUNNERS.has(program)) {
    if (words.some((word) => TEST_WORD.test(word) || TESTERS.has(word))) return 'test';
    if (command.args.includes('--test')) return 'test';
    if (words.slice(0, 2).some((word) => BUILD_WORD.test(word) || BUILDERS.has(word))) return 'build';
  }
  if (BUILDERS.has(program)) return 'build';
  return program !== CONDITION && TEST_PROGRAM.test(program) ? 'test' : undefined;
}

/** True when a shell line runs a test, a build or a check. */
export function isTestOrBuild(line: string): boolean {
  return parseShell(line).some((command) => purposeOf(command) !== undefined);
}
