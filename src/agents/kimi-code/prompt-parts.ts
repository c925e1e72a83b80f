import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';

/** The part before a prompt that contains a skill named in the prompt. */
const SKILL_OPENS = /^[^\n]{0,300}\n+<skill-loaded\b/;
const SKILL_CLOSES = '</skill-loaded>';

/** The text of a prompt's parts as a person reads it, without the skills and reminders that Kimi Code adds. */
export function textOfPrompt(parts: JsonValue | undefined): string {
  const own = Array.isArray(parts) ? parts.filter((part) => !isSkill(part)) : parts;
  return promptText(textOfContent(own));
}

/** A slash command as it was typed, `/name arguments`; empty for any other origin. */
export function textOfCommand(origin: JsonObject): string {
  if (origin.trigger !== 'user-slash') return '';
  const name = asString(origin.skillName) ?? asString(origin.commandName) ?? '';
  const words = asString(origin.skillArgs) ?? asString(origin.commandArgs) ?? '';
  return name === '' ? '' : `/${name} ${words}`.trim();
}

function isSkill(part: JsonValue): boolean {
  const text = isJsonObject(part) ? (asString(part.text) ?? '') : '';
  return SKILL_OPENS.test(text) && text.trimEnd().endsWith(SKILL_CLOSES);
}
