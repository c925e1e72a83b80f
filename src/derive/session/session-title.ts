import type { Item, Sourced } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { isRequest, requestText } from '../event/is-request.ts';
import { unquotedText } from '../provenance/quoted.ts';
import { ownSubject } from '../provenance/tellable.ts';
import { saysOf } from './sentences/cues.ts';
import { statementSentences } from './sentences/statement-patterns.ts';
import { CLEAR, capital, plainHeading, shortWish } from './wish-title.ts';
import { approvedPlan } from './work/answers.ts';

const MAX_WISHES = 12;
const MAX_COMMITS = 12;
const TITLE_CHARS = 110;
const SENTENCE_CHARS = 130;
/** Edits of a turn from which more weigh no more. */
const MOST_EDITS = 10;
/** What a request weighs less that does not say what is wanted, and a later one for which nothing or tests alone were changed. */
const VAGUE = 5;
const WITHOUT_CHANGE = 2;
/** Sentences at the beginning of an answer in which its report is looked for. */
const LEADING = 10;
/** A heading of a report. */
const REPORT_HEADING = /^\s{0,3}#{1,4}\s+(.{8,130})$/gm;
/** A sentence whose rest stands below it. */
const LEADS_ON = /\b(?:shows?|following(?: \w+)?|are|is|by|with|to|as)\s*[:：]$/i;
const OF_SUMMARY = /^(?:summary|results?|overview)(?: of (?:the )?changes)?\s*[:–—-]\s*/i;
/** An entry of a list that may stand for the work; and a wish for tests, which comes after it. */
const ENTRY = /^(?:created|added|implemented|fixed|moved|removed|replaced|renamed|extracted)\b(?!.{0,40}\btests?\b)/i;
const FOR_TESTS = /^(?:add|write|create|update|fix|run)\b.{0,30}\btests?\b/i;
const CONVENTIONAL = /^[a-z]{2,10}(?:\([^)]{1,60}\))?!?: /;
/** Commits that say nothing about the work as a whole. */
const SMALL =
  /^(?:wip|fixup!|squash!|merge\b|(?:chore|style)(?:\([^)]{1,60}\))?: (?:format|lint)|(?:fix )?(?:lint|format|typo)s?\b)/i;

/** Openings of a report that say nothing of the work. */
const OPENING =
  /^(?:(?:the )?(?:fix|solution|summary|result|changes?)\s*[:–—-]\s*)+(?=\S)|^(?:(?:done|perfect|great|excellent|yes|all (?:done|set|fixed)|fixed|finished|success|ok(?:ay)?|now)[\s,.!:–—-]+)+(?=\S)|^(?:i(?:['’]ve| have)?|we(?:['’]ve| have)?)(?: (?:now|also|successfully|just))* (?=\w+(?:ed|t|e|n)\b)/i;
