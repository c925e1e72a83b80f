// sdk: what `import { openMemory } from "cairn-memory"` gives. It opens the memory by way of the owner, as the owner, or
// read-only; everything else is the contract of `memory/contract.ts`.

export type { ErrorCode } from '../core/errors.ts';
export { CairnError } from '../core/errors.ts';
export type { EmbedPurpose } from '../embed/contract.ts';
export type { GivenEmbedder } from '../embed/to-embedder.ts';
export type * from '../memory/answers.ts';
export type * from '../memory/collection-answers.ts';
export type * from '../memory/contract.ts';
export type * from '../memory/contradiction-answers.ts';
export type * from '../memory/impact-answers.ts';
export type * from '../memory/job-answers.ts';
export type * from '../memory/model-answers.ts';
export type * from '../memory/pattern-answers.ts';
export type * from '../memory/requests.ts';
export type * from '../memory/retire-answers.ts';
export type * from '../memory/session-answers.ts';
export type * from '../memory/stats-answers.ts';
export type * from '../memory/tripwire-answers.ts';
export type { MemoryOptions, SdkEnvironment } from '../service/open-memory.ts';
export { openMemoryIn } from '../service/open-memory.ts';
