/** The id of a tool call on which hook and transcript agree: without VS Code's suffix to the model's id. */
export function toolNumber(id: string): string {
  return id.replace(/__vscode-\d+$/, '');
}
