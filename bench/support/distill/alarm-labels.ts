import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLabels } from './distill-labels.ts';

const FILE = join(fileURLToPath(new URL('../../distill-labels', import.meta.url)), 'tripwires.json');

/** How an alarm was judged by hand. */
export type Judged = 'right' | 'wrong' | 'unjudged';

/** A label of an alarm at a failed call: whether the repair that it names is to the point. */
interface AlarmLabel {
  /** The call: id of its event. */
  id: string;
  fix: 'right' | 'wrong' | 'none';
}

/** Judges alarms by the marks made by hand. */
export interface AlarmLabels {
  /** Right: the call failed for the same cause as an earlier one that it is compared with, and the repair is to the point. */
  judge(call: string, before: readonly string[]): Judged;
}

/** Reads the labels of failed calls and of the alarms at them. */
export function readAlarmLabels(): AlarmLabels {
  const causes = new Map(readLabels().failures.map(({ id, same, also }) => [id, [same, also].filter(isText)]));
  const fixes = new Map((JSON.parse(readFileSync(FILE, 'utf8')) as AlarmLabel[]).map(({ id, fix }) => [id, fix]));
  return {
    judge(call, before) {
      const own = causes.get(call);
      const fix = fixes.get(call);
      if (own === undefined || fix === undefined) return 'unjudged';
      const isSame = before.some((id) => causes.get(id)?.some((cause) => own.includes(cause)));
      return isSame && fix !== 'wrong' ? 'right' : 'wrong';
    },
  };
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}
