import type { ItemKind } from '../../../core/model/kinds.ts';
import { CATEGORY_CODES, type Codes, ITEM_CODES, MEANING_CODES, SORT_CODES } from '../engine/codes.ts';
import { publicIdSql } from '../engine/compact-id.ts';

// Views under the names and columns that other memory systems use, for people who open the file with another program.
// Cairn itself never reads them. Lists are comma-separated, sentences one a line, times ISO 8601, and `_epoch` columns
// milliseconds since 1970.

const detail = (path: string): string => `i.detail ->> '$.${path}'`;
const list = (path: string): string => `(SELECT group_concat(value, ',') FROM json_each(i.detail, '$.${path}'))`;
const texts = (path: string): string =>
  `(SELECT group_concat(value ->> '$.text', char(10)) FROM json_each(i.detail, '$.${path}'))`;
const files = (path: string): string =>
  `(SELECT group_concat(f.path, ',') FROM json_each(i.detail, '$.${path}') AS j JOIN files AS f ON f.seq = j.value)`;
const TITLE = `CASE WHEN typeof(i.title) = 'text' THEN i.title
    WHEN i.title >= 0 THEN substr(i.text, 1, i.title) ELSE substr(i.text, 1, -i.title) || '…' END`;
const PROJECT = "(SELECT coalesce(p.given_name, nullif(p.name, ''), p.id) FROM projects AS p WHERE p.seq = i.project)";
const SESSION = '(SELECT s.id FROM sessions AS s WHERE s.seq = i.session)';
const CREATED_AT = "strftime('%Y-%m-%dT%H:%M:%fZ', i.at / 1000.0, 'unixepoch')";

const PROMPT = ITEM_CODES.toCode('prompt');
const MESSAGE = ITEM_CODES.toCode('message');

/** The number of prompts of the session at or before an item. */
const PROMPT_NUMBER = `(SELECT count(*) FROM items AS q
    WHERE q.session = i.session AND q.kind = ${PROMPT} AND (q.at, q.seq) <= (i.at, i.seq))`;

const word = (column: string, codes: Codes<string>): string =>
  `CASE i.${column} ${codes.words.map((name, code) => `WHEN ${code} THEN '${name}'`).join(' ')} END`;
const SORT = word('sort', SORT_CODES);

/** The last columns of every view. `hidden`: 1 when an agent asked not to show it, 2 when it is retired. */
const COMMON = { created_at: CREATED_AT, created_at_epoch: 'i.at', hidden: 'ifnull(i.hidden, 0)' };

const OF_SESSION = { session_id: SESSION, project: PROJECT };

function view(name: string, kinds: readonly ItemKind[], columns: Record<string, string>): string {
  const selected = Object.entries({ id: publicIdSql('i.id'), ...columns, ...COMMON }).map(
    ([as, sql]) => `${sql} AS ${as}`,
  );
  return `DROP VIEW IF EXISTS ${name};
CREATE VIEW ${name} AS SELECT
  ${selected.join(',\n  ')}
FROM items AS i WHERE i.kind IN (${kinds.map(ITEM_CODES.toCode).join(', ')});
`;
}

const VIEWS: readonly string[] = [
  view('observations', ['observation', 'knowledge'], {
    memory_session_id: SESSION,
    project: PROJECT,
    type: SORT,
    title: TITLE,
    subtitle: detail('subtitle'),
    text: 'i.text',
    narrative: detail('narrative'),
    facts: list('facts'),
    concepts: list('concepts'),
    files_read: files('filesRead'),
    files_modified: files('filesChanged'),
    prompt_number: PROMPT_NUMBER,
    content_hash: "format('%014x', i.content_hash)",
    discovery_tokens: detail('tokens'),
    auto_category: word('category', CATEGORY_CODES),
    meaning: word('meaning', MEANING_CODES),
  }),
  view('prompts', ['prompt'], {
    content_session_id: SESSION,
    project: PROJECT,
    prompt_number: 'row_number() OVER (PARTITION BY i.session ORDER BY i.at, i.seq)',
    prompt_text: 'i.text',
  }),
  view('messages', ['prompt', 'message'], {
    ...OF_SESSION,
    role: `CASE i.kind WHEN ${MESSAGE} THEN 'assistant' ELSE 'user' END`,
    content: 'i.text',
    sequence: 'row_number() OVER (PARTITION BY i.session ORDER BY i.at, i.seq)',
  }),
  view('summaries', ['summary'], {
    ...OF_SESSION,
    request: texts('summary.request'),
    investigated: texts('summary.investigated'),
    learned: texts('summary.learned'),
    completed: texts('summary.completed'),
    next_steps: texts('summary.nextSteps'),
    notes: texts('summary.notes'),
    brief: `coalesce(${detail('summary.brief')}, ${TITLE})`,
    detailed: 'i.text',
    key_decisions: texts('summary.decisions'),
    problems_solved: texts('summary.problemsSolved'),
    technologies: list('summary.technologies'),
    outcome: detail('summary.outcome'),
    user_note: texts('summary.userNotes'),
    discovery_tokens: detail('tokens'),
  }),
  view('checkpoints', ['checkpoint'], {
    ...OF_SESSION,
    task: detail('checkpoint.task'),
    progress: 'i.text',
    next_steps: list('checkpoint.openTasks'),
    open_questions: texts('checkpoint.openQuestions'),
    relevant_files: list('checkpoint.filesChanged'),
    context_snapshot: detail('checkpoint'),
  }),
  view('patterns', ['pattern'], {
    project: PROJECT,
    pattern_type: detail('pattern.type'),
    title: TITLE,
    description: 'i.text',
    first_seen_session_id: detail('pattern.firstSession'),
    last_seen_session_id: detail('pattern.lastSession'),
    occurrence_count: detail('pattern.count'),
    related_files: list('pattern.files'),
    related_observation_ids: list('pattern.evidence'),
  }),
  view('code_snippets', ['snippet'], {
    ...OF_SESSION,
    language: detail('snippet.language'),
    code: 'i.text',
    description: TITLE,
    file_path: detail('snippet.file'),
  }),
  view('topics', ['topic'], { ...OF_SESSION, topic: TITLE }),
  view('knowledge', ['knowledge'], {
    ...OF_SESSION,
    type: SORT,
    title: TITLE,
    text: 'i.text',
    status: detail('status'),
    severity: detail('severity'),
    alternatives: list('alternatives'),
    reason: detail('reason'),
    confidence: detail('confidence'),
  }),
];

/** SQL that drops and creates all views; run after every migration. */
export function views(): string {
  return VIEWS.join('\n');
}
