import type { ProjectPaths } from '../tool/project-paths.ts';
import type { Action } from './action.ts';
import { matchersIn } from './find-matchers.ts';
import { locate } from './locate.ts';

const PROMPT_CHARS = 4_000;
const MAX_COMMANDS = 10;
const MAX_PATHS = 10;
const QUOTED = /`([^`\n]{2,200})`|^\s{0,8}\$ (.{2,200})$/gm;
const NAMED = /\b(?:use|run|using|with|switch to)\s+([a-z][\w.-]{1,30}(?:[ ]--?[\w-]{1,30}|[ ][a-z-]{2,20}){0,2})/gi;
/** A verb that asks for a change, and its object: up to the end of the sentence, or to the next request. */
const CHANGE =
  /(?<![\w./-])(?:edit|change|modify|update|rewrite|overwrite|delete|remove|rename|move|replace|refactor|reformat|format|fix|patch|touch|add|write|create|put|append|insert|save)(\s[^\n]{2,200}?)(?=[.!?;](?:\s|$)|\n|$|,? (?:and|then|but|so that|because|while|like|as in|based on|according to|using|from|for|about|against|without) )/gi;
const PATH =
  /`([^`\s]{1,200})`|(?:^|[\s`'"(@])((?:\.{0,2}\/)?[\w.@-]{1,80}(?:\/[\w.@*-]{0,80}){1,12}|[\w-]{1,60}\.[a-z]\w{0,9})(?=$|[\s`'"),.:;!?])/gi;

/**
 * The actions that a prompt asks for: commands in backticks, behind a `$` or after a verb such as "run", and paths that it asks to
 * change. None for a prompt that states a prohibition itself. Linear; reads 4,000 characters.
 */
export function actionsAskedIn(prompt: string, place: ProjectPaths): Action[] {
  const text = prompt.slice(0, PROMPT_CHARS);
  const commands = [...matches(QUOTED, text), ...matches(NAMED, text)].slice(0, MAX_COMMANDS);
  const paths = [...new Set(matches(CHANGE, text).flatMap((about) => matches(PATH, about)))].slice(0, MAX_PATHS);
  if (commands.length + paths.length === 0 || matchersIn(prompt).length > 0) return [];
  const toChange: Action = { paths: paths.flatMap((path) => locate(path, place) ?? []), changes: true, place };
  return [
    ...commands.map((command) => ({ command, paths: [], changes: false, place })),
    ...(paths.length > 0 ? [toChange] : []),
  ];
}

/** The first group of each match that has one. */
function matches(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');
}
