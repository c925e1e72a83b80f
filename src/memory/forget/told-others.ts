import type { ForgetReport, Note } from '../../api/answers.ts';
import type { ToldForgotten } from '../runtime/sync-work.ts';

/** What a report and a receipt say of what others hear. */
export function syncOf({ ids, memories, members }: ToldForgotten): NonNullable<ForgetReport['sync']> {
  return { ids, memories: memories.length, members, state: 'pending' };
}

/** Those of the ids that name nothing here of which others had nothing either. */
export function stillMissing(missing: readonly string[], told: ToldForgotten | undefined): string[] {
  const known = new Set<string>(told?.memories);
  return missing.filter((id) => !known.has(id));
}

/** Who has what was forgotten, when they erase it, and how to see who has not yet. */
export function toldNotes(told: ToldForgotten | undefined): Note[] {
  if (told === undefined) return [];
  const who = told.members.join(', ') || 'the others of the team';
  const when = told.away
    ? 'have it until this home takes part again (cairn sync add), and erase it then'
    : 'erase it when they sync next';
  const command = `cairn sync forgotten ${told.ids.join(' ')}`;
  return [{ code: 'sync', message: `It was shared: ${who} ${when}. Who has not yet: ${command}` }];
}
