// derive/observation: turns one tool call into an observation; one file for each group of tools.
// It knows nothing about the session around the call.

import type { StoredEvent, ToolEnd } from '../../core/model/event.ts';
import { ID_PATTERN } from '../../core/model/ids.ts';
import { wholeTokens } from '../../core/text/aged-text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { failureOf } from '../failure/failure.ts';
import type { Draft } from '../item/make-item.ts';
import { detailOf } from '../item/make-item.ts';
import { RULES } from '../item/rules.ts';
import type { ProjectPaths } from '../tool/project-paths.ts';
import type { ToolUse } from '../tool/tool-use.ts';
import { type Observed, observeCommand, observeShellOutput } from './observe-command.ts';
import { observeDelete, observeEdit, observePatch, observeRead, observeWrite } from './observe-file.ts';
import { observeDelegation, observeForeign, observeOther, observeSkill, observeTodo } from './observe-other.ts';
import { observeFetch, observeList, observeSearch, observeWebSearch } from './observe-research.ts';

const MAX_TOOL = 80;

/** How the calls of each use are observed. */
const OBSERVERS: Readonly<Record<ToolUse, (body: ToolEnd, place: ProjectPaths) => Observed>> = {
  own: observeOwn,
  read: observeRead,
  edit: observeEdit,
  write: observeWrite,
  delete: observeDelete,
  patch: observePatch,
  shell: observeCommand,
  'shell-output': observeShellOutput,
  search: observeSearch,
  list: observeList,
  fetch: observeFetch,
  'web-search': observeWebSearch,
  delegate: observeDelegation,
  todo: observeTodo,
  skill: observeSkill,
  foreign: observeForeign,
  other: observeOther,
};

/** Drafts the observation of a finished tool call; `use` says what the tool does. */
export function observe(
  event: StoredEvent & { body: ToolEnd },
  use: ToolUse,
  place: ProjectPaths,
): Draft<'observation'> {
  const { body } = event;
  const { detail, kind, ...rest } = OBSERVERS[use](body, place);
  return {
    ...rest,
    kind: 'observation',
    rule: RULES.observed,
    detail: detailOf<'observation'>({
      observation: kind,
      tool: body.tool.slice(0, MAX_TOOL),
      exitCode: body.exitCode,
      success: body.success,
      failure: failureOf(body),
      fileHash: hashOf(body, kind, detail),
      tokens: use === 'own' ? undefined : countTokens(JSON.stringify(body.input)) + wholeTokens(body.output),
      prompt: event.prompt,
      subagent: event.subagent,
      ...detail,
    }),
  };
}

/** The hash of the content of the one file that a call read or wrote. */
function hashOf(
  body: ToolEnd,
  kind: Observed['kind'],
  { filesRead, filesChanged }: Observed['detail'],
): string | undefined {
  const isOfFile = body.success && (kind === 'file-read' || kind === 'file-write');
  return isOfFile && (filesChanged ?? filesRead)?.length === 1 ? body.fileHash : undefined;
}

/** A call of Cairn's own tools keeps the ids it returned and none of its words, so that recalled text is not stored again. */
function observeOwn(body: ToolEnd): Observed {
  const ids = [...new Set(body.output.match(ID_PATTERN) ?? [])];
  return { kind: 'tool-use', author: 'tool', title: 'Asked Cairn', text: ids.join(' '), detail: {} };
}
