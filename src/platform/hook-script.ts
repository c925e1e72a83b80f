/** What the hook script of a home is made of: absolute paths of the home, of Node, and of the folder of `hook.cjs`. */
export interface HookScriptParts {
  home: string;
  node: string;
  app: string;
}

/** The hook script as it is written to `<home>/bin/hook`: the template `hook.sh` with its paths, quoted for `sh`. */
export function renderHookScript(template: string, parts: HookScriptParts): string {
  const values: Readonly<Record<string, string>> = { HOME: parts.home, NODE: parts.node, APP: parts.app };
  return template.replace(/@(HOME|NODE|APP)@/g, (mark, name: string) => shellQuote(values[name] ?? mark));
}

/** A text as one word of `sh`, whatever it holds. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
