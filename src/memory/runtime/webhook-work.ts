import type { WebhooksResult } from '../../api/home-answers.ts';
import type { JobHandler } from '../../jobs/runner.ts';

/** Sends messages of what happens to the addresses that a person set. */
export interface WebhookWork {
  /** How far it is; with `test` each address is sent a test message first. */
  state(options: { test: boolean; signal: AbortSignal | undefined }): Promise<WebhooksResult>;
  /** Something was appended: what there is to tell is looked for in a moment. */
  heard(): void;
  handle: JobHandler;
  /** Begins after a start: where what waited was left. */
  begin(): Promise<void>;
}
