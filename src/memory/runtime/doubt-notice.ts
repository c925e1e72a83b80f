import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { doubtedIn } from '../../derive/event/in-doubt.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract/store.ts';
import { type AcceptedChange, keptChanges } from '../../sync/accepted-changes.ts';

/** Milliseconds for which a session's user hears of an act in doubt, unless a person judges the memory. */
const TOLD_MS = 30 * DAY_MS;
/** Milliseconds for which the user hears of one on a project, which nobody judges. */
const PROJECT_MS = DAY_MS;
/** Milliseconds for which the user hears of what a member of the team took back, which nobody judges. */
const GONE_MS = 7 * DAY_MS;
/** Upper bounds on the acts that are looked at, and on the memories in one notice. */
const LOOKED_AT = 100;
const IN_NOTICE = 3;
/** Upper bound on the acts that are counted. */
const COUNTED = 1_000;

/** The acts that agents' own transcripts show to be agents', and those of which only what any program can write says so; of 1,000. */
export async function countDoubts({ log }: Pick<Store, 'log'>): Promise<{ proven: number; asked: number }> {
  const found = await log.select({ kinds: ['revoked'] }, { after: 0, limit: COUNTED });
  const proven = doubtedIn(found);
  const asked = found.filter(({ body }) => body.kind === 'revoked' && !proven.has(body.act));
  return { proven: proven.size, asked: asked.length };
}

/**
 * What a session's user is to hear of memories that an agent seems to have stated or judged in a person's name, until a person
 * judges them; `undefined` where there are none.
 */
export async function doubtNotice(store: Pick<Store, 'log' | 'items' | 'sync'>): Promise<string | undefined> {
  const found = [await actsNotice(store), await filesNotice(store), ...(await membersNotices(store))];
  const notices = found.filter((notice) => notice !== undefined);
  return notices.length === 0 ? undefined : notices.join('\n');
}

/** What the user is to hear of memories of the repository that a person accepted and whose file is gone, or says something else. */
async function filesNotice({ items }: Pick<Store, 'items'>): Promise<string | undefined> {
  const over = await items.list(
    { kinds: ['knowledge'], authors: ['repo'], status: ['withdrawn', 'superseded'] },
    { limit: LOOKED_AT },
  );
  const gone = over.filter((item) => detailOfKind(item, 'knowledge').takenBack === true);
  if (gone.length === 0) return undefined;
  return `Cairn: the file of a rule that you accepted is gone, or says something else: ${named(gone.map(({ id }) => id))}. No agent is told the rule; its tripwire goes on until you withdraw it: cairn review`;
}

/**
 * What the user is to hear of memories of a team's members that a person accepted: those of which another version waits, until a
 * person judges it, and for a week those that their member took back.
 */
async function membersNotices({ items, log, sync }: Pick<Store, 'items' | 'log' | 'sync'>): Promise<string[]> {
  const changes = await keptChanges({ sync });
  if (changes.length === 0) return [];
  const there = new Map((await items.get(changes.map(({ id }) => id))).map((item) => [item.id, item]));
  const judged = (await log.about([...there.keys()])).filter(({ body }) => 'person' in body && body.person);
  const waiting = changes.filter(({ id, at: since }) => {
    const status = there.get(id)?.detail.status;
    const isJudged = judged.some(({ at, body }) => at >= since && 'target' in body && body.target === id);
    return status !== undefined && status !== 'confirmed' && !isJudged;
  });
  const gone = changes.filter(({ id, at }) => !there.has(id) && at >= now() - GONE_MS);
  const by = (some: readonly AcceptedChange[]): string =>
    [...new Set(some.map(({ member }) => `"${member}"`))].slice(0, IN_NOTICE).join(', ');
  const ids = (some: readonly AcceptedChange[]): string => named(some.map(({ id }) => id));
  return [
    ...(waiting.length === 0
      ? []
      : [
          `Cairn: ${by(waiting)} of your team changed what you had accepted: ${ids(waiting)}. No agent is told it until you accept it again: cairn review`,
        ]),
    ...(gone.length === 0
      ? []
      : [
          `Cairn: what you had accepted of ${by(gone)} of your team is there no more: ${ids(gone)}. No agent is told it; what still holds, remember as your own: cairn remember`,
        ]),
  ];
}

async function actsNotice({ log, items }: Pick<Store, 'log' | 'items'>): Promise<string | undefined> {
  const since = now() - TOLD_MS;
  const { events } = await log.measure({ kinds: ['revoked'], since });
  if (events === 0) return undefined;
  const revoked = await log.select({ kinds: ['revoked'], since }, { after: 0, limit: LOOKED_AT });
  const about = revoked.flatMap(({ at, body }) =>
    body.kind === 'revoked' ? [{ at, target: body.target, act: body.act }] : [],
  );
  const known = await items.get([...new Set(about.map(({ target }) => target as ItemId))]);
  const inDoubt = known.filter((item) => detailOfKind(item, 'knowledge').takenBack === true);
  const waiting = inDoubt.filter(({ detail }) => detail.status === 'proposed').map(({ id }) => id);
  // What only a hook shows goes on to be told: one forged hook would else silence any rule.
  const asked = inDoubt
    .filter(({ detail }) => !isOver(detail.status) && detail.status !== 'proposed')
    .map(({ id }) => id);
  const proven = doubtedIn(revoked);
  const projects = about.filter(({ at, act, target }) => {
    return target.startsWith('r_') && proven.has(act) && at >= now() - PROJECT_MS;
  });
  const done = [...waiting, ...new Set(projects.map(({ target }) => target))];
  const waits = waiting.length === 0 ? '' : ` Until you judge it (cairn review), no agent is told it as yours.`;
  const notices = [
    ...(done.length === 0
      ? []
      : [`Cairn: an agent seems to have acted in your name on ${named(done)}.${waits} Who did what: cairn review log`]),
    ...(asked.length === 0
      ? []
      : [
          `Cairn: a program says that an agent acted in your name on ${named(asked)}; agents go on being told it as yours. Is it? If so: cairn review confirm ${asked[0]}; if not: cairn review withdraw ${asked[0]}`,
        ]),
  ];
  return notices.length === 0 ? undefined : notices.join('\n');
}

function named(ids: readonly string[]): string {
  const more = ids.length > IN_NOTICE ? `, and ${ids.length - IN_NOTICE} more` : '';
  return `${ids.slice(0, IN_NOTICE).join(', ')}${more}`;
}
