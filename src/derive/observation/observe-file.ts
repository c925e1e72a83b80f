import { asNumber } from '../../core/json.ts';
import type { ToolEnd } from '../../core/model/event.ts';
import { sum } from '../../core/sum.ts';
import { changedLines, readPatch } from '../text/changed-lines.ts';
import { conceptsOf } from '../text/concepts.ts';
import { plainText, truncateText } from '../text/truncate-text.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { itemPath } from '../tool/project-paths.ts';
import { editsOf, pathsOf, textField } from '../tool/tool-input.ts';
import { patchText } from '../tool/tool-use.ts';
import { endOf, type Observed, outputOf } from './observe-command.ts';

const READ_CHARS = 600;
const CHANGE_CHARS = 1_500;
const TITLE_PATH_CHARS = 110;
const MAX_FILES = 50;

/** Observes a file read: its path and the head of its contents. The author of the words is the repository. */
export function observeRead(body: ToolEnd, place: ProjectPaths): Observed {
  const files = filesOf(body, place);
  const offset = asNumber(body.input.offset);
  const limit = asNumber(body.input.limit);
  const lines =
    offset === undefined ? undefined : `from line ${offset}${limit === undefined ? '' : `, ${limit} lines`}`;
  const head = truncateText(body.output, { max: READ_CHARS * 4, tailShare: 0 }).replace(/^[ \t]*\d+[→\t|]/gm, '');
  const shown = body.success ? truncateText(plainText(head), { max: READ_CHARS, tailShare: 0 }) : outputOf(body);
  return {
    kind: 'file-read',
    author: 'repo',
    title: `Read ${nameFiles(files)}${endOf(body)}`,
    text: [files.join('\n'), shown].join('\n'),
    detail: { filesRead: files, facts: lines === undefined ? undefined : [lines], concepts: conceptsOf(files) },
  };
}

/** Observes an edit of a file: the lines that changed, added before removed. */
export function observeEdit(body: ToolEnd, place: ProjectPaths): Observed {
  const files = filesOf(body, place);
  const changes = editsOf(body.input).map(({ before, after }) => changedLines(before, after));
  return changeOf(body, {
    verb: 'Edit',
    files,
    note: textField(body.input, ['instruction', 'explanation', 'description']),
    text: changes.map((change) => change.text).join('\n'),
    added: sum(changes.map((change) => change.added)),
    removed: sum(changes.map((change) => change.removed)),
  });
}

/** Observes a file written as a whole: head and tail of its new contents. */
export function observeWrite(body: ToolEnd, place: ProjectPaths): Observed {
  const content =
    textField(body.input, ['content', 'file_text', 'fileText', 'contents', 'text', 'new_text', 'CodeContent']) ?? '';
  const added = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  return changeOf(body, { verb: 'Write', files: filesOf(body, place), text: content, added, removed: 0 });
}

/** Observes the deletion of a file. */
export function observeDelete(body: ToolEnd, place: ProjectPaths): Observed {
  return changeOf(body, { verb: 'Delete', files: filesOf(body, place), text: '', added: 0, removed: 0 });
}

/** Observes a patch of one or several files. */
export function observePatch(body: ToolEnd, place: ProjectPaths): Observed {
  const patch = readPatch(patchText(body.input) ?? '');
  const paths = patch.changed.length > 0 ? patch.changed : patch.deleted;
  const files = [...new Set([...paths, ...patch.deleted].map((path) => itemPath(path, place)))].slice(0, MAX_FILES);
  const verb = patch.changed.length > 0 ? 'Edit' : 'Delete';
  return changeOf(body, { verb, files, text: patch.text, added: patch.added, removed: patch.removed });
}

interface FileEdit {
  verb: 'Edit' | 'Write' | 'Delete';
  files: string[];
  note?: string | undefined;
  text: string;
  added: number;
  removed: number;
}

function changeOf(body: ToolEnd, change: FileEdit): Observed {
  const { files } = change;
  const counted = change.added + change.removed > 0;
  const changed = truncateText(change.text, { max: CHANGE_CHARS, tailShare: 0.3 });
  return {
    kind: 'file-write',
    author: 'agent',
    title: `${change.verb} ${nameFiles(files)}${endOf(body)}`,
    text: [files.join('\n'), change.note, changed, body.success ? undefined : outputOf(body)]
      .filter(Boolean)
      .join('\n'),
    detail: {
      ...(body.success ? { filesChanged: files } : { filesRead: files }),
      facts: body.success && counted ? [`+${change.added} -${change.removed} lines`] : undefined,
      concepts: conceptsOf(files),
    },
  };
}

/** How many lines an edit added and removed, from the facts of its observation; 0 and 0 where they do not say. */
export function lineCounts(facts: readonly string[] | undefined): [added: number, removed: number] {
  const counts = /^\+(\d{1,9}) -(\d{1,9}) lines$/.exec(facts?.[0] ?? '');
  return [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)];
}

/** Names files as `src/a.ts` or `src/a.ts and 2 more files`; a long path keeps its end. */
export function nameFiles(files: readonly string[]): string {
  const first = files[0] ?? 'a file';
  const shown = first.length > TITLE_PATH_CHARS ? `…${first.slice(1 - TITLE_PATH_CHARS)}` : first;
  if (files.length < 2) return shown;
  return `${shown} and ${files.length - 1} more ${files.length === 2 ? 'file' : 'files'}`;
}

function filesOf(body: ToolEnd, place: ProjectPaths): string[] {
  return [...new Set(pathsOf(body.input).map((path) => itemPath(path, place)))];
}
