/**
 * Tags that agents put around or after a person's words and a tool's output: reminders, the agent's own state, output
 * of hooks. Seen in Claude Code, kimi-cli, Kimi Code, Gemini CLI, Qwen Code, Copilot CLI, Codex and Cline.
 */
const NAMES = [
  ...['system-reminder', 'system_reminder', 'system-instructions?', 'system_instructions?', 'system'],
  ...['local-command-caveat', 'hook_context', 'hook_result', 'session_context', 'environment_context'],
  ...['permissions instructions', 'skills_instructions', 'current_datetime'],
];

const TAG = new RegExp(
  `(?:<|\\\\{1,8}u003c)(\\\\{0,8}/)?(${NAMES.join('|')})(?:[ \\t][^<>\\n]{0,200}?)?(?:>|\\\\{1,8}u003e)`,
  'gi',
);
/** Characters after a tag that is only mentioned: in quotes or in a pattern. */
const MENTION = /["'`)\]|.*?+]|\\["'`]/y;
/** What follows a tag in the middle of a sentence: a sign between words, or a further word of the line. */
const SENTENCE = /^[,;:]|^[ \t]+[^\s\\]/;
const LINE_START = /(?:^|[\n\r>]|\\[nr])[ \t]*$/;

/**
 * Removes agents' system tags and their contents from a text; a tag that is not closed reaches to the end of the text.
 * A tag that is only mentioned stays: in quotes, or without an end in the middle of a sentence. Linear in the length of the text.
 */
export function stripSystemTags(text: string): string {
  return splitSystemTags(text).kept;
}

/** The same, and what was removed: the text between the tags. */
export function splitSystemTags(text: string): { kept: string; taken: string } {
  if (!text.includes('<') && !text.includes('u003')) return { kept: text, taken: '' };
  const tags = [...text.matchAll(TAG)].map((match) => ({
    name: (match[2] ?? '').toLowerCase(),
    closes: match[1] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (tags.length === 0) return { kept: text, taken: '' };
  const lastClosing = new Map(tags.filter((tag) => tag.closes).map((tag) => [tag.name, tag.start]));
  let out = '';
  let taken = '';
  let at = 0;
  let open: string | undefined;
  for (const tag of tags) {
    if (open === undefined && !tag.closes && opensBlock(text, tag, lastClosing.get(tag.name))) {
      out += text.slice(at, tag.start);
      at = tag.end;
      open = tag.name;
    } else if (tag.closes && tag.name === open) {
      taken += `${text.slice(at, tag.start)}\n`;
      open = undefined;
      at = tag.end;
    }
  }
  return open === undefined ? { kept: out + text.slice(at), taken } : { kept: out, taken: taken + text.slice(at) };
}

/** True for a tag that opens a block: it has a closing tag, or is no word of a sentence about tags. */
function opensBlock(
  text: string,
  tag: { name: string; start: number; end: number },
  lastClosing: number | undefined,
): boolean {
  MENTION.lastIndex = tag.end;
  if (MENTION.test(text)) return false;
  if (lastClosing !== undefined && lastClosing >= tag.end) return true;
  const isAtStart = LINE_START.test(text.slice(0, tag.start).slice(-40));
  return isAtStart || (tag.name !== 'system' && !SENTENCE.test(text.slice(tag.end)));
}
