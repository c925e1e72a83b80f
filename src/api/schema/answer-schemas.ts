// api/schema: what the calls answer, as JSON Schema (2020-12), for the OpenAPI document.
// The compiler holds the field names to the types of the answers; nothing here checks a value.

import { ERROR_CODES } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { AUTHORS, ITEM_KINDS, PATTERN_KINDS } from '../../core/model/kinds.ts';
import type {
  ContextResult,
  DoctorResult,
  Entry,
  ForgetPlan,
  ForgetReport,
  FoundAgent,
  GetResult,
  Hit,
  ImportProgress,
  ListResult,
  LoggedEvent,
  MemoryRecord,
  Note,
  Reason,
  RecallResult,
  RecordResult,
  RememberResult,
  SearchResult,
  SessionHit,
  StatusResult,
  TimelineEntry,
  TimelineResult,
  UpdateResult,
  VectorStatus,
} from '../answers.ts';
import type { CallName } from '../call-types.ts';
import type { ErrorBody } from '../http-answers.ts';
import type { JobEntry, JobsResult } from '../job-answers.ts';
import type { PatternEntry, PatternsResult } from '../pattern-answers.ts';
import type { TrippedEntry, TripwiresResult } from '../tripwire-answers.ts';
import { COLLECTION_ANSWERS, COLLECTION_SCHEMAS } from './collection-schemas.ts';
import { IMPACT_ANSWERS, IMPACT_SCHEMAS } from './impact-schemas.ts';
import { llmSchema, modelStatusSchema } from './model-schemas.ts';
import { checkpointSchema, RESUME_SCHEMAS, resumeSchema } from './resume-schemas.ts';
import { RETIRE_SCHEMAS } from './retire-schemas.ts';
import {
  anything,
  boolean,
  counts,
  integer,
  listOf,
  number,
  oneOf,
  refer,
  shape,
  text,
  texts,
  time,
} from './schema-shape.ts';
import { SESSION_SCHEMAS, sessionSchema } from './session-schemas.ts';

// What the routes answer, as JSON Schema. The compiler holds the names of the fields to those of the types, and which of
// them may be absent; a test holds real answers to the schemas.

const STATUSES = ['stated', 'proposed', 'confirmed', 'superseded', 'withdrawn'];
const entryNeeded = {
  id: text,
  kind: oneOf([...ITEM_KINDS, 'session', 'project']),
  at: time,
  title: text,
  tokens: integer,
};
const standing = {
  supersededBy: { ...text, description: 'The later memory that says otherwise of the same, or takes it back.' },
  withheld: boolean,
  doubtful: boolean,
  stale: {
    ...shape<NonNullable<Entry['stale']>>({ since: time, by: text }, {}),
    description: 'A file that it shows was changed later: last when, and by what.',
  },
  repeated: {
    ...shape<NonNullable<Entry['repeated']>>({ count: integer, firstAt: time, lastAt: time }, {}),
    description: 'It stands for equal ones, which were retired: how many, first and last.',
  },
  retired: {
    ...shape<NonNullable<Entry['retired']>>({ since: time, batch: text }, {}),
    description: 'It is out of sight until it is pruned or restored: since when, and by which batch.',
  },
};
const entryOptional = {
  sessionId: text,
  project: text,
  agent: text,
  author: oneOf(AUTHORS),
  status: oneOf(STATUSES),
  ref: text,
  ...standing,
};
const secrets: JsonObject = { ...counts, description: 'Secrets that were taken out, by kind.' };

