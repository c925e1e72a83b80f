import { join } from 'node:path';
import type { AgentEnvironment } from '../contract.ts';

/** Editors that are VS Code, and what was made of it, by the names of their folders. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/** The folders in which VS Code and editors made of it may keep what is a user's: `…/Code/User`; on every system's place. */
export function editorFolders({ home, variables }: AgentEnvironment, editors: readonly string[] = EDITORS): string[] {
  const roots = [
    variables.XDG_CONFIG_HOME || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    variables.APPDATA || join(home, 'AppData', 'Roaming'),
  ];
  return roots.flatMap((root) => editors.map((editor) => join(root, editor, 'User')));
}
