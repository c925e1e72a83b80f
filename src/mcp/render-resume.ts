import type { ResumeResult } from '../api/answers.ts';
import type { JsonObject } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { safeText } from '../core/text/safe-text.ts';
import { answer, indent, LABEL, noteLines, notesData } from './render-text.ts';
import type { ToolAnswer } from './tool.ts';

const NOTHING = 'No session of this project did anything yet.';

/** Where the work stands, as the text that says it and the files and failures by id. */
export function renderResume({ text, session, state, ids, notes }: ResumeResult): ToolAnswer {
  const label = text === '' ? NOTHING : LABEL;
  const told = safeText(text);
  const facts = state === undefined ? {} : { files: state.files, failing: state.failing };
  return answer([label, ...(told === '' ? [] : [indent(told)]), ...noteLines(notes)], {
    label,
    text: told,
    ...(JSON.parse(JSON.stringify(omitUndefined({ session, ...facts, ids }))) as JsonObject),
    ...notesData(notes),
  });
}
