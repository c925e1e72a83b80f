import type { CodeOutline, CodeSearchResult, CodeUnfolded } from '../api/work-answers.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { ErrorShape } from '../core/errors.ts';
import type { SymbolKind } from '../core/model/symbol-kinds.ts';

/** Where a question is about: the root of a project, the folder of who asks, and files that the project itself excludes. */
export interface CodePlace {
  root: string;
  cwd?: string;
  excluded?: readonly string[];
}

/** What each question takes. */
export interface CodeQuestions {
  search: CodePlace & { query: string; kinds?: readonly SymbolKind[]; path?: string; limit?: number };
  outline: CodePlace & { path: string; budget?: number };
  unfold: CodePlace & { symbol?: string; path?: string; line?: number; from?: number };
}

/** What each question is answered with. */
export interface CodeAnswers {
  search: CodeSearchResult;
  outline: CodeOutline;
  unfold: CodeUnfolded;
}

/** Name of a question. */
export type CodeQuestion = keyof CodeQuestions;

/** Those of the deadlines that the process keeps. */
export type CodeDeadlines = Pick<Deadlines, 'codeFirstMs' | 'codeChangesMs'>;

/** What the worker sends the process first. */
export interface CodeHelperData {
  /** Folder of the grammars. */
  grammars: string;
  /** Folder of the indexes. */
  folder: string;
  exclude: { paths: readonly string[]; projects: readonly string[]; userHome?: string };
  deadlines: CodeDeadlines;
}

/** One question. */
export interface CodeHelperCall {
  id: number;
  question: CodeQuestion;
  input: CodeQuestions[CodeQuestion];
}

/** What the process says: an answer, or that it works on for nobody, or no longer does. */
export type CodeHelperAnswer =
  | { id: number; value: unknown }
  | { id: number; error: ErrorShape }
  | { working: boolean };
