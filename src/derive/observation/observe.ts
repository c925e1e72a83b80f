// derive/observation: turns one tool call into an observation; one file for each group of tools.
// It knows nothing about the session around the call.

import { assertNever } from '../../core/errors.ts';
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
import { observeCommand, observeShellOutput } from './observe-command.ts';
import { observeDelete, observeEdit, observePatch, observeRead, observeWrite } from './observe-file.ts';
import { observeDelegation, observeForeign, observeOther, observeTodo } from './observe-other.ts';
import { observeFetch, observeList, observeSearch, observeWebSearch } from './observe-research.ts';
import type { Observed } from './observed.ts';

const MAX_TOOL = 80;

/** Drafts the observation of a finished tool call; `use` says what the tool does. */
export function observe(
  event: StoredEvent & { body: ToolEnd },
  use: ToolUse,
  place: ProjectPaths,
): Draft<'observation'> {
  const { body } = event;
  const observed = use === 'own' ? observeOwn(body) : observeUse(body, use, place);
  const { detail, ...rest } = observed;
  return {
    ...rest,
    kind: 'observation',
    rule: RULES.observed,
    detail: detailOf<'observation'>({
      observation: observed.kind,
      tool: body.tool.slice(0, MAX_TOOL),
      exitCode: body.exitCode,
      success: body.success,
      failure: failureOf(body),
      tokens: use === 'own' ? undefined : countTokens(JSON.stringify(body.input)) + wholeTokens(body.output),
      prompt: event.prompt,
      subagent: event.subagent,
      ...detail,
    }),
  };
}

function observeUse(body: ToolEnd, use: Exclude<ToolUse, 'own'>, place: ProjectPaths): Observed {
  switch (use) {
    case 'read':
      return observeRead(body, place);
    case 'edit':
      return observeEdit(body, place);
    case 'write':
      return observeWrite(body, place);
    case 'delete':
      return observeDelete(body, place);
    case 'patch':
      return observePatch(body, place);
    case 'shell':
      return observeCommand(body);
    case 'shell-output':
      return observeShellOutput(body);
    case 'search':
      return observeSearch(body, place);
    case 'list':
      return observeList(body, place);
    case 'fetch':
      return observeFetch(body);
    case 'web-search':
      return observeWebSearch(body);
    case 'delegate':
      return observeDelegation(body);
    case 'todo':
      return observeTodo(body);
    case 'foreign':
      return observeForeign(body);
    case 'other':
      return observeOther(body);
    default:
      return assertNever(use);
  }
}

/** A call of Cairn's own tools keeps the ids it returned and none of its words, so that recalled text is not stored again. */
function observeOwn(body: ToolEnd): Observed {
  const ids = [...new Set(body.output.match(ID_PATTERN) ?? [])];
  return { kind: 'tool-use', author: 'tool', title: 'Asked Cairn', text: ids.join(' '), detail: {} };
}