/** Parts of answers, by the name under which they are referred to. */
export const PARTS: Readonly<Record<string, JsonObject>> = {
  Note: shape<Note>({ code: text, message: text }, {}),
  Entry: shape<Entry>({ ...entryNeeded, snippet: text }, entryOptional),
  Hit: shape<Hit>(
    { ...entryNeeded, snippet: text, score: number },
    {
      ...entryOptional,
      why: { type: 'object', additionalProperties: number, description: 'The parts of the score, which is their sum.' },
      whyText: text,
      reasons: listOf(shape<Reason>({ score: number, says: text }, {})),
    },
  ),
  TimelineEntry: shape<TimelineEntry>(
    { ...entryNeeded, text },
    { ...entryOptional, filesChanged: texts, exitCode: integer, anchor: boolean },
  ),
  MemoryRecord: shape<MemoryRecord>(
    {
      id: text,
      kind: oneOf([...ITEM_KINDS, 'event', 'session', 'project', 'collection']),
      at: time,
      title: text,
      text,
      detail: anything,
    },
    {
      observation: text,
      sessionId: text,
      project: text,
      agent: text,
      author: oneOf(AUTHORS),
      exposed: boolean,
      promptNumber: integer,
      eventId: text,
      rule: text,
      ...standing,
      confidence: number,
      links: listOf(
        shape<NonNullable<MemoryRecord['links']>[number]>(
          { relation: oneOf(['repeats', 'near', 'supersedes', 'part-of']), id: text },
          {},
        ),
      ),
      worded: shape<NonNullable<MemoryRecord['worded']>>(
        { title: text, narrative: text, facts: texts, model: text },
        {},
      ),
    },
  ),
  ForgetPlan: shape<ForgetPlan>(
    {
      state: oneOf(['planned']),
      token: text,
      events: integer,
      items: integer,
      sessions: integer,
      sample: listOf(refer('Entry')),
      missing: texts,
      notes: listOf(refer('Note')),
    },
    { firstAt: time, lastAt: time },
  ),
  ForgetReport: shape<ForgetReport>(
    {
      state: oneOf(['erased', 'hidden', 'pending']),
      events: integer,
      items: texts,
      bodies: integer,
      freed: integer,
      missing: texts,
      shared: texts,
      searched: shape<ForgetReport['searched']>({ files: integer, bytes: integer, found: texts }, {}),
      beyond: texts,
      notes: listOf(refer('Note')),
    },
    {},
  ),
  Job: shape<JobEntry>(
    {
      id: integer,
      kind: text,
      key: text,
      state: oneOf(['ready', 'leased', 'dead']),
      priority: integer,
      attempts: integer,
      dueAt: time,
    },
    { error: text, progress: anything, isCancelled: boolean },
  ),
  Check: shape<DoctorResult['checks'][number]>(
    { name: text, status: oneOf(['ok', 'warning', 'failed']), message: text },
    { fix: text, fixable: boolean, fixed: boolean },
  ),
  ...SESSION_SCHEMAS,
  ...IMPACT_SCHEMAS,
  ...RESUME_SCHEMAS,
  PatternEntry: shape<PatternEntry>(
    {
      id: text,
      kind: oneOf(PATTERN_KINDS),
      label: text,
      text,
      key: text,
      count: integer,
      sessions: integer,
      firstAt: time,
      lastAt: time,
      firstSession: text,
      lastSession: text,
      files: texts,
      evidence: texts,
      author: oneOf(AUTHORS),
      exposed: boolean,
      tokens: integer,
    },
    { project: text, status: text, more: anything },
  ),
  ...RETIRE_SCHEMAS,
  ...COLLECTION_SCHEMAS,
  Error: shape<ErrorBody>(
    { error: shape<ErrorBody['error']>({ code: oneOf(Object.keys(ERROR_CODES)), message: text }, { fix: text }) },
    {},
  ),
};

const notes = listOf(refer('Note'));

