import type { StoryResult, StoryStep } from '../../api/story-answers.ts';
import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutText } from '../../core/text/text.ts';
import { answer, LABEL, plain, type ToolAnswer } from './text.ts';

const NO_STEPS = 'Nothing is known of what happened in it.';
const TEXT_CHARS = 200;

/** The steps of a session, oldest first: a line with time, id and what was done for each, below it what came of it. */
export function renderStory({ steps, nextCursor }: StoryResult): ToolAnswer {
  const label = steps.length === 0 ? NO_STEPS : LABEL;
  const more = nextCursor === undefined ? [] : [`More: cursor ${nextCursor}`];
  return answer([label, ...steps.flatMap(stepLines), ...more], {
    label,
    steps: steps.map(stepData),
    ...omitUndefined({ nextCursor }),
  });
}

function stepLines({ id, kind, at, title, text, call, commits, stated }: StoryStep): string[] {
  const ended = call === undefined || call.success ? '' : `, ${endOf(call)}`;
  const words = call === undefined && text.trim() !== title ? plain(cutText(text.trim(), TEXT_CHARS)) : '';
  return [
    `[${id}] ${at} ${call === undefined ? kind : call.use}: ${plain(title)}${ended}`,
    ...(words === '' ? [] : [`  ${words}`]),
    ...(call?.changes ?? []).map(({ path }) => `  changed ${plain(path)}`),
    ...commits.map(({ hash, subject }) => `  commit ${plain(hash)} ${plain(subject)}`),
    ...stated.map((one) => `  ${one.knowledge ?? 'stated'} ${one.id}: ${plain(one.title)}`),
  ];
}

function endOf({ refused, exitCode, failure }: NonNullable<StoryStep['call']>): string {
  const how = refused ? 'refused' : exitCode === undefined ? 'failed' : `exit ${exitCode}`;
  return failure === undefined ? how : `${how}: ${plain(failure)}`;
}

function stepData({ id, kind, at, title, call, commits }: StoryStep): JsonObject {
  return {
    id,
    kind: call?.use ?? kind,
    at,
    title: plain(title),
    ...(call === undefined ? {} : { success: call.success, files: call.files.map(plain) }),
    ...(commits.length === 0 ? {} : { commits: commits.map(({ hash }) => plain(hash)) }),
  };
}
