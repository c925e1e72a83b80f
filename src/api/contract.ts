// The memory as the SDK shows it: each call as a method. `methods.ts` makes these out of the table of calls, which the compiler holds.

import type { JsonObject } from '../core/json.ts';
import type { ItemDetail, ItemFields } from '../core/model/item.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import type * as Answer from './answers.ts';
import type { BackupEntry, BackupsResult } from './backup-answers.ts';
import type { AskResult, CollectionsResult, CollectResult } from './collection-answers.ts';
import type { ContextResult } from './context-answers.ts';
import type * as Home from './home-answers.ts';
import type { ImpactResult, RepeatsResult } from './impact-answers.ts';
import type { LlmResult } from './model-answers.ts';
import type { PatternsResult } from './pattern-answers.ts';
import type { ProjectPage } from './project-answers.ts';
import type * as Input from './requests.ts';
import type { RetireResult } from './retire-answers.ts';
import type {
  ContradictionsResult,
  HistoryResult,
  ReviewLogResult,
  SharedResult,
  ShareResult,
} from './review-answers.ts';
import type { SessionResult, SummarizeResult } from './session-answers.ts';
import type { StatsResult } from './stats-answers.ts';
import type { StoryResult } from './story-answers.ts';
import type { TripwiresResult } from './tripwire-answers.ts';
import type {
  CodeOutline,
  CodeSearchResult,
  CodeUnfolded,
  FileResult,
  ThreadsResult,
  WhyResult,
} from './work-answers.ts';

/** Who is calling. `person`: true only where a terminal shows that a person types, and no agent stands above it. */
export interface Caller {
  surface: 'sdk' | 'mcp' | 'cli' | 'http';
  person: boolean;
  /** The process that claims to be a person's, for the worker to check: its pid and start. */
  process?: string;
  /** The terminal at which the worker found the person. */
  terminal?: string;
  /** True when it is known to be an agent (MCP, or a process with an agent's environment): it may hide, not erase. */
  agent?: boolean;
  /** True when it came by TCP. */
  byTcp?: boolean;
  /** The session to which its acts belong; default one for each surface. */
  session?: string;
  /** Id of the session in which an agent asks, where the agent named it: what it has in its context need not be found. */
  asking?: string;
  cwd?: string;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Names a call of `record`: the same name again is the same call, repeated, and adds nothing. */
  delivery?: string;
}

