import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { editorFolders } from '../shared/setup/editor-folders.ts';
import {
  filesOf,
  foldersOf,
  pathOfUrl,
  readJsonObject,
  toTranscriptFile,
} from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const EDITORS = ['Code', 'Code - Insiders'];
const EXTENSION = 'GitHub.copilot-chat';

/** The existing user folders of VS Code. */
export function userFolders(environment: AgentEnvironment): string[] {
  return editorFolders(environment, EDITORS).filter((folder) => existsSync(folder));
}

/** The hook file of a repository that only Cairn writes. */
export function projectHooksPath(project: string): string {
  return join(project, '.github', 'hooks', 'cairn-vscode.json');
}

/** True when the agent mode of VS Code is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return userFolders(environment).some((folder) => existsSync(join(folder, 'globalStorage', EXTENSION.toLowerCase())));
}

/** All transcripts, `workspaceStorage/<hash>/GitHub.copilot-chat/transcripts/<session>.jsonl`, in no order. */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  return userFolders(environment)
    .flatMap((folder) => foldersOf(join(folder, 'workspaceStorage')))
    .flatMap((workspace) => filesOf(join(workspace, EXTENSION, 'transcripts'), '.jsonl'))
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** Reads the path of a transcript: the session, and the folder that is open in its workspace. */
export function placeOfTranscript(path: string): { session: string; cwd?: string } {
  const session = basename(path, '.jsonl');
  const { folder } = readJsonObject(join(dirname(path), '..', '..', 'workspace.json'));
  return { session, ...omitUndefined({ cwd: pathOfUrl(folder) }) };
}
