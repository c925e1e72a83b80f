import { cues } from '../text/pattern.ts';

/** A line of output that says what went wrong. The line with the highest `weight` explains the failure. */
export interface ErrorLine {
  /** The toolchain that printed it, where the line shows it; otherwise the program that ran is used instead. */
  family?: string;
  /** `build`: the failure hides errors of later stages. `test`: a test that ran. */
  stage?: 'build' | 'test';
  weight: number;
  line: string;
}

interface ErrorLineCue extends Omit<ErrorLine, 'line'> {
  pattern: RegExp;
}

const MAX_LINES = 400;
const MAX_LINE_CHARS = 600;
/** Upper bound on the errors that one output is read for. */
const MAX_FOUND = 12;
const EXCEPTION =
  '(?:[A-Za-z_][\\w.$]{0,100}(?:Error|Exception|Exit|Interrupt|Warning|Failure|Fault)|panic|[A-Z]\\w{2,40}::[A-Z]\\w{2,40})';

/**
 * Forms of error lines, by toolchain. A line with a code or an exception weighs more than a sentence, and a sentence more than
 * a count. Patterns are anchored or bounded: each takes linear time.
 */
const CUES: readonly ErrorLineCue[] = [
  ...cues({ family: 'sandbox', weight: 9 }, [/^failed in sandbox /]),
  // Compilers and checkers.
  ...cues({ family: 'tsc', stage: 'build', weight: 9 }, [/\berror TS\d{3,5}:/]),
  ...cues({ family: 'rust', stage: 'build', weight: 9 }, [/^\s*error\[E\d{4}\]:/]),
  ...cues({ family: 'dotnet', stage: 'build', weight: 9 }, [/\berror (?:CS|MSB|NU|FS)\d{3,5}:/]),
  ...cues({ family: 'golangci-lint', stage: 'build', weight: 8 }, [
    /^[\w./@-]{1,200}\.go:\d+(?::\d+)?: .{1,400} \([a-z]\w{1,30}\)$/,
  ]),
  ...cues({ family: 'go', stage: 'build', weight: 8 }, [/^(?:vet: )?[\w./@-]{1,200}\.go:\d+:\d+: /]),
  ...cues({ family: 'elixir', stage: 'build', weight: 8 }, [
    /^\s*\*\* \((?:Compile|Syntax|Token|MismatchedDelimiter)Error\)/,
  ]),
  ...cues({ family: 'java', stage: 'build', weight: 8 }, [
    /\.(?:java|kt|scala):\[?\d+(?:[:,]\d+)?\]?:? (?:error: )?\S/,
  ]),
  ...cues({ stage: 'build', weight: 8 }, [
    /^[\w./@+-]{1,200}:\d+:(?:\d+:)? (?:fatal )?error:/,
    /\bundefined reference to\b|\bunresolved external symbol\b|^CMake Error\b/,
  ]),
  ...cues({ stage: 'build', weight: 7 }, [
    /^\s*(?:SyntaxError|IndentationError|TabError|ParseError|ModuleNotFoundError|ImportError)\b/,
    /\b(?:Cannot find module|Module not found|Could not resolve|Failed to resolve import|ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED)\b/,
  ]),
  ...cues({ family: 'eslint', stage: 'build', weight: 7 }, [/^\s{2,}\d+:\d+\s+error\s+\S/]),
  ...cues({ family: 'biome', stage: 'build', weight: 7 }, [/\b(?:lint|assist|parse|suppressions)\/\w+\/?\w* .{0,40}━/]),
  ...cues({ family: 'credo', stage: 'build', weight: 7 }, [/^\s*┃\s*\[[A-Z]\]\s*[↑↗→↘↓]/]),
  // Output of test runners.
  ...cues({ stage: 'test', weight: 8 }, [/^E {2,}\S/]),
  ...cues({ family: 'go', stage: 'test', weight: 7 }, [
    /^\s{2,}[\w-]{1,100}_test\.go:\d+: (?=.{0,300}\b(?:should|must|expected|want(?:ed)?|got|unexpected|errors?|fail(?:ed)?|not|mismatch|missing|nil|panic)\b)(?!.{0,80}\b(?:INFO|DEBUG)\b)/i,
  ]),
  ...cues({ family: 'go', stage: 'test', weight: 4 }, [/^\s{2,}[\w-]{1,100}_test\.go:\d+: \S/]),
  ...cues({ stage: 'test', weight: 6 }, [
    /^\s*(?:AssertionError|AssertionFailedError|java\.lang\.AssertionError|assertion(?: `?[^`]{0,40}`?)? failed)\b/i,
  ]),
  ...cues({ stage: 'test', weight: 5 }, [
    /^\s*(?:Assertion with|Expected|Error Trace|Expected:|Failure\/Error:|expected)\b.{0,200}\S/,
  ]),
  ...cues({ stage: 'test', weight: 3 }, [
    /^\s*(?:--- FAIL: |FAIL: |FAILED |not ok \d|✖ |✗ |× |● |FAIL {2}|test .{1,200} \.\.\. FAILED|\d+\) )\S?/,
  ]),
  // Exceptions and stack traces.
  ...cues({ weight: 7 }, [
    new RegExp(
      `^(?:\\s*(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]{0,80}"|E|fatal:))?\\s*(?:\\[?\\w{0,20}\\]?\\s)?${EXCEPTION}(?: \\[[A-Z_]{3,60}\\])?(?::| \\(|$)`,
    ),
    /^\s*\*\* \([A-Z][\w.]{1,80}\)/,
    /^(?:thread '[^']{0,200}' panicked at|panic: |fatal error: |goroutine \d+ \[running)/,
    /^PHP (?:Fatal|Parse) error:|^(?:Fatal|Parse) error: /,
  ]),
  // Package managers, version control, containers, shells, servers.
  ...cues({ family: 'npm', weight: 6 }, [
    /^npm (?:ERR!|error) (?:code|Missing|Could|Cannot|Invalid|\d{3}|notsup|Unsupported) ?\S/,
  ]),
  ...cues({ family: 'npm', weight: 2 }, [/^npm (?:ERR!|error) \S/]),
  ...cues({ family: 'pnpm', weight: 6 }, [/\bERR_PNPM_\w+/]),
  ...cues({ family: 'pip', weight: 6 }, [/^ERROR: (?:Could not|No matching|Cannot|pip)/]),
  ...cues({ family: 'git', weight: 6 }, [/^CONFLICT \(|^ ! \[(?:rejected|remote rejected)\]/]),
  ...cues({ weight: 6 }, [/^(?:error|fatal): /]),
  ...cues({ family: 'git', weight: 5 }, [/^The following paths are ignored by one of your \.gitignore files/]),
  ...cues({ family: 'docker', weight: 6 }, [
    /^(?:docker: )?Error response from daemon:|^ERROR: failed to (?:solve|build)/,
  ]),
  ...cues({ family: 'kubectl', weight: 6 }, [/^Error from server/]),
  ...cues({ family: 'shell', weight: 6 }, [
    /\bcommand not found\b|: not found$|\bis not recognized as an internal or external command|syntax error near unexpected token|^(?:\(eval\)|zsh|bash|sh|\/bin\/\w{0,4}sh)(?:: line \d+|:\d+)?: /,
  ]),
  ...cues({ weight: 6 }, [
    /\b(?:E[A-Z]{4,14}|SQLITE_[A-Z]{3,20})\b: |\bcurl: \(\d+\)|\bHTTP(?:\/[\d.]+)? [45]\d\d\b|\b(?:status(?: code)?|responded with)[ :=]+[45]\d\d\b/,
  ]),
  ...cues({ family: 'hook', weight: 2 }, [/^(?:pre-commit|husky|lefthook|commit-msg)\b.{0,80}\b(?:fail|error)/i]),
  // Sentences.
  ...cues({ weight: 5 }, [
    /^[\w./@+-]{1,200}\.\w{1,5}:\d+(?::\d+)?:? ?\S/,
    /^\s*(?:\[?(?:ERROR|FATAL|error|fatal|Error|Fatal|ERR!?)\]?)(?:\s*[:\]!]|\[|\s{1,4}\S)/,
  ]),
  ...cues({ weight: 4 }, [
    /: (?:No such file or directory|Permission denied|Operation not permitted|not found|cannot open|Is a directory|Not a directory|command failed|Connection refused)\b/i,
    /\b(?:is not|are not|was not|not) (?:found|defined|installed|supported|allowed|valid|recogni[sz]ed|formatted)\b|\bdoes not exist\b|\b(?:unknown|invalid|missing|unsupported|unexpected|unrecogni[sz]ed) (?:json )?(?:option|argument|flag|command|token|field|property|file|module|value|key|type|identifier|character)/i,
  ]),
  ...cues({ weight: 3 }, [
    /^\s*[✗✘❌×]\s*\S/,
    /\b(?:cannot|can't|could not|couldn't|unable to|refused|denied|rejected|timed? ?out|aborted|conflict|fail(?:ed|ure|s)? to)\b/i,
    /(?:错误|失败|找不到|无法|不存在|拒绝|异常|エラー|失敗|見つかりません|오류|실패|[Ff]ehler|fehlgeschlagen|nicht gefunden|erreur|introuvable|échou|no se (?:puede|pudo|encontr)|no existe|falló|errore|não (?:foi possível|encontrad)|ошибка|не найден|не удалось)/,
  ]),
  ...cues({ weight: 2 }, [/\b(?:errors?|failed|failures?|exception|undefined|fatal)\b/i]),
];
/** Lines that only count failures, repeat the command or refer to other lines. */
const EMPTY_WORDS =
  /^\s*(?:FAIL|FAILED|Error|ERROR|fatal|\[ERROR\]|npm (?:ERR!|error)|exit status \d+|Exit code -?\d+|make(?:\[\d+\])?: \*\*\* .{0,200}|error: (?:could not compile|aborting due to|test failed|process didn't exit|script ".{0,40}" exited|Recipe|Process completed).{0,200}|(?:error )?Command failed.{0,200}|ELIFECYCLE.{0,200}|.{0,10}Lifecycle script .{0,200}|\[[\w:.-]{1,60}\] ERROR task failed|(?:FAIL|ok)\s+\S+(?:\s+[\d.]+s| \[build failed\])?|.{0,30}\b\d+ (?:tests?|failures?|errors?|passed|failed|problems?|examples?)\b.{0,100})\s*$/;
const GLUE = /^\s*(?:at |File "|\.\.\. \d+ more|note: |help: |hint: |warning[: ]|= note|-->)/;

/**
 * The first line with the highest weight in an output, and after it the further lines of a checker that weigh as much; the last
 * line with words when no cue matches, none without words.
 */
export function errorLinesOf(output: string): ErrorLine[] {
  let found: ErrorLine[] = [];
  let last: string | undefined;
  const lines = output.split('\n');
  const read = lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES / 2), ...lines.slice(-MAX_LINES / 2)];
  for (const whole of read) {
    const line = whole.slice(0, MAX_LINE_CHARS);
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    last = line;
    if (EMPTY_WORDS.test(line) || GLUE.test(line)) continue;
    const cue = CUES.find(({ pattern }) => pattern.test(line));
    if (cue === undefined) continue;
    const { pattern: _, ...known } = cue;
    const [best] = found;
    if (best === undefined || known.weight > best.weight) found = [{ ...known, line: line.trim() }];
    else if (isBeside(known, best) && found.length < MAX_FOUND) found.push({ ...known, line: line.trim() });
  }
  if (found.length > 0) return found;
  return last === undefined ? [] : [{ weight: 0, line: last.trim() }];
}

/** True for a second error of the checker that found the first. */
function isBeside(one: Omit<ErrorLine, 'line'>, best: ErrorLine): boolean {
  return one.stage === 'build' && one.weight === best.weight && one.family !== undefined && one.family === best.family;
}
