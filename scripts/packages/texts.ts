import { readFileSync } from 'node:fs';

/** The description of the skill that an agent sees before it reads the skill. */
export const SKILL = {
  name: 'cairn-memory',
  description:
    'The memory of earlier sessions in this project: search it when a question asks why or whether something was tried, when an error may have been met before, before changing code of unknown history, and to keep decisions.',
};

/** The commands that a person types, with what each is for. */
export const COMMANDS = {
  remember: { about: 'Keep something for later sessions', hint: '[what to remember]' },
  recall: { about: 'Answer a question from memory', hint: '[question]' },
  resume: { about: 'Continue where the work stopped', hint: '[what about]' },
  why: { about: 'Tell why a line is there', hint: '[file:line]' },
} as const;

/** A name of a command. */
export type CommandName = keyof typeof COMMANDS;

/** A text of `texts/`, without the line end at its end. */
export function textOf(name: string): string {
  return readFileSync(new URL(`texts/${name}.md`, import.meta.url), 'utf8').trimEnd();
}

/** The skill as agents read it: Markdown below a front matter. */
export function skillFile(): string {
  return `---\nname: ${SKILL.name}\ndescription: ${JSON.stringify(SKILL.description)}\n---\n\n${textOf('skill')}\n`;
}

/** What a command says, with the agent's own words for what was typed after it. */
export function commandText(name: CommandName, typed: string): string {
  return textOf(name).replace('{{arguments}}', typed);
}
