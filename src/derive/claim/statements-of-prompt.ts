import { hasMaterial } from './has-material.ts';
import { isMeant } from './is-meant.ts';
import { isReported } from './is-standing-rule.ts';
import { everySentence, ownSentences } from './own-sentences.ts';
import { prohibitionsIn } from './prohibition.ts';
import { standingRulesIn } from './standing-rule.ts';
import { type Statement, statementKind, statementsIn, toStatement } from './statement.ts';

const MAX_STATEMENTS = 6;
/** Where a pattern of the project hid words, the rest may say the opposite. */
const HIDDEN = /\[redacted:private\]/;
/** A slash command: its words are for what the command does. */
const COMMAND = /^\s*\/[a-z][\w:-]{0,60}(?:\s|$)/i;

/**
 * What a prompt states: standing rules, marked as such, what else, and what it forbids in other words; at most six. Each is marked as unclear unless the prompt
 * leaves no doubt that whoever typed it stands for it.
 */
export function statementsOfPrompt(text: string): Statement[] {
  if (COMMAND.test(text) || hasMaterial(text)) return [];
  const rules = standingRulesIn(text);
  const stated = statementsIn(text);
  const standing = rules.map((rule): Statement => {
    const known = stated.find((one) => one.text === rule.text);
    return { ...(known ?? toStatement(rule.kind, rule.text)), standing: true };
  });
  const others = stated.filter((one) => !rules.some((rule) => rule.text.includes(one.text)));
  const clear = [...standing, ...(others.length === 0 ? [] : typed(text, others))];
  const forbidden = prohibitionsIn(text)
    .filter((words) => !clear.some((one) => words.includes(one.text)))
    .map((words): Statement => ({ ...toStatement('constraint', words), standing: true, unclear: true }));
  const all = [...clear, ...forbidden].slice(0, MAX_STATEMENTS);
  const sentences = all.length === 0 ? undefined : everySentence(text);
  const isClear = (one: Statement): boolean =>
    one.unclear !== true && sentences !== undefined && !HIDDEN.test(one.text) && isMeant(one, sentences);
  return all.map((one) => (isClear(one) ? one : { ...one, unclear: true }));
}

/** Those of some statements of a text that its writer typed and stands for. */
function typed(text: string, statements: readonly Statement[]): Statement[] {
  const own = ownSentences(text, { ends: false });
  return statements.filter((statement) =>
    own.some(
      ({ text: words, unquoted }) =>
        words.includes(statement.text) && !isReported(unquoted) && statementKind(unquoted) !== undefined,
    ),
  );
}
