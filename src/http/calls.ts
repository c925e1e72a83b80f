import { toRecordInput } from '../api/check-input.ts';
import type { CallOptions, Memory } from '../api/contract.ts';
import type { Answers } from '../api/http-answers.ts';
import type { CallInputs } from '../api/inputs.ts';

/** The calls that give one answer. */
export type PlainCall = Exclude<keyof CallInputs, 'events' | 'import' | 'export' | 'listen'>;

type InvokeCall<Name extends PlainCall> = (
  memory: Memory,
  input: CallInputs[Name],
  options: CallOptions,
) => Promise<Answers[Name]>;

/** Each such call of the memory, with its checked input. */
export const CALLS: { readonly [Name in PlainCall]: InvokeCall<Name> } = {
  record: (memory, input, options) => memory.record(toRecordInput(input), options),
  remember: (memory, input, options) => memory.remember(input, options),
  search: (memory, input, options) => memory.search(input, options),
  timeline: (memory, input, options) => memory.timeline(input, options),
  get: (memory, input, options) => memory.get(input.ids, options),
  list: (memory, input, options) => memory.list(input, options),
  update: (memory, input, options) => memory.update(input.id, input.changes, options),
  context: (memory, input, options) => memory.context(input, options),
  recall: (memory, input, options) => memory.recall(input, options),
  resume: (memory, input, options) => memory.resume(input, options),
  session: (memory, input, options) => memory.session(input, options),
  patterns: (memory, input, options) => memory.patterns(input, options),
  tripwires: (memory, input, options) => memory.tripwires(input, options),
  impact: (memory, input, options) => memory.impact(input, options),
  stats: (memory, input, options) => memory.stats(input, options),
  contradictions: (memory, input, options) => memory.contradictions(input, options),
  checkpoint: (memory, input, options) => memory.checkpoint(input, options),
  forget: (memory, input, options) => memory.forget(input, options),
  prune: (memory, input, options) => memory.prune(input, options),
  consolidate: (memory, input, options) => memory.consolidate(input, options),
  collect: (memory, input, options) => memory.collect(input, options),
  collections: (memory, input, options) => memory.collections(input, options),
  ask: (memory, input, options) => memory.ask(input, options),
  status: (memory, _input, options) => memory.status(options),
  llm: (memory, input, options) => memory.llm(input, options),
  jobs: (memory, input, options) => memory.jobs(input, options),
  rebuild: (memory, input, options) => memory.rebuild(input, options),
  doctor: (memory, input, options) => memory.doctor(input, options),
  async settled(memory, input, options) {
    await memory.settled({ ...input, ...options });
    return {};
  },
};
