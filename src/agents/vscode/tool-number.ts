/** The id of a tool call as hook and transcript agree on it: without what VS Code puts behind the model's. */
export function toolNumber(id: string): string {
  return id.replace(/__vscode-\d+$/, '');
}
