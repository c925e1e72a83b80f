import { type Check, lookAt, toChecks } from '../core/check.ts';
import type { DoctorResult } from './answers.ts';
import type { DoctorParts } from './doctor/doctor-parts.ts';
import { lookAtCapture } from './doctor/look-at-capture.ts';
import { lookAtContents } from './doctor/look-at-contents.ts';
import { lookAtModels } from './doctor/look-at-models.ts';
import { lookAtStore } from './doctor/look-at-store.ts';
import { lookAtVectors } from './doctor/look-at-vectors.ts';
import { lookAtWork } from './doctor/look-at-work.ts';
import type { LocalParts } from './local.ts';
import type { DoctorInput } from './requests.ts';

/**
 * What the owner knows of its own health. With `deep` it reads everything and compares it with its hashes, which keeps it
 * busy for a while; with `fix` it mends what can be mended safely.
 */
export function runDoctor(parts: LocalParts, input: DoctorInput): Promise<DoctorResult> {
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
