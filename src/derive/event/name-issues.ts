import type { StoredEvent } from '../../core/model/event.ts';
import { type Item, withDetail } from '../../core/model/item.ts';
import { issuesIn } from '../../core/text/issue-names.ts';
import { issuesOfCall } from '../tool/issues-of-call.ts';
import { commandOf } from '../tool/tool-input.ts';
import { toolUseOf } from '../tool/tool-use.ts';

/**
 * Adds to the concepts of a prompt, a commit and a call the issues and requests that they name: by them the work on an issue
 * is found. `items`: all of one event.
 */
export function withIssues(items: readonly Item[], event: StoredEvent): Item[] {
  const { body } = event;
  if (body.kind === 'prompt')
    return items.map((item) => (item.kind === 'prompt' ? named(item, issuesIn(body.text)) : item));
  if (body.kind !== 'tool.end') return [...items];
  const commits = items.filter(({ kind }) => kind === 'commit').length;
  return items.map((item) => {
    if (item.kind === 'observation') return named(item, issuesOfCall(body, toolUseOf(body.tool, body.input)));
    if (item.kind !== 'commit') return item;
    // The whole message stands in the command; of several commits nobody knows which part is whose.
    const command = commits === 1 ? (commandOf(body.input) ?? '') : '';
    const { branch = '' } = item.detail.commit;
    return named(item, issuesIn([item.text.split('\n', 1)[0], branch, command].join('\n')));
  });
}

function named(item: Item, issues: readonly string[]): Item {
  if (issues.length === 0) return item;
  return withDetail(item, { concepts: [...new Set([...(item.detail.concepts ?? []), ...issues])] });
}
