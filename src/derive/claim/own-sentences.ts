import { shownSpan, withoutParts } from '../../core/text/shown-parts.ts';
import { oneLine } from '../../core/text/text.ts';
import { pattern } from '../text/pattern.ts';
import { FILLER, RULE_NAME } from './lead-words.ts';

/** A sentence that a person typed: as it stands, and with what it quotes replaced by blanks of the same length. */
export interface OwnSentence {
  text: string;
  /** The same sentence, each quoted character replaced by `QUOTE_MARK`. */
  unquoted: string;
  /** It begins with the mark of a list. */
  isListed?: true;
}

/** Stands for each character of a quotation. */
const QUOTE_MARK = '¤';

const MAX_CHARS = 20_000;
const MAX_PARAGRAPH = 900;
const MAX_LINES = 8;
const MAX_SENTENCES = 40;
/** Upper bound on the characters of a prompt that is taken as typed as a whole. */
const MAX_TYPED = 4_000;
/** The heading of files, behind which nothing is typed: they may hold its end. */
const FILES = /^-{2,5} ?content (?:from|of) [^\n]{1,200}[\s\S]*/im;
/** Blocks that programs put around what was pasted, attached or selected; fenced code; marks of a paste. */
const BLOCKS: readonly RegExp[] = [
  /^[ \t]*(`{3,}|~{3,}|:{3,}|-{4,}|={4,})[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm,
  /<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>/gi,
  /^[ \t]*<[a-z][\w-]{0,40}(?:\s[^<>\n]{0,200})?>[ \t]*\r?\n[\s\S]*/im,
  /\[pasted text[^\]\n]{0,80}\][\s\S]*/i,
  /\[(?:pasted|paste|image|attach)[^\]\n]{0,80}\]/gi,
  // What stands below the head of a hunk of a diff, or below the times of a subtitle.
  /^[ \t]*(?:@@ |\d[\d:,.]{3,15} --> )[^\n]*(?:\n[^\n]*\S[^\n]*)*/gm,
  // Two settings or more, a line each: "rule: …", then "level: error".
  /^[ \t]*[a-z_][\w.-]{0,40}: \S[^\n]*(?:\n[ \t]*(?!(?:rules?|notes?|ps|remember|important|also|please)\b)[a-z_][\w.-]{0,40}: \S[^\n]*)+/gm,
];
/** Characters besides the line feed at which a line ends. */
const OTHER_BREAKS = /[\u2028\u2029\u0085\v\f]/g;
const BREAK = '\n\n\u0000\n\n';
/** Quotations, within a paragraph. One that is not closed runs to its end. */
const QUOTATIONS =
  /"[^"]*(?:"|$)|[″＂][^″＂]*(?:[″＂]|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|‹[^›]*(?:›|$)|`[^`\n]*(?:\s[^`\s]+){3,}`|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)|(?<![\p{L}\p{N}])['‘][^'’\n]*\s[^'’\n]*['’](?![\p{L}\p{N}])/gu;
const SENTENCE_END = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs|cf|no)\.)\s+|(?<=[。！？])/giu;
/** Line of a list, a heading, a table, a diff, a log, a quotation, indented code. */
const LISTED = /^\s{0,8}(?:[-*•]|\d{1,3}[.)]|\[[ x]\])\s/;
const HEADED =
  /^\s{0,3}#{1,6} |^\s{0,3}(?:={3,}|-{3,})\s*$|^\s{0,3}\*\*[^*\n]{1,80}\*\*\s*$|^\s{0,3}v?\d+\.\d+\.\d+\S{0,20}\s*$/m;
const MACHINE =
  /^(?:\t| {4,})\S|^\s{0,8}(?:#{1,6} |>|\||[+-]\S|@@|\$ |❯|›|│|╭|╰|⏺|⎿|\u0000)|^\s{0,8}[\w./-]{1,120}:\d+[:\s]|^\s{0,8}\[?(?:error|warn(?:ing)?|info|debug|fatal|panic)\]?(?:\s\w+\d+)?[:\s]|^\s*at \S{1,120} ?\(|^\W{0,3}\d{4}-\d\d-\d\d|^\W{0,3}\d\d:\d\d|[{};]\s*$|^\s*(?:import|export|const|def|func|class|return|SELECT)\b.*[({;=]/;
/** First and last lines of letters, and lines over messages of a chat. */
const LETTER =
  /^\s*(?:(?:hi|hello|dear|hey|hallo|liebe[rs]?|sehr geehrte\w*|bonjour|hola)(?:\s+[\p{L}]+){0,3}\s*[,!]?|(?:thanks|thank you|regards|best(?: regards)?|kind regards|cheers|sincerely|yours|viele grüße|mfg)[,!. ]*\w{0,20}|(?:from|to|subject|date|cc|sent|author):\s.*|commit [0-9a-f]{7,40}\b.*|.{1,40}\s\d{1,2}:\d\d(?:\s?[ap]m)?)\s*$/imu;
/** Names of things that others wrote. */
const DOCUMENT =
  /\b(?:e-?mails?|issues?|tickets?|messages?|comments?|articles?|readme|threads?|posts?|docs?|documentation|specs?|feedback|findings|reports?|transcripts?|slack|review|audit|notes|page|text|story|conversation|prompt|plan|instructions?|guidelines?)\b/i;
const INTRODUCES =
  /\b(?:here(?:'s| is| are| comes)|this is|below|following|from|by|summari[sz]e|translate|says?|said|wrote|reads|got|received|look at|this)\b/i;

/** What is asked about a text that follows. */
const HANDLES =
  /^(?:please |can you |could you |pls )?(?:convert|proofread|shorten|rephrase|rewrite|correct|reword|paraphrase|translate|summari[sz]e|explain|turn|format|improve)\s+(?:this|that|it|these|the following|the text)\b|\b(?:with|has|have) the following\b|\bas follows\b/i;
/** A line after which the words of a program or a page stand: a command at a shell's prompt, "npm says", an address. */
const PRINTS =
  /^\s{0,8}(?:(?:\[?[\w.-]+@[\w.-]+[: ]?[^\s$%#]{0,80}|[~/][^\s$%#]{0,80})(?: [^\s$%#]{1,40})?\s?)?[$%] \S|\b(?:says|said|prints|printed|reports|outputs|writes|wrote|complains|suggests|recommends)(?: me| us)?\s*$|^[^.!?\n]{1,60}\b(?:commented|replied|posted|added a comment|wrote)\b[^.!?\n]{0,30}\b(?:ago|on|at|yesterday|today)\b[^.!?\n]{0,30}$|^\W?\w[^.!?\n]{0,50}\b\d{1,2} (?:minutes?|hours?|days?|weeks?|months?|years?) ago\b[^.!?\n]{0,30}$|^\W*(?:\w+ ){0,3}https?:\/\/\S+\s*$/i;
/** Upper bound on the words of a title, as "CVE text". */
const MAX_TITLE_WORDS = 4;

/** Words before a colon that introduce the writer's own rule. */
const LEADS_ON = pattern`^\W*(?:(?:${FILLER}|generally|in general|for the future|the|our|one|a|hard|general|standing|new|another)\b[\s,]*)*(?:(?:${RULE_NAME}|requirements?|reminder)(?: (?:for|in|of) (?:this|our|the|all)\b.{0,40})?)?$`;
/** Verbs and things whose colon is followed by words to be handled, not obeyed. */
const HANDS_OVER =
  /\b(?:translate|summari[sz]e|explain|say(?:s|ing)?|said|tells?|told|states?|claims?|add|insert|put|print|show|display|change|replace|rename|write|wrote|answer|reply|reads?|text|banner|strings?|messages?|lines?|faq|prompt|namely|called|titled|comments?|quote|rule|style|readme|docs?|page|e?-?mail|issue|ticket|review|feedback|error|warning|log|output|title|description|body|label|button|headline|follow|like|review|check|test|implement|fix)\b/i;

/**
 * The sentences that a person typed in a prompt: without what is pasted, fenced, tagged, quoted, and without what another
 * text introduces. `ends`: of the first and the last paragraph only, where they are short, and of no list.
 */
export function ownSentences(text: string, { ends }: { ends: boolean }): OwnSentence[] {
  const beforeFiles = text.slice(0, MAX_CHARS).replace(OTHER_BREAKS, '\n').replace(FILES, BREAK);
  const typed = withoutParts(beforeFiles, shownSpan(beforeFiles), BREAK);
  const paragraphs = BLOCKS.reduce((rest, block) => rest.replace(block, BREAK), typed)
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((paragraph) => paragraph.trim() !== '');
  const own = ends ? [paragraphs[0], lastOf(paragraphs)].map(shortPart) : beforeForeign(paragraphs).map(typedPart);
  return own.flatMap(sentencesIn).slice(0, MAX_SENTENCES);
}

/** The last of several paragraphs, unless a text by others reaches to it. */
function lastOf(paragraphs: readonly string[]): string | undefined {
  return paragraphs.length > 1 && foreignFrom(paragraphs) === undefined ? paragraphs.at(-1) : undefined;
}

function beforeForeign(paragraphs: readonly string[]): readonly string[] {
  return paragraphs.slice(0, foreignFrom(paragraphs));
}

/** The typed lines of a paragraph that is short enough to be typed in passing; without lists. */
function shortPart(paragraph: string | undefined): string {
  if (paragraph === undefined || paragraph.length > MAX_PARAGRAPH) return '';
  const lines = paragraph.split('\n');
  if (lines.length > MAX_LINES || isMachine(paragraph, lines.length / 2 + 1) || LETTER.test(paragraph)) return '';
  return linesOf(typedPart(paragraph), (line) => !LISTED.test(line));
}

/** The lines of a paragraph before what it introduces; without lines of a program. */
function typedPart(paragraph: string): string {
  const lines = paragraph.split('\n');
  const until = lines.findIndex(
    (line, at) =>
      at < lines.length - 1 && introduces(line) && (DOCUMENT.test(line) || !LISTED.test(lines[at + 1] ?? '')),
  );
  return linesOf(lines.slice(0, until < 0 ? undefined : until + 1).join('\n'), (line) => !MACHINE.test(line));
}

function linesOf(paragraph: string, isWanted: (line: string) => boolean): string {
  return paragraph.split('\n').filter(isWanted).join('\n');
}

/** True for a line after which the words of others may stand. */
function introduces(line: string): boolean {
  if (/:\s*$/.test(line) || HANDLES.test(line) || PRINTS.test(line)) return true;
  return DOCUMENT.test(line) && (INTRODUCES.test(line) || line.trim().split(/\s+/).length <= MAX_TITLE_WORDS);
}

/** The place of the first paragraph of a text by others that does not end before the last paragraph. */
function foreignFrom(paragraphs: readonly string[]): number | undefined {
  const from = paragraphs.findIndex((paragraph, at) => {
    if (HEADED.test(paragraph) || LETTER.test(paragraph)) return true;
    const before = paragraphs[at - 1] ?? '';
    if (!before.split('\n').some(introduces) || isListed(before)) return false;
    const isBounded = at + 1 < paragraphs.length && (isMachine(paragraph) || isListed(paragraph));
    return !isBounded || (isListed(paragraph) && DOCUMENT.test(before));
  });
  return from < 0 ? undefined : from;
}

/** True for a paragraph that ends in a list which no text by others holds. */
function isListed(paragraph: string): boolean {
  return LISTED.test(paragraph.split('\n').at(-1) ?? '') && !DOCUMENT.test(paragraph.split('\n', 1)[0] ?? '');
}

/** True where at least `least` lines of a paragraph, half by default, are of a program. */
function isMachine(paragraph: string, least?: number): boolean {
  const lines = paragraph.split('\n');
  return lines.filter((line) => MACHINE.test(line)).length >= (least ?? lines.length / 2);
}

/** All sentences of a prompt, whoever wrote them; `undefined` for one that is too long to be typed. */
export function everySentence(text: string): OwnSentence[] | undefined {
  if (text.length > MAX_TYPED) return undefined;
  const paragraphs = text.replace(OTHER_BREAKS, '\n').split(/\r?\n[ \t]*\r?\n/);
  return paragraphs.flatMap(sentencesOfParagraph).filter((sentence) => sentence.text !== '');
}

function sentencesIn(paragraph: string): OwnSentence[] {
  const sentences = sentencesOfParagraph(paragraph);
  const until = sentences.findIndex(({ unquoted }) => quotesNext(unquoted));
  return until < 0 ? sentences : sentences.slice(0, until);
}

function sentencesOfParagraph(paragraph: string): OwnSentence[] {
  const masked = paragraph.replace(QUOTATIONS, (quotation) =>
    quotation.replace(/[^\n]/gu, (one) => QUOTE_MARK.repeat(one.length)),
  );
  const lines = masked.split('\n');
  return paragraph.split('\n').flatMap((line, at) => sentencesOfLine(line, lines[at] ?? ''));
}

/** True for words that hand over to somebody's text behind a colon: that text, and what follows it, are not the writer's. */
function quotesNext(sentence: string): boolean {
  const [before = '', after] = sentence.split(/:\s+(?=\S)/, 2);
  return after !== undefined && !LEADS_ON.test(before) && HANDS_OVER.test(before);
}

function sentencesOfLine(line: string, masked: string): OwnSentence[] {
  const ends = [...masked.matchAll(SENTENCE_END)].map(({ index, 0: { length } }) => ({ index, length }));
  const starts = [0, ...ends.map(({ index, length }) => index + length)];
  return starts.map((start, at) => {
    const end = ends[at]?.index;
    const sentence = { text: plain(line.slice(start, end)), unquoted: plain(masked.slice(start, end)) };
    return at === 0 && LISTED.test(line) ? { ...sentence, isListed: true } : sentence;
  });
}

/** A sentence on one line, without the mark of its list and without bold type. */
function plain(sentence: string): string {
  return oneLine(sentence.replace(LISTED, '').replaceAll('**', ''));
}
