import type { ErrorShape } from '../../core/errors.ts';
import type { KernelModule } from '../../platform/load-kernel.ts';
import type { EmbedPurpose } from '../embedder/embedder.ts';

/** What the thread of a model is started with. */
export interface BertThreadData {
  /** The model's file. */
  path: string;
  kernel: KernelModule;
}

/** One call to the thread, or the end of one that nobody waits for. */
export type BertThreadCall = { id: number; texts: readonly string[]; purpose: EmbedPurpose } | { cancel: number };

/** What the thread answers to a call: the vectors one after the other, or why there are none. */
export type BertThreadAnswer = { id: number; vectors: Float32Array } | { id: number; error: ErrorShape };
