import type { DoctorResult } from '../../api/answers.ts';
import type { DoctorInput } from '../../api/requests.ts';
import { type Check, lookAt, toChecks } from '../../core/model/check.ts';
import type { DoctorParts, OwnerParts } from './doctor-parts.ts';
import { lookAtCapture } from './look-at-capture.ts';
import { lookAtContents } from './look-at-contents.ts';
import { lookAtModels } from './look-at-models.ts';
import { lookAtStore } from './look-at-store.ts';
import { lookAtVectors } from './look-at-vectors.ts';
import { lookAtWork } from './look-at-work.ts';

/**
 * What the owner knows of its own health. With `deep` it reads everything and compares it with its hashes, which keeps it
 * busy for a while; with `fix` it mends what can be mended safely.
 */
export function runDoctor(parts: Omit<DoctorParts, 'owner'> & OwnerParts, input: DoctorInput): Promise<DoctorResult> {
  const { intake, deriver, embedding, models, takeInJournal } = parts;
  return examine({ ...parts, owner: { intake, deriver, embedding, models, takeInJournal } }, input);
}

/** The same over any store: of a read-only one it mends nothing. */
export async function examine(parts: DoctorParts, { deep = false, fix = false }: DoctorInput): Promise<DoctorResult> {
  const looks = [
    // What waits is taken in first: it becomes memories in the next look.
    () => lookAt('work', () => lookAtWork(parts)),
    () => lookAt('database', () => lookAtStore(parts, deep)),
    () => lookAt('vectors', () => lookAtVectors(parts)),
    () => lookAt('model', () => lookAtModels(parts)),
    () => lookAt('capture', () => lookAtCapture(parts)),
    () => lookAt('contents', () => lookAtContents(parts)),
  ];
  const checks: Check[] = [];
  for (const look of looks) checks.push(...(await toChecks(await look(), { fix })));
  return { checks };
}
