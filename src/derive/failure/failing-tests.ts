const MAX_TESTS = 20;
const NAME_CHARS = 120;
const MAX_LINES = 2_000;
/** Lines in which test runners name a failed test; the group is its name. */
const FAILED: readonly RegExp[] = [
  /^\s*--- FAIL: (\S{1,200})/,
  /^test (\S{1,200}) \.\.\. FAILED/,
  /^FAILED (\S{1,300}?)(?: - |$)/,
  /^(?:FAIL|ERROR): (\w{1,100}) \(/,
  /^\s*● (?!Console\b|Test suite failed)(.{2,200}? › .{1,200}|.{2,200})$/,
  /^ (?:FAIL) {2}(\S.{1,300})$/,
  /^\s*(?:✖|✗|×) (.{2,200}?) \([\d.]+m?s\)$/,
  /^\s*× (.{2,200}?)(?: \d+m?s)?$/,
  /^\s*not ok \d{1,6} - (.{2,200}?)(?: # .{0,100})?$/,
  /^\s*\d{1,4}\) test (.{2,200}?) \([\w.]{1,120}\)$/,
  /^rspec \.?\/?(\S{1,200})/,
  /^(\w[\w.$]{1,120} > .{1,160}?)(?:\(\))? FAILED$/,
  /^\[ERROR\] {1,4}(\w[\w.$]{1,120}\.\w{1,100}):\d+/,
  /^\s*Failed (\w[\w.]{2,160})(?:\(.{0,60}\))? \[/,
  /^\[ {2}FAILED {2}\] (\w[\w./]{2,160})/,
  /^\d{1,4}\) (\w[\w\\]{1,120}::\w{1,120})/,
];
const CHEAP = /FAIL|ERROR|Failed|[●✖✗×]|not ok|^\s*\d{1,4}\) |^rspec /;

/** Names of the failed tests in an output, in its order: at most 20, each of at most 120 characters. */
export function failingTests(output: string): string[] {
  const names = new Set<string>();
  for (const line of output.split('\n', MAX_LINES)) {
    if (!CHEAP.test(line)) continue;
    const name = nameIn(line.slice(0, 500));
    if (name !== undefined) names.add(name.slice(0, NAME_CHARS));
    if (names.size >= MAX_TESTS) break;
  }
  return withoutParents([...names]);
}

function nameIn(line: string): string | undefined {
  for (const pattern of FAILED) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) return name.trim();
  }
  return undefined;
}

/** Leaves out a test that failed because a subtest did (`TestA` next to `TestA/empty`). */
function withoutParents(names: string[]): string[] {
  return names.filter((name) => !names.some((other) => other !== name && other.startsWith(`${name}/`)));
}