/** What each call answers; of a stream, one line of it. */
export const ANSWERS: Readonly<Record<CallName, JsonObject>> = {
  record: shape<RecordResult>(
    {
      accepted: integer,
      duplicates: integer,
      skipped: listOf(shape<RecordResult['skipped'][number]>({ index: integer, reason: text }, {})),
    },
    {},
  ),
  remember: shape<RememberResult>(
    { id: text, status: oneOf(['created', 'updated', 'merged', 'proposed']), redacted: secrets },
    { supersedes: text },
  ),
  search: shape<SearchResult>(
    { hits: listOf(refer('Hit')), tokens: integer, notes },
    { sessions: listOf(shape<SessionHit>({ sessionId: text, ref: text, score: number }, {})), nextCursor: text },
  ),
  timeline: shape<TimelineResult>(
    {
      anchor: text,
      entries: listOf(refer('TimelineEntry')),
      more: shape<TimelineResult['more']>({ before: boolean, after: boolean }, {}),
      tokens: integer,
    },
    {},
  ),
  get: shape<GetResult>({ records: listOf(refer('MemoryRecord')), missing: texts, tokens: integer }, {}),
  list: shape<ListResult>({ entries: listOf(refer('Entry')), tokens: integer }, { nextCursor: text }),
  update: shape<UpdateResult>(
    { id: text, status: oneOf(['updated', 'unchanged']), redacted: secrets, record: refer('MemoryRecord') },
    {},
  ),
  recall: shape<RecallResult>({ text, ids: texts, tokens: integer, notes }, {}),
  context: shape<ContextResult>(
    {
      text,
      items: listOf(
        shape<ContextResult['items'][number]>(
          { id: text, kind: oneOf(ITEM_KINDS), section: text, tokens: integer },
          {},
        ),
      ),
      tokens: integer,
      notes,
    },
    {},
  ),
  resume: resumeSchema,
  patterns: shape<PatternsResult>(
    { patterns: listOf(refer('PatternEntry')), tokens: integer, notes },
    { nextCursor: text },
  ),
  tripwires: shape<TripwiresResult>(
    {
      mode: oneOf(['off', 'warn', 'block']),
      waiting: integer,
      met: listOf(
        shape<TrippedEntry>(
          { id: text, status: text, speaks: boolean, refuses: boolean, waitsFor: text, says: text },
          { rule: text },
        ),
      ),
    },
    {},
  ),
  ...IMPACT_ANSWERS,
  session: sessionSchema,
  checkpoint: checkpointSchema,
  forget: { anyOf: [refer('ForgetPlan'), refer('ForgetReport')] },
  prune: { anyOf: [refer('RetirePlan'), refer('RetireReport')] },
  consolidate: { anyOf: [refer('RetirePlan'), refer('RetireReport')] },
  ...COLLECTION_ANSWERS,
  events: {
    ...shape<LoggedEvent>(
      { seq: integer, id: text, kind: text, agent: text, sessionId: text, at: time },
      { project: text, cwd: text },
    ),
    additionalProperties: true,
    description: 'One event; the other fields are those of its kind.',
  },
  import: shape<ImportProgress>(
    {
      done: boolean,
      files: integer,
      filesTotal: integer,
      bytes: integer,
      bytesTotal: integer,
      lines: integer,
      read: integer,
      skipped: counts,
      added: integer,
      completed: integer,
      duplicates: integer,
      byKind: counts,
      errors: listOf(shape<ImportProgress['errors'][number]>({ path: text, message: text }, {})),
    },
    {
      file: text,
      filesKnown: integer,
      bytesKnown: integer,
      waiting: integer,
      tables: counts,
      agents: listOf(
        shape<FoundAgent>(
          {
            agent: text,
            title: text,
            sessions: integer,
            files: integer,
            bytes: integer,
            filesKnown: integer,
            bytesKnown: integer,
            firstAt: time,
            lastAt: time,
            projects: listOf(shape<FoundAgent['projects'][number]>({ id: text, name: text, sessions: integer }, {})),
            projectsTotal: integer,
          },
          {},
        ),
      ),
    },
  ),
  export: { type: 'object', description: 'One line of an export.' },
  status: shape<StatusResult>(
    {
      version: text,
      home: text,
      counts: anything,
      ignored: counts,
      hooks: listOf(
        shape<StatusResult['hooks'][number]>({ agent: text, event: text, count: integer, lastAt: time }, {}),
      ),
      skipped: counts,
      jobs: shape<StatusResult['jobs']>({ waiting: integer, dead: integer }, {}),
      distilling: shape<StatusResult['distilling']>({ sessions: integer, patterns: integer }, {}),
      disk: shape<StatusResult['disk']>(
        { room: oneOf(['ample', 'low', 'full']) },
        {
          freeBytes: integer,
          grown: shape<NonNullable<StatusResult['disk']['grown']>>({ bytes: integer, since: time }, {}),
        },
      ),
      journal: shape<StatusResult['journal']>({ files: integer }, {}),
      vectors: shape<VectorStatus>(
        { state: oneOf(['off', 'idle', 'working', 'resting', 'failed']), stored: integer, waiting: integer },
        {
          model: text,
          perSecond: number,
          secondsLeft: integer,
          error: shape<NonNullable<VectorStatus['error']>>({ code: text, message: text, at: time }, { fix: text }),
        },
      ),
      models: modelStatusSchema,
    },
    {
      owner: shape<NonNullable<StatusResult['owner']>>(
        { pid: integer, startedAt: time, socket: text, version: text },
        {},
      ),
    },
  ),
  llm: llmSchema,
  jobs: shape<JobsResult>(
    {
      jobs: listOf(refer('Job')),
      waiting: shape<JobsResult['waiting']>({ events: integer, sessions: integer, patterns: integer }, {}),
    },
    {},
  ),
  rebuild: refer('Job'),
  doctor: shape<DoctorResult>({ checks: listOf(refer('Check')) }, {}),
  settled: { type: 'object' },
};
