import type { ProjectId } from '../../core/model/ids.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Store } from '../../store/contract/store.ts';

/** What the user is to hear, once in a project, of rules for which the start of a session has no room; `undefined` after that. */
export async function roomNotice(
  { guards }: Pick<Store, 'guards'>,
  { project, rulesLeft }: { project?: ProjectId | undefined; rulesLeft: number },
): Promise<string | undefined> {
  const key = `room ${project ?? ''}`.trim();
  try {
    if ((await guards.last(key)) !== undefined) return undefined;
    await guards.add({ key, value: String(rulesLeft), from: 'default', how: 'seen', at: now() });
  } catch (error) {
    ignore(error, 'what the user heard of the room for rules could not be kept');
    return undefined;
  }
  const rules = rulesLeft === 1 ? 'rule has' : 'rules have';
  return `Cairn: ${rulesLeft} ${rules} no room at the start of a session here; those that you remembered or confirmed are told first. Withdraw what holds no more (cairn review log, cairn review withdraw ID), or give them room: cairn config set context.startTokens 900`;
}
