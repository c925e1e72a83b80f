// sdk: what `import { openMemory } from "cairn-memory"` gives. It opens the memory by way of the worker, in this process, or
// read-only; everything else is the contract of `api/contract.ts`.

export type * from '../api/answers.ts';
export type * from '../api/collection-answers.ts';
export type * from '../api/context-answers.ts';
export type * from '../api/contract.ts';
export type * from '../api/home-answers.ts';
export type * from '../api/impact-answers.ts';
export type * from '../api/model-answers.ts';
export type * from '../api/pattern-answers.ts';
export type * from '../api/requests.ts';
export type * from '../api/retire-answers.ts';
export type * from '../api/review-answers.ts';
export type * from '../api/session-answers.ts';
export type * from '../api/stats-answers.ts';
export type * from '../api/story-answers.ts';
export type * from '../api/tripwire-answers.ts';
export type * from '../api/work-answers.ts';
export type { ErrorCode } from '../core/errors.ts';
export { CairnError } from '../core/errors.ts';
export type { EmbedPurpose } from '../embeddings/embedder/embedder.ts';
export type { GivenEmbedder } from '../embeddings/to-embedder.ts';
export type { MemoryOptions, SdkEnvironment } from '../worker/open-memory.ts';
export { openMemoryIn } from '../worker/open-memory.ts';
