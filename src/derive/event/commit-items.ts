import type { StoredEvent, ToolEnd } from '../../core/model/event.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOf, makeItem } from '../item/make-item.ts';
import { RULES } from '../item/rules.ts';
import type { GitCommit } from '../tool/git-commits.ts';
import { commitsIn } from '../tool/git-commits.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import { itemPath } from '../tool/project-paths.ts';
import { commandOf } from '../tool/tool-input.ts';
import { meaningOfSubject } from './meaning.ts';

/** Files that a session changed since its last commit, the newest first; for an amended commit since the one before. */
export type ChangesBefore = (amends: boolean) => readonly string[];

const MAX_FILES = 50;

/**
 * The items of the commits that a command made. Where git did not print every file, the session's changes since its last
 * commit fill the list, and `filesInferred` marks the guess. A subject that the command did not give counts as quoted: a
 * stranger can have written it.
 */
export function commitItems(
  event: StoredEvent,
  body: ToolEnd,
  about: { place: ProjectPaths; changes: ChangesBefore },
): Item[] {
  return commitsIn(commandOf(body.input) ?? '', body.output).map((commit) =>
    commitItem(event, commit, filesOf(commit, about)),
  );
}

function filesOf(
  commit: GitCommit,
  { place, changes }: { place: ProjectPaths; changes: ChangesBefore },
): { files: string[]; inferred: boolean } {
  const root = { projectRoot: place.projectRoot, cwd: place.projectRoot ?? place.cwd };
  const printed = [...new Set(commit.files.map((file) => itemPath(file, root)))];
  if (commit.changed !== undefined && printed.length >= commit.changed)
    return { files: printed.slice(0, MAX_FILES), inferred: false };
  const guessed = changes(commit.amends).filter((file) => !printed.includes(file));
  return { files: [...printed, ...guessed].slice(0, MAX_FILES), inferred: guessed.length > 0 };
}

function commitItem(
  event: StoredEvent,
  commit: GitCommit,
  { files, inferred }: { files: string[]; inferred: boolean },
): Item {
  const { hash, branch, subject, stated } = commit;
  const text = [subject, branch === undefined ? undefined : `on ${branch}`, ...files].filter(Boolean).join('\n');
  return makeItem(event, {
    kind: 'commit',
    rule: RULES.committed,
    part: hash,
    author: 'agent',
    title: `Commit ${hash}: ${subject}`,
    text,
    detail: detailOf<'commit'>({
      commit: { hash, ...(branch === undefined ? {} : { branch }), filesInferred: inferred },
      quoted: stated ? undefined : [[0, text.length]],
      meaning: meaningOfSubject(subject),
      filesChanged: files,
      prompt: event.prompt,
      subagent: event.subagent,
    }),
  });
}
