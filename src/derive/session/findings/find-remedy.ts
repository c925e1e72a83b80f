import { baseName } from '../../../core/text/text.ts';
import { commandDifference } from '../../failure/command-difference.ts';
import { type CommandRun, runsOf } from '../../failure/command-run.ts';
import { familyOf } from '../../failure/error-fingerprint.ts';
import type { Remedy } from '../../failure/remedy.ts';
import { tellingChange } from '../../failure/telling-change.ts';
import type { OpenFailure, Passed } from '../work/open-failures.ts';
import type { WorkEntry } from '../work/work-log.ts';

const MAX_STEPS = 2;
/** Commands that put in place what another needs. */
const PREPARES =
  /^(?:(?:npm|pnpm|yarn|bun|bundle|pip3?|uv|poetry|pdm|brew|apt|apt-get|apk|dnf|go|cargo|mix|mise|gem|composer|dotnet|rustup|corepack|nvm|asdf)(?: \S+)? ?(?:install|add|ci|i|get|sync|restore|download|deps\.get|use|enable|require)\b|(?:npm|pnpm|yarn|bun|make|mise|just|task|go|cargo|mix|turbo|nx)(?: run)? (?:build|compile|generate|codegen|setup|bootstrap|prepare|deps|migrate|tidy)\b|docker(?:-compose)? (?:compose|up|start|build|pull)|systemctl (?:start|restart)|(?:gh|gcloud|aws|az|docker|npm) (?:auth|login|sso)|git (?:init|fetch|pull|submodule|lfs)|mkdir|chmod)/;
/** Errors for something that is not there yet. */
const LACKING =
  /not found|cannot find|can't find|could not (?:find|resolve|connect)|no such|missing|not installed|unable to (?:resolve|find|locate)|no required module|not logged in|authenticat|unauthori[sz]ed|denied|refused|ERR_MODULE|ENOENT|does not exist|no module named|no provider|undefined:|unresolved|not provided by|not initiali[sz]ed/i;
/** Commands that rewrite files as a checker wants them. */
const REWRITES =
  /(?:^|\s)(?:--write|--fix|--autocorrect|-w)(?:\s|$)|(?:^|\s|:)(?:fmt|format)(?:\s|$)|^(?:gofmt|black|prettier) /;
/** Errors of a checker that a formatter mends. */
const FORM = /format|sorted|gofmt|goimports|prettier|indent|whitespace|trailing|quote/i;

/** What made a failed call work, as far as the session shows it; `undefined` where nothing in it would help another session. */
export function findRemedy(
  open: OpenFailure,
  passed: Passed,
  {
    edits,
    commands,
    place,
  }: { edits: readonly WorkEntry[]; commands: readonly WorkEntry[]; place?: string | undefined },
): Remedy | undefined {
  if (place !== undefined) return isLasting(place, open) ? { how: 'place', path: place } : undefined;
  if (!open.whole.startsWith('$')) return undefined;
  const called = calledOtherwise(open, passed);
  if (called !== undefined && (called.without.length > 0 || edits.length === 0))
    return { how: 'call', ...called, ...(passed.isFurther && { isPart: true as const }) };
  const steps = stepsBefore(open, passed, commands);
  if (steps.length > 0) return { how: 'step', ran: steps };
  return changed(open, edits);
}

function calledOtherwise(open: OpenFailure, passed: Passed): { with: string[]; without: string[] } | undefined {
  if (!passed.target.whole.startsWith('$') || passed.target.exact === open.exact) return undefined;
  return commandDifference({ failed: open.exact, passed: passed.target.exact, line: open.failure.line });
}

/** Commands that put in place what the failed one lacked, or rewrote what it refused. */
function stepsBefore(open: OpenFailure, passed: Passed, commands: readonly WorkEntry[]): string[] {
  const { line } = open.failure;
  const before = commands.map(({ command = '' }) => command).toReversed();
  if (LACKING.test(line)) {
    const steps = before.filter((command) => PREPARES.test(command));
    if (steps.length > 0) return [...new Set(steps)].slice(-MAX_STEPS);
  }
  if (passed.isFurther || !FORM.test(line)) return [];
  const told = ({ program, args }: CommandRun): string =>
    [program, ...args.filter((word) => !word.includes('/'))].join(' ');
  const known = new Set(open.runs.map(told));
  const own = runsOf(passed.target.exact).map(told);
  return own.filter((command) => REWRITES.test(command) && !known.has(command)).slice(0, 1);
}

function changed({ failure, isAlone }: OpenFailure, edits: readonly WorkEntry[]): Remedy | undefined {
  const lines = edits.flatMap(({ id, files: [file], lines: text }) =>
    file === undefined || text === undefined ? [] : [{ id, file, text }],
  );
  const change = tellingChange(lines, {
    line: failure.line,
    rule: failure.rule,
    checker: familyOf(failure.key),
    isAlone,
  });
  return change === undefined ? undefined : { how: 'change', ...change };
}

/** True for a path that will be there again: within the project, and looked for by a path of more than its name. */
function isLasting(path: string, open: OpenFailure): boolean {
  if (/^(?:\/|~|\.\.\/|[A-Za-z]:|tmp\/)|:/.test(path) || !path.includes('/')) return false;
  return !open.paths().some((one) => one.endsWith(path) && baseName(one) === baseName(path));
}
