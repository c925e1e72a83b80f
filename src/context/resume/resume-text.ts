import type { ResumedSession, ResumeState, ToldOf } from '../../api/answers.ts';
import { DAY_MS, formatMinute } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { oneLine, plainWords } from '../../core/text/text.ts';
import { cutWords, type TruncatableLine, truncateLines } from '../../retrieval/text/truncate-words.ts';

const FILES_SAID = 30;
const HOUR_MS = 3_600_000;

/** The state of a session in at most `words` words, a line for each subject; every entry ends with the id of its item. */
export function resumeLinesOf(
  session: ResumedSession,
  state: ResumeState,
  { words, now }: { words: number; now: number },
): TruncatableLine[] {
  const lines: TruncatableLine[] = [
    { label: 'Last here', entries: [lastHere(session, now)] },
    { label: 'Session', entries: session.title === undefined ? [] : [quoted(session.title)] },
    { label: 'Stopped', entries: stoppedEntries(state) },
    {
      label: 'Task',
      entries: state.task === undefined || isLastPrompt(state) ? [] : [quoted(cutWords(state.task, words / 8))],
    },
    {
      label: 'Asked last',
      entries: entriesOf(state.lastPrompt === undefined ? [] : [state.lastPrompt], (text) =>
        quoted(cutWords(text, words / 4)),
      ),
    },
    { label: 'Done', entries: entriesOf(state.done.toReversed(), shownCommand) },
    { label: 'Open', entries: openEntries(state) },
    { label: 'Failed last', entries: state.failing.map(failingEntry) },
    { label: 'Unanswered', entries: entriesOf(state.questions, quoted) },
    { label: 'Files', entries: state.files.slice(0, FILES_SAID).map(fileEntry) },
    { label: 'Decided', entries: entriesOf(state.decisions.map(asDecided), plain) },
    { label: 'Noted', entries: entriesOf(state.notes, quoted) },
    { label: 'Next', entries: nextEntries(state) },
    { label: 'Go on', entries: [session.command, `cairn timeline ${session.id}`].filter((part) => part !== undefined) },
  ];
  return truncateLines(lines, words);
}

function lastHere({ agent, id, lastAt }: ResumedSession, now: number): string {
  return `${formatMinute(lastAt)} (${agoOf(now - Date.parse(lastAt))}), ${agent} [${id}]`;
}

/** The age in the largest unit that fits. */
function agoOf(ms: number): string {
  const [count, unit] =
    ms < HOUR_MS ? [ms / 60_000, 'minute'] : ms < 2 * DAY_MS ? [ms / HOUR_MS, 'hour'] : [ms / DAY_MS, 'day'];
  const whole = Math.max(Math.round(count), 0);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

function stoppedEntries({ stoppedAfter, hasEnd }: ResumeState): string[] {
  if (stoppedAfter === undefined) return [];
  const how = hasEnd === true ? 'it was ended in the middle' : 'in the middle, no end was seen';
  return [`${how}, after: ${plain(stoppedAfter.title)} [${stoppedAfter.id}]`];
}

function isLastPrompt({ task, lastPrompt, promptsBefore }: ResumeState): boolean {
  return (
    promptsBefore.length === 0 &&
    lastPrompt !== undefined &&
    oneLine(lastPrompt.text).startsWith((task ?? '').replace(/…$/, ''))
  );
}

/** Open tasks; a last prompt without a result is left out, since the line for the last request has it. */
function openEntries({ open, lastPrompt }: ResumeState): string[] {
  const isPrompt = open.length === 1 && open[0]?.ids[0] !== undefined && open[0].ids[0] === lastPrompt?.ids[0];
  return isPrompt ? ['what was asked last: nothing succeeded after it'] : entriesOf(open);
}

function failingEntry({ id, command, exitCode, tests }: ResumeState['failing'][number]): string {
  const which = tests === undefined ? '' : `, ${tests.join(', ')}`;
  return `${shownCommand(command)}${exitCode === undefined ? '' : ` (exit ${exitCode})`}${plain(which)} [${id}]`;
}

function fileEntry({ path, how, added, removed, changedSince }: ResumeState['files'][number]): string {
  const counted = `${added ? ` +${added}` : ''}${removed ? ` -${removed}` : ''}`.replace(/(\d) -/, '$1/-');
  const what = how === undefined || how === 'changed' ? '' : ` ${how}`;
  return `${plain(path)}${what}${counted}${changedSince === undefined ? '' : ' (changed since)'}`;
}

function nextEntries({ nextSteps, questions }: ResumeState): string[] {
  const asked = new Set(questions.map(({ text }) => text));
  return entriesOf(nextSteps.filter(({ text }) => !asked.has(text)));
}

function entriesOf(list: readonly ToldOf[], say: (text: string) => string = plain): string[] {
  return list.map(({ text, ids }) => `${say(text)}${ids[0] === undefined ? '' : ` [${ids[0]}]`}`);
}

/** A decision; an agent's counts as made once a person confirmed it. */
function asDecided({ text, author, ...told }: ToldOf): ToldOf {
  return { ...told, text: `${quoted(text)}${author === 'person' ? '' : ' (not confirmed)'}` };
}

/** A command without the parts that only cut its output. */
function shownCommand(text: string): string {
  return plain(text).replace(/(?: 2>&1)?(?: \| (?:tail|head)(?: -n)?(?: -?\d+)?)?$/, '');
}

/** One line without control characters or markup. */
function plain(text: string): string {
  return plainWords(safeText(text));
}

function quoted(text: string): string {
  return `“${plain(text).replace(/[“”]/g, '"')}”`;
}
