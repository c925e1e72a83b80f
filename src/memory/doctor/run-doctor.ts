import type { DoctorResult } from '../../api/answers.ts';
import type { DoctorInput } from '../../api/requests.ts';
import { type HealthCheck, runCheck, toChecks } from '../../core/model/check.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { checkCapture } from './check-capture.ts';
import { checkContents } from './check-contents.ts';
import { checkModels, checkVectors } from './check-models.ts';
import { checkStoreHealth } from './check-store.ts';
import { checkSync } from './check-sync.ts';
import { checkWork } from './check-work.ts';
import type { DoctorDeps, WorkerParts } from './doctor-deps.ts';

type RunDoctorDeps = Omit<DoctorDeps, 'worker' | 'checkPages'> & WorkerParts & Pick<MemoryParts, 'backups'>;

/**
 * Checks the health of the worker's home. With `deep` it reads everything and compares it with its hashes, which takes
 * a while; with `fix` it makes the safe repairs.
 */
export function runDoctor(parts: RunDoctorDeps, input: DoctorInput): Promise<DoctorResult> {
  return examine({ ...parts, checkPages: parts.backups.checkPages, worker: parts }, input);
}

/** The same over any store; with a read-only one it repairs nothing. */
export async function examine(deps: DoctorDeps, { deep = false, fix = false }: DoctorInput): Promise<DoctorResult> {
  const looks = [
    // The journal is taken in first; its events become memories before the next check.
    () => runCheck('work', () => checkWork(deps)),
    () => runCheck('database', () => checkStoreHealth(deps, deep)),
    () => runCheck('vectors', () => checkVectors(deps)),
    () => runCheck('model', () => checkModels(deps)),
    () => runCheck('capture', () => checkCapture(deps)),
    () => runCheck('sync', () => checkSync(deps)),
    () => runCheck('contents', () => checkContents(deps)),
  ];
  const checks: HealthCheck[] = [];
  for (const look of looks) checks.push(...(await toChecks(await look(), { fix })));
  return { checks };
}
