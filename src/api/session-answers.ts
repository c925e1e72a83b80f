import type { SnippetDetail, SummaryDetail } from '../core/model/item.ts';
import type { Author } from '../core/model/kinds.ts';
import type { MemoryRecord, ResumedSession } from './answers.ts';

/** A session's summary, and the memory that it is. */
export interface SessionSummary extends SummaryDetail {
  id: string;
  /** ISO 8601, of the last event it covers. */
  at: string;
  /** The same in one text of at most 2,000 characters. */
  text: string;
  author: Author;
  exposed: boolean;
  rule: string;
}

/** A piece of code that a session left; its lines are the text. */
export interface SessionSnippet extends SnippetDetail {
  id: string;
  /** ISO 8601. */
  at: string;
  title: string;
  text: string;
}

/** A word that somebody put on a session, to find it by: a memory of its own. */
export interface SessionTag {
  id: string;
  name: string;
  author: Author;
}

/** What `session` answers. Without a summary when the session has no content, or is not distilled yet. */
export interface SessionResult extends Omit<ResumedSession, 'command'> {
  /** ISO 8601. */
  endedAt?: string;
  title: string;
  /** It had read something untrusted. */
  exposed: boolean;
  summary?: SessionSummary;
  /** What somebody wrote of it on purpose, to be told before the summary. */
  written?: { id: string; at: string; title: string; text: string; author: Author; exposed: boolean };
  topics: { id: string; title: string }[];
  tags: SessionTag[];
  snippets: SessionSnippet[];
  /** Issues and pull requests that it names, as `#12`, `owner/name#12` and `ABC-12`, those named most first. */
  issues: string[];
  /** Its state, which `resume` describes. */
  checkpoint?: string;
  tokens: number;
}

/** What `summarize` did: the written summary as it is now. */
export interface SummarizeResult {
  id: string;
  sessionId: string;
  status: 'created' | 'updated' | 'unchanged';
  redacted: Record<string, number>;
  record: MemoryRecord;
}