/** Reports of checks, and announcements of a list. */
const OF_CHECKS =
  /^(?:(?:all|both|the|every) )*(?:\w+ ){0,2}(?:tests?|lint(?:ing|er)?|checks|build|code)\b.{0,40}\b(?:pass|passe[sd]|passing|clean|green|succeed\w*|issues)\b|^(?:here(?:['’]s| is| are)|summary|changes?|what)\b|^(?:the )?(?:fix|implementation|refactoring|work|change|task|review)s? (?:is|are) (?:now )?(?:complete|done|ready|finished)\b/i;

/** How a report begins that says what became of the work. */
const REPORTS =
  /^(?:added|fixed|implemented|created|updated|removed|deleted|refactored|renamed|moved|wrote|written|merged|rebased|migrated|replaced|extracted|simplified|converted|configured|introduced|extended|split|deployed|released|published|documented|resolved|corrected|consolidated|integrated|upgraded|installed|enabled|disabled|built|ported|changed|reverted|restored|cleaned up|set up|opened|closed|pushed|spawned|successfully)\b|^(?:the|both|all|`)[^,;]{3,80}? (?:(?:has|have) been|(?:is|are) now|now) |(?:wurden?|habe) .{3,80}(?:behoben|umgesetzt|erstellt|entfernt|hinzugefügt)|已(?:经)?(?:完成|修复|添加|实现|更新|删除)/iu;
const OF_A_FIX =
  /^(?:fixed|resolved|found|corrected) (?:and \w+ )?the (?:\w+ )?(?:issues?|problems?|bugs?|errors?|cause)\b[^`]*$/i;

const NONE: Sourced = { text: '', ids: [] };

/** A request, what was changed for it, and the last message before the next one. */
interface Wish {
  item: Item;
  edits: number;
  answer?: Item;
}

/** Finds what a session is called: by its commits, the plan that it carried out, the request most was done for, or a report. */
export class SessionTitle {
  #wishes: Wish[] = [];
  #commits: Sourced[] = [];
  #plan: (Sourced & { edits: number }) | undefined;

  /** Takes the next item of the session. */
  take(item: Item): void {
    if (item.detail.subagent !== undefined) return;
    if (isRequest(item)) this.#ask(item);
    else if (item.kind === 'message') this.#answer(item);
    else if (item.kind === 'commit') this.#commit(item);
    else if (item.kind === 'observation') this.#observe(item);
  }

  /** The title with its sources. */
  title(): Sourced | undefined {
    const { text, ids } = this.#committed() ?? this.#planned() ?? this.#asked() ?? this.#commits.at(-1) ?? NONE;
    return text === '' ? undefined : { text: cutText(plainWords(text), TITLE_CHARS), ids };
  }

  #ask(item: Item): void {
    this.#wishes.push({ item, edits: 0 });
    if (this.#wishes.length <= MAX_WISHES) return;
    const [first, ...rest] = this.#wishes;
    const least = rest.slice(0, -1).reduce((one, other) => (other.edits < one.edits ? other : one));
    this.#wishes = [...(first === undefined ? [] : [first]), ...rest.filter((wish) => wish !== least)];
  }

  #answer(item: Item): void {
    const wish = this.#wishes.at(-1);
    if (wish !== undefined) wish.answer = item;
  }

  #commit(item: Item): void {
    const subject = ownSubject(item);
    if (subject !== undefined)
      this.#commits = [...this.#commits, { text: subject, ids: [item.id] }].slice(-MAX_COMMITS);
  }

  #observe(item: Item): void {
    const plan = item.detail.quoted === undefined ? approvedPlan(item) : undefined;
    const heading = plan === undefined ? undefined : plainHeading(plan);
    if (heading !== undefined) this.#plan = { text: heading, ids: [item.id], edits: 0 };
    const { success, filesChanged = [] } = detailOfKind(item, 'observation');
    if (success === false || filesChanged.length === 0) return;
    const wish = this.#wishes.at(-1);
    if (wish !== undefined) wish.edits += 1;
    if (this.#plan !== undefined) this.#plan.edits += 1;
  }

  /** The subjects of the commits, as many as there is room for, each once. */
  #committed(): Sourced | undefined {
    const big = this.#commits.filter(({ text }) => !SMALL.test(text));
    const [first, ...rest] = big.toReversed();
    if (first === undefined) return undefined;
    let { text, ids } = first;
    for (const other of rest) {
      const subject = other.text.replace(CONVENTIONAL, '');
      if (text.includes(subject) || text.length + subject.length + 2 > TITLE_CHARS) continue;
      text += `; ${subject}`;
      ids = [...ids, ...other.ids];
    }
    return { text, ids };
  }

  #planned(): Sourced | undefined {
    return this.#plan !== undefined && this.#plan.edits > 0 ? this.#plan : undefined;
  }

  /** The request for which most was done, in short, or where it does not say what is wanted what was answered. */
  #asked(): Sourced | undefined {
    let best: (Sourced & { rank: number }) | undefined;
    const hasChanged = this.#wishes.some(({ edits }) => edits > 0);
    for (const [at, { item, edits, answer }] of this.#wishes.entries()) {
      const wish = shortWish(requestSource(item));
      const isClear = wish !== undefined && wish.weight >= CLEAR;
      const report = isClear || answer === undefined ? undefined : reportIn(answer);
      const named = report !== undefined && answer !== undefined ? { text: report, ids: [answer.id] } : undefined;
      const title = named ?? (wish === undefined ? undefined : { text: wish.text, ids: [item.id] });
      if (title === undefined) continue;
      const weight = isClear ? wish.weight : named === undefined ? (wish?.weight ?? 0) - VAGUE : CLEAR;
      const rank =
        weight +
        Math.min(edits, MOST_EDITS) / 2 +
        (at === 0 ? 1 : 0) -
        (at > 0 && hasChanged && (edits === 0 || FOR_TESTS.test(title.text)) ? WITHOUT_CHANGE : 0);
      if (best === undefined || rank > best.rank) best = { ...title, rank };
    }
    return best;
  }
}

/** The heading, or the sentence at the beginning of an answer, that says what was done, without its opening; else the first entry. */
function reportIn(answer: Item): string | undefined {
  const headings = [...unquotedText(answer).matchAll(REPORT_HEADING)];
  const headed = headings.map(([, heading = '']) => plainWords(heading).replace(OF_SUMMARY, ''));
  const said = statementSentences(answer)
    .slice(0, LEADING)
    .filter(({ text, listed }) => !LEADS_ON.test(text) && (!listed || ENTRY.test(text)))
    .toSorted((one, other) => Number(one.listed) - Number(other.listed))
    .map(({ text }) => text.replace(OPENING, ''));
  const report = [...headed, ...said].map((text) => text.replace(/[\s:：.!]+$/, '')).find(isReport);
  return report === undefined ? undefined : capital(report);
}

function isReport(text: string): boolean {
  if (text.length > SENTENCE_CHARS || !REPORTS.test(text)) return false;
  return !OF_CHECKS.test(text) && !OF_A_FIX.test(text) && saysOf(text, 3);
}

/** A prompt with its line breaks, unless part of it quotes what its session had read. */
function requestSource(item: Item): string {
  return item.detail.quoted === undefined ? item.text : requestText(item);
}
