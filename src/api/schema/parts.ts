import type { Mean } from '../../core/mean.ts';
import type { HealthCheck } from '../../core/model/check.ts';
import type { Sourced } from '../../core/model/item.ts';
import type { WilsonShare } from '../../core/wilson.ts';
import type * as Answer from '../answers.ts';
import type { CollectionEntry } from '../collection-answers.ts';
import type { ErrorBody } from '../http-answers.ts';
import type { ImpactCost, ImpactMemory, ImpactRow, ImpactSide } from '../impact-answers.ts';
import type { JobEntry } from '../job-answers.ts';
import type { PatternEntry } from '../pattern-answers.ts';
import type { RetirePlan, RetireReport } from '../retire-answers.ts';
import type { SessionSnippet, SessionSummary } from '../session-answers.ts';

/** The parts of answers that the OpenAPI document has by name, with their types. */
export interface Parts {
  Note: Answer.Note;
  Entry: Answer.Entry;
  Hit: Answer.Hit;
  TimelineEntry: Answer.TimelineEntry;
  MemoryRecord: Answer.MemoryRecord;
  ForgetPlan: Answer.ForgetPlan;
  ForgetReport: Answer.ForgetReport;
  Job: JobEntry;
  Check: HealthCheck;
  Sourced: Sourced;
  SessionSummary: SessionSummary;
  SessionSnippet: SessionSnippet;
  Share: WilsonShare;
  Mean: Mean;
  ImpactRow: ImpactRow;
  ImpactCost: ImpactCost;
  ImpactMemory: ImpactMemory;
  ImpactSide: ImpactSide;
  ToldOf: Answer.ToldOf;
  ResumeState: Answer.ResumeState;
  PatternEntry: PatternEntry;
  RetirePlan: RetirePlan;
  RetireReport: RetireReport;
  Collection: CollectionEntry;
  Error: ErrorBody;
}
