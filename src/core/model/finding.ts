import type { JsonObject } from '../json.ts';
import type { ItemId, ProjectId, SessionId } from './ids.ts';
import type { PatternKind } from './kinds.ts';

/**
 * What one session shows of one pattern. Findings of one project, kind and key form one pattern; a session has at most
 * one finding of a project, kind and key.
 */
export interface Finding {
  session: SessionId;
  project?: ProjectId;
  kind: PatternKind;
  /** The identity within project and kind: a fingerprint, two paths, a normalised sentence. At most 200 characters. */
  key: string;
  /** Milliseconds since 1970, of the first and last time in the session. */
  firstAt: number;
  lastAt: number;
  count: number;
  /** Items that show it, most significant first, at most eight. */
  evidence: ItemId[];
  /** Paths as items carry them, at most eight. */
  files: string[];
  /** Whose words or deeds it is, the least trusted author of the evidence; limits where its words may be injected. */
  author: 'person' | 'agent' | 'tool';
  exposed: boolean;
  /** One line for a person. */
  label: string;
  /** Fields of one pattern kind only, as the rule that aggregates them knows them. */
  detail: JsonObject;
}

/** What a confirmed tripwire refuses, and the key by which it is known. */
export interface HeldMatcher {
  key: string;
  matcher: JsonObject;
  /** In a rule: the id of that tripwire. */
  by?: string;
}
