import { asString } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { issuesIn } from '../../core/text/issue-names.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { operandsOf, parseShell, type ShellCommand } from './shell.ts';
import { commandOf, textField } from './tool-input.ts';
import type { ToolUse } from './tool-use.ts';

/** Programs of GitHub, GitLab and Gitea, and their subcommands about issues and requests. */
const PROGRAMS = wordSet('gh glab tea hub');
const ABOUT: Readonly<Record<string, string>> = { issue: '#', issues: '#', pr: '#', pulls: '#', mr: '!' };
/** What does not take a number of one. */
const OF_MANY = wordSet('list status create search new');
/** Issues that an output may name: more is a list of what else there is. */
const NAMED_MAX = 3;
const OUTPUT_CHARS = 20_000;
const ADDRESSES = /https?:\/\/\S{1,500}/g;
const NUMBER = /^[1-9]\d{0,8}$/;

/**
 * The issues and requests that a call is about: those that a command of `gh` or `glab` names or whose addresses it printed, and
 * those of a tool that takes their number. None for a list of them.
 */
export function issuesOfCall(body: ToolEnd, use: ToolUse): string[] {
  if (use === 'foreign') return issueOfInput(body.input);
  const line = use === 'shell' ? commandOf(body.input) : undefined;
  if (line === undefined || !/\b(?:gh|glab|tea|hub)\b/.test(line)) return [];
  const commands = parseShell(line).filter(({ program }) => PROGRAMS.has(program));
  const named = commands.flatMap(issuesOfCommand);
  const isAbout = commands.some((command) => Object.hasOwn(ABOUT, wordsOf(command).about));
  const printed = isAbout ? issuesIn((body.output.slice(0, OUTPUT_CHARS).match(ADDRESSES) ?? []).join('\n')) : [];
  return [...new Set([...named, ...(printed.length <= NAMED_MAX ? printed : [])])];
}

/** `gh pr view 12 --repo owner/name`, `gh issue create --title 'closes #3'`. */
function issuesOfCommand(command: ShellCommand): string[] {
  const { about, verb = '', operand = '', repository } = wordsOf(command);
  const sign = Object.hasOwn(ABOUT, about) ? ABOUT[about] : undefined;
  if (sign === undefined) return [];
  const isOne = NUMBER.test(operand) && !OF_MANY.has(verb);
  return [...(isOne ? [`${repository}${sign}${operand}`] : []), ...issuesIn(command.args.join('\n'))];
}

function wordsOf({ program, args }: ShellCommand) {
  const at = args.findIndex((word) => word === '-R' || word === '--repo');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  const [about = '', verb, operand] = operandsOf({ program, args: rest });
  const named = at < 0 ? '' : (args[at + 1] ?? '');
  return { about, verb, operand, repository: /^(?:[\w.-]+\/)+[\w.-]+$/.test(named) ? named : '' };
}

/** What tools of other servers take: `{owner, repo, issue_number}`, `{issueKey}`. */
function issueOfInput(input: ToolEnd['input']): string[] {
  const number = ['issue_number', 'issueNumber', 'pull_number', 'pullNumber', 'pull_request_number'].flatMap(
    (key) => input[key] ?? [],
  )[0];
  if (number !== undefined) {
    const [owner, repository] = [asString(input.owner), asString(input.repo)];
    const project = owner === undefined || repository === undefined ? '' : `${owner}/${repository}`;
    return issuesIn(`${project}#${String(number)}`);
  }
  const key = textField(input, ['issueKey', 'issueIdOrKey', 'issue_key', 'issueId']);
  return key === undefined ? [] : issuesIn(key);
}
