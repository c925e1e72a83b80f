/** Names of the files that Cairn writes into its home. */
const OWN_FILES =
  /^(?:cairn\.db.*|cairn\.log.*|cairn\.sock|worker\..*|http\.json|page-ports\.json|sign-ins\.json|pauses\.json|sync\.(?:json|key)|sync-(?:home|place)|webhooks\.json|last-list\.json|update\.json|erasing|key|config\.json|tripwires|\..*\.tmp)$/;

/** What Cairn puts into the folders of its home, those of the program first. What else lies there is somebody's own. */
export const OWN_IN = {
  bin: /^(?:hook|cairn)(?:\.cmd|\.ps1)?$|^\.cairn-.*\.tmp$/,
  app: /^(?:current|\.current-\d+|\.?\d+\.\d+\.\d+.*-[0-9a-f]{8,}(?:-\d+)?)$/,
  agents: /^[\w-]+$|^\.cairn-.*\.tmp$/,
  models: /\.cairn$|^\..*\.cairn\..*\.tmp$/,
  cache: /^(?:program|git-\w+|v\d+\..*)$/,
  journal: /^\.?\d{15}-.*/,
  backups: /^(?:setup|\.?cairn-.+)$/,
  trash: /^\.?f_[a-z2-7]{16}\./,
  code: /^(?:index|node_modules|package(?:-lock)?\.json|\..*)$/,
  asides: /./,
} as const;

/** The folders of the program, which go although the memory stays. */
export const PROGRAM_FOLDERS = ['bin', 'app', 'agents', 'models', 'cache'] as const satisfies (keyof typeof OWN_IN)[];

/** True for the name of a file in the home that Cairn writes. */
export function isOwnFile(name: string): boolean {
  return OWN_FILES.test(name);
}