/** The memory. Plain JSON in and out; every failure is a `CairnError`. */
export interface Memory extends AsyncDisposable {
  /**
   * @example
   * await memory.record({ sessionId: 's1', messages: [{ role: 'user', content: 'Deploys go out on Fridays.' }] });
   */
  record(input: Input.RecordInput, options?: CallOptions): Promise<Answer.RecordResult>;
  /**
   * @example
   * const { id } = await memory.remember('We use pnpm, not npm.');
   */
  remember(input: string | Input.NoteInput, options?: CallOptions): Promise<Answer.RememberResult>;
  /**
   * Keeps what was observed, in the name of who calls.
   * @example
   * await memory.observe({ title: 'The cart rounds twice', kind: 'bugfix', facts: ['cart.ts rounds again'], files: ['src/cart.ts'] });
   */
  observe(input: string | Input.ObservationInput, options?: CallOptions): Promise<Answer.RememberResult>;
  /**
   * @example
   * const { hits } = await memory.search({ query: 'do we use npm or pnpm?', limit: 5 });
   */
  search(input: string | Input.SearchQuery, options?: CallOptions): Promise<Answer.SearchResult>;
  /**
   * @example
   * const { entries } = await memory.timeline({ anchor: id, before: 3, after: 3 });
   */
  timeline(input: string | Input.TimelineInput, options?: CallOptions): Promise<Answer.TimelineResult>;
  /**
   * @example
   * const { records, missing } = await memory.get(id);
   */
  get(input: string | string[] | Input.GetInput, options?: CallOptions): Promise<Answer.GetResult>;
  /**
   * @example
   * const { entries, nextCursor } = await memory.list({ kinds: ['knowledge'], limit: 20 });
   */
  list(input?: Input.ListInput, options?: CallOptions): Promise<Answer.ListResult>;
  /**
   * What stands in a person's name, newest first: stated, confirmed, withdrawn, muted …, with when and how it was said.
   * @example
   * const { entries } = await memory.reviewLog({ limit: 50 });
   */
  reviewLog(input?: Input.ReviewLogInput, options?: CallOptions): Promise<ReviewLogResult>;
  /**
   * The life of a memory: what was done with it, what took the place of what, what it stands on.
   * @example
   * const { acts, chain } = await memory.history(id);
   */
  history(input: string | Input.HistoryInput, options?: CallOptions): Promise<HistoryResult>;
  /**
   * @example
   * await memory.update(id, { text: 'We use pnpm 10, not npm.' });
   */
  update(id: string, changes: Input.UpdateInput, options?: CallOptions): Promise<Answer.UpdateResult>;
  /**
   * Writes what a person stated or confirmed into `.cairn/knowledge` of the checkout at hand. Only a person may.
   * @example
   * const { path } = await memory.share(id);
   */
  share(input: string | Input.ShareInput, options?: CallOptions): Promise<ShareResult>;
  /**
   * What the checkout at hand shares, after its changed files were taken in.
   * @example
   * const waiting = (await memory.shared()).files.filter(({ state }) => state === 'proposed');
   */
  shared(input?: Input.SharedInput, options?: CallOptions): Promise<SharedResult>;
  /**
   * Answers in prose for a person.
   * @example
   * const { text } = await memory.recall('how do we deploy?');
   */
  recall(input: string | Input.RecallInput, options?: CallOptions): Promise<Answer.RecallResult>;
  /**
   * @example
   * const { text } = await memory.context({ prompt: 'fix the failing migration', budget: 800 });
   */
  context(input?: string | Input.ContextRequest, options?: CallOptions): Promise<ContextResult>;
  /**
   * The state of the work: for whoever goes on with a session.
   * @example
   * const { text } = await memory.resume();
   */
  resume(input?: string | Input.ResumeInput, options?: CallOptions): Promise<Answer.ResumeResult>;
  /**
   * A page on a project: what its sessions show of commands, places, open threads and wishes, and its repository does not say.
   * @example
   * const { text } = await memory.project();
   */
  project(input?: string | Input.ProjectInput, options?: CallOptions): Promise<ProjectPage>;
  /**
   * A session by its summary, with its topics and its snippets of code.
   * @example
   * const session = await memory.session(sessionId);
   */
  session(input: string | Input.SessionInput, options?: CallOptions): Promise<SessionResult>;
  /**
   * A session step by step: prompts, answers, calls with what they changed, and what Cairn told it.
   * @example
   * const { steps, told } = await memory.story(sessionId);
   */
  story(input: string | Input.StoryInput, options?: CallOptions): Promise<StoryResult>;
  /**
   * Which sessions of a project worked on one thing, and what each thread left open.
   * @example
   * const open = (await memory.threads()).threads.filter(({ state }) => state === 'open');
   */
  threads(input?: string | Input.ThreadsInput, options?: CallOptions): Promise<ThreadsResult>;
  /**
   * Why a file is as it is.
   * @example
   * const { commits, decisions } = await memory.file('src/pay.ts');
   */
  file(input?: string | Input.FileInput, options?: CallOptions): Promise<FileResult>;
  /**
   * Symbols of the project's sources, as they are now. Needs the package `cairn-memory-code`.
   * @example
   * const { symbols } = await memory.smartSearch({ query: 'retry with back-off', kinds: ['function'] });
   */
  smartSearch(input: string | Input.SmartSearchInput, options?: CallOptions): Promise<CodeSearchResult>;
  /**
   * The skeleton of a source file, at a fraction of its tokens.
   * @example
   * const { text, tokens, fileTokens } = await memory.smartOutline('src/pay.ts');
   */
  smartOutline(input: string | Input.SmartOutlineInput, options?: CallOptions): Promise<CodeOutline>;
  /**
   * The text of one symbol.
   * @example
   * const { text, line } = await memory.smartUnfold({ symbol: 'Queue.retry', path: 'src/queue.ts' });
   */
  smartUnfold(input?: string | Input.SmartUnfoldInput, options?: CallOptions): Promise<CodeUnfolded>;
  /**
   * Why lines of a file are there: the commit, the session that wrote them, the prompt that led to it, what was decided,
   * refused and failed on the way. Runs git.
   * @example
   * const { lines } = await memory.why({ path: 'src/pay.ts', line: 12 });
   */
  why(input: string | Input.WhyInput, options?: CallOptions): Promise<WhyResult>;
  /**
   * What helps a later session: failures with what mended them, decisions, preferences, files that go together, checks.
   * @example
   * const errors = await memory.patterns({ kind: 'error', since: '30d' });
   */
  patterns(input?: Input.PatternsInput, options?: CallOptions): Promise<PatternsResult>;
  /**
   * What would speak up at a command or a change of a path.
   * @example
   * const warnings = await memory.tripwires({ test: 'git push --force' });
   */
  tripwires(input?: Input.TripwiresInput, options?: CallOptions): Promise<TripwiresResult>;
  /**
   * What Cairn injected into agents' sessions, what it cost, and what of it was used afterwards.
   * @example
   * const impact = await memory.impact({ since: '30d' });
   */
  impact(input?: Input.ImpactInput, options?: CallOptions): Promise<ImpactResult>;
  /**
   * The work of a time in figures, with what is unusual; and as a report.
   * @example
   * const stats = await memory.stats({ report: 'week', format: 'md' });
   */
  stats(input?: Input.StatsInput, options?: CallOptions): Promise<StatsResult>;
  /**
   * Statements on one subject that cannot both hold.
   * @example
   * const contradictions = await memory.contradictions({ limit: 10 });
   */
  contradictions(input?: Input.ContradictionsInput, options?: CallOptions): Promise<ContradictionsResult>;
  /**
   * What the person said in several of the last sessions, and whether Cairn or a file of instructions would have told it.
   * @example
   * const { counts } = await memory.repeats({ sessions: 100 });
   */
  repeats(input?: Input.RepeatsInput, options?: CallOptions): Promise<RepeatsResult>;
  /**
   * Takes stock of a session now, with a note on it, and with what the caller says of its work.
   * @example
   * await memory.checkpoint({ task: 'The migration', progress: ['Half of the tables'], nextSteps: ['Move the rest'] });
   */
  checkpoint(input?: string | Input.CheckpointInput, options?: CallOptions): Promise<Answer.CheckpointResult>;
  /**
   * Keeps a written summary of a session.
   * @example
   * await memory.summarize({ sessionId, request: 'Round the totals', completed: ['The cart rounds once'] });
   */
  summarize(input: string | Input.SummarizeInput, options?: CallOptions): Promise<SummarizeResult>;
  /**
   * @example
   * const plan = await memory.forget({ query: 'heron' });
   * if (plan.state === 'planned') await memory.forget({ query: 'heron', confirm: plan.token });
   */
  forget(input: Input.ForgetInput, options?: CallOptions): Promise<Answer.ForgetResult>;
  /**
   * Plans which memories are too old or too many; with the plan's token, but not for an agent, it hides them until they are erased.
   * @example
   * const plan = await memory.prune({ olderThan: '365d' });
   * if (plan.state === 'planned') await memory.prune({ olderThan: '365d', confirm: plan.token });
   */
  prune(input?: Input.PruneInput, options?: CallOptions): Promise<RetireResult>;
  /**
   * Plans which memories only repeat others; with the plan's token, but not for an agent, it keeps one of each in sight.
   * @example
   * const plan = await memory.consolidate();
   * if (plan.state === 'planned') await memory.consolidate({ confirm: plan.token });
   */
  consolidate(input?: Input.ConsolidateInput, options?: CallOptions): Promise<RetireResult>;
  /**
   * Makes, changes or deletes a collection.
   * @example
   * await memory.collect({ name: 'releases', query: 'release checklist' });
   */
  collect(input: Input.CollectInput, options?: CallOptions): Promise<CollectResult>;
  /**
   * All collections, or one with its memories.
   * @example
   * const page = await memory.collections({ collection: 'releases', format: 'md' });
   */
  collections(input?: string | Input.CollectionsInput, options?: CallOptions): Promise<CollectionsResult>;
  /**
   * Answers a question from the memories of a collection.
   * @example
   * const answer = await memory.ask({ collection: 'releases', question: 'who signs a release?' });
   */
  ask(input: Input.AskInput, options?: CallOptions): Promise<AskResult>;
  /**
   * The events of the log after a place; goes on as events come until the caller stops or `signal` aborts.
   * @example
   * for await (const event of memory.events({ follow: false })) kinds.add(event.kind);
   */
  events(input?: Input.EventsInput, options?: CallOptions): AsyncIterable<Answer.LoggedEvent>;
  /**
   * Imports transcripts; yields progress about twice a second and once at the end (`done`).
   * @example
   * for await (const progress of memory.import({ agent: 'codex', since: '30d' })) if (progress.done) break;
   */
  import(input?: Input.ImportInput, options?: CallOptions): AsyncIterable<Answer.ImportProgress>;
  /**
   * All that the home contains, for another home: each value is a line, as its JSON text.
   * @example
   * for await (const value of memory.export()) lines.push(JSON.stringify(value));
   */
  export(input?: Input.ExportInput, options?: CallOptions): AsyncIterable<JsonObject>;
  /**
   * @example
   * const { counts } = await memory.status();
   */
  status(options?: CallOptions): Promise<Home.StatusResult>;
  /**
   * What the language model does, did and would be sent.
   * @example
   * const planned = await memory.llm({ plan: true });
   */
  llm(input?: Input.LlmInput, options?: CallOptions): Promise<LlmResult>;
  /**
   * Jobs that wait, are under way or were given up, and how much is still to be derived; cancels or retries one.
   * @example
   * await memory.jobs({ retry: 7 });
   */
  jobs(input?: Input.JobsInput, options?: CallOptions): Promise<Home.JobsResult>;
  /**
   * Makes a backup of the memory now, a compressed copy of its database; `cairn backup restore` puts one back.
   * @example
   * const { name } = await memory.backup();
   */
  backup(options?: CallOptions): Promise<BackupEntry>;
  /**
   * The backups, newest first; with `verify` one is unpacked and looked at.
   * @example
   * const { backups } = await memory.backups({ verify: '*' });
   */
  backups(input?: Input.BackupsInput, options?: CallOptions): Promise<BackupsResult>;
  /**
   * The settings, each with its value, its default and where it comes from; changes one first.
   * @example
   * const { settings } = await memory.settings({ set: 'context.startTokens', value: '800' });
   */
  settings(input?: Input.SettingsInput, options?: CallOptions): Promise<Home.SettingsResult>;
  /**
   * Records nothing of what agents do, anywhere or in one folder, for a while or until it is ended.
   * @example
   * await memory.pause({ until: '2h' });
   */
  pause(input?: Input.PauseInput, options?: CallOptions): Promise<Home.PauseResult>;
  /**
   * What this home shares with the others of a team, and what came from them; has that done now, or changed by a person.
   * @example
   * const { lastRun } = await memory.sync({ run: true });
   */
  sync(input?: Input.SyncInput, options?: CallOptions): Promise<Home.SyncResult>;
  /**
   * The addresses to which messages of what happens are sent, and how far they are; `test` sends each a test message first.
   * @example
   * const { addresses } = await memory.webhooks({ test: true });
   */
  webhooks(input?: Input.WebhooksInput, options?: CallOptions): Promise<Home.WebhooksResult>;
  /**
   * What was redacted, excluded, forgotten and retired, in numbers.
   * @example
   * const { redacted } = await memory.privacy();
   */
  privacy(input?: Input.PrivacyInput, options?: CallOptions): Promise<Home.PrivacyResult>;
  /**
   * The last lines of the log, newest first.
   * @example
   * const { entries } = await memory.log({ level: 'error', limit: 20 });
   */
  log(input?: Input.LogInput, options?: CallOptions): Promise<Home.LogResult>;
  /**
   * Derives everything, or a part, again in the background, with the same ids; `jobs` says how far it is.
   * @example
   * const job = await memory.rebuild({ what: 'items' });
   */
  rebuild(input?: Input.RebuildInput, options?: CallOptions): Promise<Home.JobEntry>;
  /**
   * The worker's findings on its own health.
   * @example
   * const failed = (await memory.doctor()).checks.filter(({ status }) => status === 'failed');
   */
  doctor(input?: Input.DoctorInput, options?: CallOptions): Promise<Answer.DoctorResult>;
  /**
   * Resolves when nothing is left to derive, or to embed by one that works; `timeout` after `timeoutMs` (default 30,000).
   * @example
   * await memory.settled({ timeoutMs: 5_000 });
   */
  settled(options?: { timeoutMs?: number } & CallOptions): Promise<void>;
  /**
   * @example
   * await memory.close();
   */
  close(): Promise<void>;
}

/** An item with its score and the parts of it, as callers of the SDK name its type: one shape for every kind. */
export type RankedItem = ItemFields & { kind: ItemKind; detail: ItemDetail } & {
  score: number;
  why: Record<string, number>;
};
