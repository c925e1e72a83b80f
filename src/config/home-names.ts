/** Names of the files and folders that Cairn writes into its home. */
const OURS =
  /^(?:cairn\.db.*|cairn\.log.*|cairn\.sock|worker\..*|http\.json|page-ports\.json|sign-ins\.json|pauses\.json|last-list\.json|update\.json|erasing|journal|key|config\.json|backups|trash|tripwires|code|asides|app|bin|agents|cache|models|\..*\.tmp)$/;

/** What is there wherever a memory was, or agents were set up. */
const SIGNS = ['cairn.db', 'key', 'worker.lock', 'journal'];

/** Folders that are deleted with all that lies in them when a person deletes the memory. */
const DELETED_WHOLE = ['backups', 'trash', 'code', 'asides'];

/** True for the name of a file or folder of a home that Cairn made. */
export function isOwnName(name: string): boolean {
  return OURS.test(name);
}

/** Finds, among the names in a folder without a memory, that of somebody's own folder which Cairn would later take for its own. */
export function foreignName(names: readonly string[]): string | undefined {
  return SIGNS.some((sign) => names.includes(sign)) ? undefined : names.find((name) => DELETED_WHOLE.includes(name));
}
