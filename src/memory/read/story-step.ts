import type { FileChange, StoryCall, StoryCommit, StoryStatement, StoryStep } from '../../api/story-answers.ts';
import type { StoredEvent, ToolEnd } from '../../core/model/event.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { isIssueName } from '../../core/text/issue-names.ts';
import { recordedSize } from '../../core/text/recorded-size.ts';
import { truncateText } from '../../derive/text/truncate-text.ts';
import { fileChangesOf } from '../../derive/tool/file-changes.ts';
import { commandOf } from '../../derive/tool/tool-input.ts';
import { titleOf } from '../../retrieval/entries/entry.ts';
import { fullText } from '../../retrieval/entries/full-text.ts';

/** Characters of a step's words, of an output, of one side of a hunk; and hunks of a file. */
const MOST = { text: 20_000, output: 6_000, hunk: 8_000, hunks: 40, line: 400 } as const;

/** True for the item that a step is named by, among those of one event: what was said or done, not what follows from it. */
export function isStepOfEvent({ kind, rule }: Item): boolean {
  return (
    kind === 'prompt' || kind === 'message' || kind === 'observation' || kind === 'summary' || rule.startsWith('noted@')
  );
}

/** The step that the items of one event show, `main` among them; `event` has the call's own words. */
export function toStep(
  main: Item,
  { group, event }: { group: readonly Item[]; event: StoredEvent | undefined },
): StoryStep {
  const call = callOf(main, event);
  const { interim } = detailOfKind(main, 'message');
  const issues = [...new Set(group.flatMap(({ detail }) => detail.concepts ?? []))].filter(isIssueName);
  return {
    id: main.id,
    kind: main.kind,
    at: isoTime(main.at),
    title: titleOf(main),
    text: call === undefined ? truncateText(fullText(main, event), { max: MOST.text }) : '',
    author: main.author,
    stated: group.flatMap((item) => statementOf(item, main)),
    commits: group.flatMap(commitOf),
    ...(issues.length === 0 ? {} : { issues }),
    ...omitUndefined({ eventId: main.event, subagent: main.detail.subagent, interim, call }),
  };
}

function callOf(item: Item, event: StoredEvent | undefined): StoryCall | undefined {
  const { observation, exitCode, success = true, failure } = detailOfKind(item, 'observation');
  if (observation === undefined || event?.body.kind !== 'tool.end') return undefined;
  const { body } = event;
  const files = [...(item.detail.filesChanged ?? []), ...(item.detail.filesRead ?? [])];
  return {
    tool: body.tool,
    use: observation,
    files,
    output: truncateText(body.output, { max: MOST.output }),
    outputChars: body.output.length,
    success,
    refused: body.reply?.refused === true,
    changes: changesOf(body, files),
    ...omitUndefined({ command: commandOf(body.input), exitCode, durationMs: wholeMs(body), failure: failure?.line }),
    ...omitUndefined({ recordedChars: recordedSize(body.output)?.chars }),
  };
}

function wholeMs({ durationMs }: ToolEnd): number | undefined {
  return durationMs === undefined ? undefined : Math.round(durationMs);
}

/** What a call changed, under the paths that its item carries. */
function changesOf(body: ToolEnd, files: readonly string[]): FileChange[] {
  return fileChangesOf(body).map(({ path, hunks }) => {
    const shown = hunks.slice(0, MOST.hunks);
    const isLong = shown.some(({ before, after }) => Math.max(before.length, after.length) > MOST.hunk);
    return {
      path: files.find((file) => path === file || path.endsWith(`/${file}`)) ?? path,
      hunks: shown.map((hunk) => ({
        ...hunk,
        before: hunk.before.slice(0, MOST.hunk),
        after: hunk.after.slice(0, MOST.hunk),
      })),
      cut: isLong || hunks.length > shown.length,
    };
  });
}

function statementOf(item: Item, main: Item): StoryStatement[] {
  if (item.kind !== 'knowledge' || item.id === main.id) return [];
  const { knowledge, status } = detailOfKind(item, 'knowledge');
  return [{ id: item.id, title: titleOf(item), author: item.author, ...omitUndefined({ knowledge, status }) }];
}

function commitOf(item: Item): StoryCommit[] {
  if (item.kind !== 'commit') return [];
  const { hash, branch } = item.detail.commit;
  const subject = titleOf(item).replace(/^Commit \S+: /, '');
  return [{ id: item.id, hash, subject, ...omitUndefined({ branch }) }];
}
