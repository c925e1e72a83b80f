import { join } from 'node:path';
import type { AgentEnvironment } from '../contract.ts';

/** Folder names of VS Code and of editors built on it. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/**
 * The folders in which VS Code and editors built on it may store a user's data, `…/Code/User`, on every operating
 * system.
 */
export function editorFolders({ home, variables }: AgentEnvironment, editors: readonly string[] = EDITORS): string[] {
  const roots = [
    variables.XDG_CONFIG_HOME || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    variables.APPDATA || join(home, 'AppData', 'Roaming'),
  ];
  return roots.flatMap((root) => editors.map((editor) => join(root, editor, 'User')));
}
