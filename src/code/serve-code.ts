import { dropOldest } from '../core/drop-oldest.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { realPathOf } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { createExclusion } from '../privacy/exclude.ts';
import type {
  CodeAnswers,
  CodeHelperAnswer,
  CodeHelperCall,
  CodeHelperData,
  CodePlace,
  CodeQuestion,
  CodeQuestions,
} from './code-protocol.ts';
import { openProjectSources } from './files/project-sources.ts';
import { openCodeIndex } from './index/code-index.ts';
import { outlineFile } from './outline-file.ts';
import { openParser, type SymbolParser } from './parse/open-parser.ts';
import type { CodeProject } from './project-code.ts';
import { searchProject } from './search-project.ts';
import { unfoldSymbol } from './unfold-symbol.ts';

/** Projects whose index is held at once. */
const PROJECTS = 3;

type Answerers = {
  [Name in CodeQuestion]: (project: CodeProject, input: CodeQuestions[Name]) => Promise<CodeAnswers[Name]>;
};

const ANSWERERS: Answerers = { search: searchProject, outline: outlineFile, unfold: unfoldSymbol };

/** Answers questions about code, one by one; `say` is for all that is said of itself. Indexing goes on between them. */
export function createCodeServer(
  { grammars, folder, exclude, deadlines }: CodeHelperData,
  say: (answer: CodeHelperAnswer) => void,
): (call: CodeHelperCall) => Promise<void> {
  const exclusion = createExclusion({ ...exclude, realPath: realPathOf });
  const projects = new Map<string, CodeProject>();
  let parser: Promise<SymbolParser> | undefined;
  let indexing = 0;
  const parserOf = (): Promise<SymbolParser> => {
    parser ??= openParser(grammars);
    return parser;
  };
  const open = ({ root, excluded = [] }: CodePlace): CodeProject => {
    if (exclusion.project(root)) {
      throw new CairnError('not_allowed', 'This project is excluded.', {
        fix: 'cairn config get privacy.excludeProjects',
      });
    }
    const own = createExclusion({ paths: excluded, projects: [] });
    const path = (one: string): boolean => exclusion.path(one) || own.path(one);
    const sources = openProjectSources(root, excluded.length === 0 ? exclusion : { ...exclusion, path });
    const index = openCodeIndex({ sources, parser: parserOf, folder, now });
    const refresh = async (): Promise<void> => {
      indexing += 1;
      say({ working: true });
      try {
        await index.refresh();
      } finally {
        indexing -= 1;
        if (indexing === 0) say({ working: false });
      }
    };
    return { sources, index, parser: parserOf, texts: new Map(), deadlines, refresh };
  };
  const projectAt = (place: CodePlace): CodeProject => {
    const key = [place.root, ...(place.excluded ?? [])].join('\0');
    const project = projects.get(key) ?? open(place);
    // The one asked about last is the last to be let go.
    projects.delete(key);
    projects.set(key, project);
    dropOldest(projects, PROJECTS);
    return project;
  };
  return async ({ id, question, input }) => {
    try {
      const answer = ANSWERERS[question] as (project: CodeProject, input: CodeHelperCall['input']) => Promise<unknown>;
      say({ id, value: await answer(projectAt(input), input) });
    } catch (error) {
      ignore(error, 'a question about code failed');
      say({ id, error: toCairnError(error).toJSON() });
    }
  };
}
