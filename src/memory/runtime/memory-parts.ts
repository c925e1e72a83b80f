import type { Agent, AgentEnvironment } from '../../agents/shared/contract.ts';
import type { StatusResult } from '../../api/home-answers.ts';
import type { Backups } from '../../backup/backups.ts';
import type { CodeReader } from '../../code/open-code.ts';
import type { HomePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { Deadlines } from '../../core/deadlines.ts';
import type { Intake } from '../../ingest/intake.ts';
import type { InjectionLedger } from '../../ingest/ledger.ts';
import type { TranscriptThread } from '../../ingest/transcripts/transcript-thread.ts';
import type { Runner } from '../../jobs/runner.ts';
import type { KnowledgeFolders } from '../../knowledge/knowledge-folders.ts';
import type { Deriver } from '../../pipeline/deriver.ts';
import type { DiskGauge } from '../../platform/disk-room.ts';
import type { ProjectConfigs } from '../../projects/project-config.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ModelWork } from '../models/model-work.ts';
import type { ChangeSignal } from './change-signal.ts';
import type { Embedding } from './embedding.ts';
import type { HealthCounters } from './health-counters.ts';
import type { LogPages } from './log-pages.ts';
import type { Reads } from './reads-contract.ts';
import type { SyncWork } from './sync-work.ts';
import type { createTripwireFile } from './tripwire-file.ts';
import type { GuardWatch } from './watch-guards.ts';
import type { WebhookWork } from './webhook-work.ts';

/** The parts of a memory inside the worker. Each call takes the few of them that it needs, as a `Pick`. */
export interface MemoryParts {
  store: Store;
  intake: Intake;
  /** Reads long transcripts in a thread of its own; absent where this one does. */
  transcripts: TranscriptThread | undefined;
  deriver: Deriver;
  runner: Runner;
  embedding: Embedding;
  models: ModelWork;
  /** How the home takes part in sync. */
  sync: SyncWork;
  /** Tells other programs what happens. */
  webhooks: WebhookWork;
  reads: Reads;
  code: CodeReader;
  ledger: InjectionLedger;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  paths: HomePaths;
  backups: Backups;
  /** The settings that this process goes by: those of its start. */
  settings: Settings;
  /** The settings of projects, which only narrow the person's own. */
  configOf: ProjectConfigs;
  guards: GuardWatch;
  /** The file by which hooks know whether a tripwire waits. */
  tripwires: Pick<ReturnType<typeof createTripwireFile>, 'mend'>;
  /** Reads what repositories share. */
  knowledge: KnowledgeFolders;
  /** Days by kind, as the setting has them, and days for which retired memories can be restored. */
  retention: { days: readonly string[]; graceDays: number };
  deadlines: Pick<Deadlines, 'settledMs' | 'importSettledMs'>;
  /** Takes in the hooks that wait in the journal. */
  takeInJournal: () => Promise<void>;
  /** Schedules emptying the write-ahead file for when no older reader is left. */
  finishForgetting: () => void;
  /** Ends the reader thread, which has forgotten words in memory. */
  dropReader: () => Promise<void>;
  /** What `status` and `doctor` report of the process and its home. */
  status: {
    version: string;
    home: string;
    journal: string;
    counts: HealthCounters;
    disk: DiskGauge;
    owner?: StatusResult['owner'];
  };
  /** Fires after every append. */
  appended: ChangeSignal;
  logPages: LogPages;
  /** Aborts when the memory closes. */
  closing: AbortSignal;
  close: () => Promise<void>;
}
