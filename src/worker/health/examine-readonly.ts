import { AGENTS } from '../../agents/registry.ts';
import type { AgentEnvironment } from '../../agents/shared/contract.ts';
import type { StatusResult } from '../../api/home-answers.ts';
import type { DoctorInput } from '../../api/requests.ts';
import type { HomePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { HealthCheck } from '../../core/model/check.ts';
import { examine } from '../../memory/doctor/run-doctor.ts';
import { readHooks } from '../../memory/figures/status.ts';
import { createReads } from '../../memory/reads.ts';
import { type HealthCounterKind, readKept } from '../../memory/runtime/health-counters.ts';
import { quickCheck, timesDamaged } from '../../store/sqlite/database-file.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';

/** Examines a memory for which no worker answers: it is opened read-only, in this process, and nothing is mended. */
export async function examineReadonly(
  { paths, settings, environment }: { paths: HomePaths; settings: Settings; environment: AgentEnvironment },
  { deep = false }: DoctorInput,
): Promise<{ checks: HealthCheck[]; hooks: StatusResult['hooks'] }> {
  const store = openSqliteStore({ path: paths.db, readonly: true });
  try {
    const counts = { read: (kind: HealthCounterKind) => readKept(store.log, kind) };
    const reads = createReads(store, { ...settings, userHome: environment.home });
    const status = { home: paths.home, journal: paths.journal, counts };
    const checkPages = async (budgetMs: number) => ({ ...quickCheck(paths.db, budgetMs), met: timesDamaged(paths.db) });
    const { checks } = await examine({ store, reads, checkPages, agents: AGENTS, environment, status }, { deep });
    return { checks, hooks: await readHooks(counts) };
  } finally {
    await store.close();
  }
}
