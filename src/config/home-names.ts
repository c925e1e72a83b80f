/** Names of the files and folders that Cairn writes into its home. */
const OURS =
  /^(?:cairn\.db.*|cairn\.log.*|cairn\.sock|worker\..*|http\.json|page-ports\.json|sign-ins\.json|pauses\.json|last-list\.json|update\.json|erasing|journal|key|config\.json|backups|trash|tripwires|code|asides|app|bin|agents|cache|models|\..*\.tmp)$/;

/** What is there wherever a memory was, or agents were set up. */
const SIGNS = ['cairn.db', 'key', 'worker.lock', 'journal'];

/** Folders that are deleted with all that lies in them when a person deletes the memory, and what Cairn puts there. */
export const DELETED_WHOLE: Readonly<Record<string, RegExp>> = {
  backups: /^(?:setup|cairn-.+)$/,
  trash: /^f_[a-z2-7]{16}\./,
  code: /^(?:index|node_modules|package(?:-lock)?\.json|.*\.tmp)$/,
};

/** True for the name of a file or folder of a home that Cairn made. */
export function isOwnName(name: string): boolean {
  return OURS.test(name);
}

/** True for a folder with these names in which a memory was, or agents were set up. */
export function isKnownHome(names: readonly string[]): boolean {
  return SIGNS.some((sign) => names.includes(sign));
}
