import { asObject, asString, type JsonObject, objectsIn } from '../../core/json.ts';
import type { AnsweredQuestion, PromptOrigin, Reply } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isProgram } from '../shared/dialects/claude-prompt.ts';

/** A call's result as the transcript has it, and what is known about the call. */
export interface ReplyEvidence {
  tool: string;
  input: JsonObject;
  /** Text of the result block, and whether it reports an error. */
  output: string;
  failed: boolean;
  /** The line with the result block. */
  line: JsonObject;
  /** True when a line says that the tool ran, so that it was not refused. */
  ran: boolean;
  version: string | undefined;
  entrypoint: string | undefined;
}

/** How the result of a call begins that was refused, in a main thread and in a subagent's. */
const REFUSED =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|Permission for this tool use was denied)\b/;
/** What stands between the program's words and a person's. */
const SAID = /\b(?:To tell you how to proceed, the user said|The user said):\n/;
/** Words that the program puts behind a person's, or in their place. */
const ADDED = /\n\nNote: The user's next message may contain a correction or preference\.[\s\S]*$/;
const CLARIFIES = /^The user wants to clarify these questions\.[\s\S]*?Questions asked:\n/;
const CLARIFIED = /^- "(.*)"\n\s+Answer: (.+)$/gm;
const BY_PERSON = 'user-rejected';
/** Versions that write progress lines for calls of other servers' tools: with none, the call did not run. */
const PROGRESS_LINES = /^2\.1\.1[2-7]$/;
const MAX_ANSWERS = 10;

/** A person's reply to a tool call: the reason of a refusal, or answers to questions; `undefined` for a plain result. */
export function readReply(evidence: ReplyEvidence): Reply | undefined {
  if (evidence.failed) return readRefusal(evidence);
  if (evidence.tool !== 'AskUserQuestion') return undefined;
  const { answers } = asObject(evidence.line.toolUseResult);
  const pairs = Object.entries(asObject(answers)).map(
    ([question, answer]) => [question, asString(answer) ?? ''] as const,
  );
  return toAnswers(pairs, evidence);
}

function readRefusal(evidence: ReplyEvidence): Reply | undefined {
  const { output } = evidence;
  if (!REFUSED.test(output)) return undefined;
  const refused = { origin: isReported(evidence) ? originOf(evidence) : 'unknown', refused: true } as const;
  const said = SAID.exec(output);
  const text =
    said === null
      ? ''
      : output
          .slice(said.index + said[0].length)
          .replace(ADDED, '')
          .trim();
  if (!CLARIFIES.test(text)) return text === '' ? refused : { ...refused, text };
  const pairs = [...text.matchAll(CLARIFIED)].map(([, question = '', answer = '']) => [question, answer] as const);
  return { ...refused, ...omitUndefined({ answers: toAnswers(pairs, evidence)?.answers }) };
}

/** With `-p` and the SDKs a program answers. */
function originOf({ entrypoint }: ReplyEvidence): PromptOrigin {
  return isProgram(entrypoint) ? 'program' : 'person';
}

/**
 * True when the program itself reports the refusal. Its own tools cannot begin an error with these words; those of
 * another server can, and in older versions only their progress tells that they ran.
 */
function isReported({ tool, line, output, ran, version }: ReplyEvidence): boolean {
  const result = line.toolUseResult;
  if (line.toolDenialKind !== undefined) return line.toolDenialKind === BY_PERSON;
  if (result === 'User rejected tool use') return true;
  if (result !== `Error: ${output}`) return false;
  return !tool.startsWith('mcp__') || (!ran && PROGRESS_LINES.test(version ?? ''));
}

function toAnswers(pairs: readonly (readonly [string, string])[], evidence: ReplyEvidence): Reply | undefined {
  const answers = pairs
    .filter(([question, answer]) => question !== '' && answer.trim() !== '')
    .slice(0, MAX_ANSWERS)
    .map(
      ([question, answer]): AnsweredQuestion => ({
        question,
        answer,
        ...omitUndefined({ about: aboutOf(question, answer, evidence.input) }),
      }),
    );
  return answers.length === 0 ? undefined : { origin: originOf(evidence), answers };
}

/** What the agent had written about the option that an answer names. */
function aboutOf(question: string, answer: string, input: JsonObject): string | undefined {
  const asked = objectsIn(input.questions).find((one) => one.question === question);
  const option = objectsIn(asked?.options).find(({ label }) => label === answer);
  return asString(option?.description) || undefined;
}
