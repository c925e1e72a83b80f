import { wordSet } from './word-set.ts';

/** Upper bounds on issues that one text names, and on characters that are read. */
const MOST = { issues: 12, chars: 60_000 } as const;

/**
 * Addresses of issues, pull and merge requests on GitHub, GitLab, Gitea and Bitbucket, wherever they are served: host,
 * path of the project, kind and number.
 */
const ADDRESS =
  /https?:\/\/([\w.:-]{1,200})\/((?:[\w.~-]{1,100}\/){1,6}?[\w.~-]{1,100}?)\/(?:-\/)?(issues|work_items|pulls?|pull-requests|merge_requests)\/([1-9]\d{0,8})(?![\w-])[\w#/?=&.-]*/g;
/** Addresses of trackers: `…/browse/ABC-12`, `linear.app/name/issue/ABC-12/title`. */
const KEY_ADDRESS =
  /https?:\/\/[\w.:-]{1,200}\/(?:[\w.~-]{1,100}\/){0,6}?(?:browse|issue)\/([A-Z][A-Z\d]{1,9}-[1-9]\d{0,6})(?!\w)[\w#/?=&.-]*/g;
const ANY_ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/g;
/** `owner/name#12`, and GitLab's `group/name!12`. */
const OF_PROJECT = /(?<![\w./@:#-])((?:[A-Za-z\d][\w.-]{0,99}\/){1,6}[\w.-]{1,100})([#!])([1-9]\d{0,8})(?![\w-])/g;
const HERE = /(?<![\w&/#;=\\])#([1-9]\d{0,8})(?![\w%-]|\.\w)/g;
/** `GH-12`, `PR 12`, `issue no. 12`, `MR !12`. */
const SAID =
  /\b(?:GH-|(?:issue|pr|pull[- ]request|ticket)s?(?: no\.?| number)?:? #?)([1-9]\d{0,8})(?![-:/\w]|\.\w)|\b(?:mr|merge[- ]request) !?([1-9]\d{0,8})(?![-:/\w]|\.\w)/gi;
const KEY = /(?<![\w.-])([A-Z][A-Z\d]{1,9})-([1-9]\d{0,6})(?!\w|\.\d|-\d)/g;
/** Names of standards, encodings, models and steps, which have the form of a key. */
const NO_KEY = wordSet(
  `utf ucs sha md aes des rsa hmac crc cve cwe iso iec ieee rfc pep jep jsr bcp std ansi ascii ecma es en din cp koi latin gpt llama
  claude gemini opus sonnet haiku qwen phi http https tls ssl ipv tcp udp utc gmt cet est pst usb pci arm base covid step phase part
  level version chapter section day week todo top port error exit line page row column option item point rule case test type node java
  python php go py jdk jre gpl lgpl agpl bsd mit apache wcag soc owasp mp win ubuntu sprint milestone tier layer stage gate note gh`,
);
/** What stands before a number of something else: `option #2`, and the `#333` of a colour. */
const OTHERS_BEFORE =
  /(?:\b(?:option|step|item|point|number|priority|rule|case|test|question|part|phase|attempt|try|run|page|line|column|row|version|example|finding|section|chapter|figure|table|reason|bullet|approach|variant|iteration|round|slide|cell|frame|thread|worker|slot|node|agent)s?|colou?r|background|border|fill|stroke|rgb|hex|css)[^\w\n]{0,6}$/i;
const BEFORE_CHARS = 30;
/** Fenced code, where `#12` is a colour, a comment or an output. */
const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;

/** An issue or request as a text names it: its name as `issuesIn` gives it, and the host of its address, where it has one. */
export interface IssueMention {
  name: string;
  host?: string;
}

/**
 * The issues, pull and merge requests that a text names, each once, in order: `#12` of the project at hand, `owner/name#12`,
 * `group/name!12`, `ABC-12`; addresses by the same names. Paths of projects are in small letters.
 */
export function issuesIn(text: string): string[] {
  return [...new Set(issueMentions(text).map(({ name }) => name))].slice(0, MOST.issues);
}

/** What `issuesIn` names, as often as the text does, with the hosts of addresses in small letters. */
export function issueMentions(text: string): IssueMention[] {
  const found: (IssueMention & { at: number })[] = [];
  let rest = text.slice(0, MOST.chars);
  const take = (
    pattern: RegExp,
    mentionOf: (groups: readonly string[], at: number) => IssueMention | string | undefined,
  ): void => {
    rest = rest.replace(pattern, (...match: unknown[]) => {
      const at = match.find((part) => typeof part === 'number') ?? 0;
      const mention = mentionOf(match as string[], at);
      if (mention !== undefined) found.push({ at, ...(typeof mention === 'string' ? { name: mention } : mention) });
      // What was read once is not read again, and the places of the rest stay.
      return ' '.repeat(String(match[0]).length);
    });
  };
  take(ADDRESS, ([, host = '', project = '', kind = '', number]) => ({
    name: `${project.toLowerCase()}${kind === 'merge_requests' ? '!' : '#'}${number}`,
    host: host.toLowerCase(),
  }));
  take(KEY_ADDRESS, ([, key]) => key);
  take(ANY_ADDRESS, () => undefined);
  take(FENCED, () => undefined);
  take(OF_PROJECT, ([, project = '', sign, number]) => `${project.toLowerCase()}${sign}${number}`);
  take(SAID, ([, issue, merge]) => (issue === undefined ? `!${merge}` : `#${issue}`));
  const numbered = rest;
  take(HERE, ([, number], at) => (isOther(numbered, at) ? undefined : `#${number}`));
  take(KEY, ([key, name = '']) => (NO_KEY.has(name.toLowerCase()) ? undefined : key));
  return withoutList(found.toSorted((one, other) => one.at - other.at));
}

function isOther(text: string, at: number): boolean {
  return OTHERS_BEFORE.test(text.slice(Math.max(0, at - BEFORE_CHARS), at));
}

/** `#1`, `#2` and so on count points of the text itself. */
function withoutList(mentions: readonly IssueMention[]): IssueMention[] {
  const isList = ['#1', '#2'].every((point) => mentions.some(({ name }) => name === point));
  return isList ? mentions.filter(({ name }) => !/^#\d$/.test(name)) : [...mentions];
}

const NAME = /^(?:[\w.~-]+(?:\/[\w.~-]+)+)?[#!]\d{1,9}$|^[A-Z][A-Z\d]{1,9}-[1-9]\d{0,6}$/;

/** True for the name of an issue as `issuesIn` gives it. */
export function isIssueName(name: string): boolean {
  return NAME.test(name);
}

/** The name of an issue as a person asks for it: an address, `#12`, `12`, `abc-12`; `undefined` for anything else. */
export function issueAsked(asked: string): string | undefined {
  const text = asked.trim();
  if (/^[1-9]\d{0,8}$/.test(text)) return `#${text}`;
  const [, key] = /^([a-z][a-z\d]{1,9})-[1-9]\d{0,6}$/i.exec(text) ?? [];
  if (key !== undefined && !NO_KEY.has(key.toLowerCase())) return text.toUpperCase();
  return /^[#!][1-9]\d{0,8}$/.test(text) ? text : issuesIn(text)[0];
}
