import type { SessionFigures } from '../../api/story-answers.ts';
import type { ItemOf } from '../../core/model/item.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import type { SessionRow } from '../../store/contract/log.ts';

/** A session in figures, from its summary and its checkpoint; zero where neither says. */
export function sessionFigures(
  { startedAt, branch }: Pick<SessionRow, 'startedAt' | 'branch'>,
  {
    summary: made,
    checkpoint,
    told = 0,
  }: { summary: Item | undefined; checkpoint: ItemOf<'checkpoint'> | undefined; told: number | undefined },
): SessionFigures {
  const { outcome, counts = {} } = (made && detailOfKind(made, 'summary').summary) ?? {};
  return {
    startedAt: isoTime(startedAt),
    prompts: counts.prompts ?? 0,
    commands: counts.commands ?? 0,
    failures: counts.failures ?? 0,
    commits: counts.commits ?? 0,
    files: checkpoint?.detail.checkpoint?.filesChanged.length ?? 0,
    added: counts['lines added'] ?? 0,
    removed: counts['lines removed'] ?? 0,
    told,
    ...omitUndefined({ branch, outcome }),
  };
}
