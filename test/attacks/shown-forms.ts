/** What an agent or an editor shows beside typed words. */
export interface Shown {
  /** Path of the file in the project, without spaces. */
  path: string;
  /** Folder of the project. */
  root: string;
  content: string;
}

const encoded = ({ root, path }: Shown): string => `file://${root}/${path.replace('a', '%61')}`;

/**
 * A prompt in each form in which an agent or an editor puts a file, a selection, a folder, a change or the output of a command into
 * it, as their sources and recordings have it. What is typed is "staying" alone.
 */
export const SHOWN_FORMS: Record<string, (shown: Shown) => string> = {
  'Claude Code: a selection': ({ root, path, content }) =>
    `<ide_selection>The user selected the lines 1 to 3 from ${root}/${path}:\n${content}\n\nThis may or may not be related to the current task.</ide_selection>\nstaying`,
  'Codex: a selection': ({ path, content }) =>
    `staying\n\n# Context from my IDE setup:\n\n## Active file: ${path}\n\n## Active selection of the file:\n${content}\n\n## Open tabs:\n- a: ${path}\n\n## My request for Codex:`,
  'an editor over ACP': ({ root, path, content }) =>
    `staying [@a](file://${root}/${path})\n<context ref="file://${root}/${path}">\n${content}\n</context>`,
  'an editor over ACP, before the words': ({ root, path, content }) =>
    `<context ref="file://${root}/${path}">\n${content}\n</context>\nstaying`,
  'an editor over ACP, with an escape in the address': (shown) =>
    `staying\n<context ref="${encoded(shown)}">\n${shown.content}\n</context>`,
  'kimi-cli over ACP': ({ root, path, content }) =>
    `staying\n<resource uri='file://${root}/${path}'>\n${content}\n</resource>`,
  'Gemini CLI: a file': ({ path, content }) =>
    `staying @${path}\n--- Content from referenced files ---\nContent from @${path}:\n${content}\n--- End of content ---`,
  'Gemini CLI over ACP': ({ root, path, content }) =>
    `staying\n--- Content from referenced context ---\nContent from @file://${root}/${path}:\n${content}\n--- End of content ---`,
  'Gemini CLI: a folder in a command': ({ path, content }) =>
    `staying\n--- Start of content for directory: src ---\n--- ${path} ---\n${content}\n--- End of content for directory: src ---`,
  'Gemini CLI and Qwen Code: a command': ({ path, content }) =>
    `staying\nI ran the following shell command:\n\`\`\`sh\ncat ${path}\n\`\`\`\n\nThis produced the following result:\n\`\`\`\n${content}\n\`\`\``,
  'Qwen Code: a file': ({ path, content }) => `staying @${path}\n--- Content from ${path} ---\n${content}\n`,
  'Qwen Code: the second of two files': ({ path, content }) =>
    `staying @b.ts @${path}\n--- Content from b.ts ---\nx\n\n--- Content from ${path} ---\n${content}\n`,
  'Qwen Code: by its absolute path': ({ root, path, content }) =>
    `staying\n--- Content from referenced files ---\nContent from ${root}/${path}:\n${content}\n--- End of content ---`,
  'Qwen Code: by its absolute path, without a heading': ({ root, path, content }) =>
    `staying\nContent from ${root}/${path}:\n${content}\n--- End of content ---`,
  'Cline: a file': ({ path, content }) =>
    `staying '${path}' (see below)\n\n<file_content path="${path}">\n${content}\n</file_content>`,
  'Cline: a file in a folder': ({ path, content }) =>
    `staying\n<folder_content path="src/">\n<file_content path="${path}">\n${content}\n</file_content>\n</folder_content>`,
  'Cline: changes': ({ path, content }) =>
    `staying\n\n<git_working_state>\ndiff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n+${content.replaceAll('\n', '\n+')}\n</git_working_state>`,
  'Cline: the terminal': ({ path, content }) =>
    `staying\n\n<terminal_output>\n$ head *\n==> ${path} <==\n${content}\n</terminal_output>`,
  'VS Code: an attachment': ({ root, path, content }) =>
    `<attachment id="a" filePath="${root}/${path}">\n${content}\n</attachment>\nstaying`,
  'Cursor: a selection': ({ root, path, content }) =>
    `<attached_files>\n<code_selection path="${root}/${path}" lines="1-3">\n${content}\n</code_selection>\n</attached_files>\nstaying`,
  'Crush: an attachment': ({ root, path, content }) =>
    `staying\n<system_info>The files below have been attached by the user, consider them in your response</system_info>\n<file path='${root}/${path}'>\n\n${content}\n</file>\n`,
  'pi: a file': ({ root, path, content }) => `<file name="${root}/${path}">\n${content}\n</file>\nstaying`,
  'pi: a skill': ({ root, path, content }) =>
    `<skill name="a" location="${root}/${path}">\n${content}\n</skill>\n\nstaying`,
  'Continue: code': ({ path, content }) => `\`\`\`ts ${path} (1-3)\n${content}\n\`\`\`\n\nstaying`,
  'Hermes: a file': ({ path, content }) =>
    `staying @file:${path}\n\n--- Attached Context ---\n\n📄 @file:${path} (3 tokens)\n\`\`\`\n${content}\n\`\`\``,
  'Hermes: lines of a file behind another': ({ path, content }) =>
    `staying\n\n--- Attached Context ---\n\n📄 @file:b.ts (3 tokens)\n\`\`\`ts\nx\n\`\`\`\n\n📄 @file:\`${path}\`:1-3 (3 tokens)\n\`\`\`\n${content}\n\`\`\``,
  'Hermes: changes': ({ path, content }) =>
    `staying @diff\n\n--- Attached Context ---\n\n🧾 git diff (9 tokens)\n\`\`\`diff\ndiff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n+${content.replaceAll('\n', '\n+')}\n\`\`\``,
  'Mistral Vibe: a file': ({ root, path, content }) =>
    `staying @${path}\n\nfile://${root}/${path}\n\`\`\`\n${content}\n\`\`\``,
  'Mistral Vibe: a command': ({ root, path, content }) =>
    `staying\nManual \`!\` command result from the user. Use this as context only.\n\nCommand: \`cat ${path}\`\n\nWorking directory: \`${root}\`\n\nStdout:\n\`\`\`text\n${content}\n\`\`\``,
  'OpenCode: a call for a file': ({ root, path, content }) =>
    `staying\nCalled the Read tool with the following input: {"filePath":"${root}/${path}"}\n${content}`,
  'a skill that was loaded': ({ root, path, content }) =>
    `staying\nBase directory for this skill: ${root}/${path}\n\n${content}`,
};

/** Those in which nothing typed can follow, since nothing says where they end. */
export const BEFORE_THE_WORDS = {
  'Hermes: a document of a message': ({ path, content }: Shown): string =>
    `[Content of ${path}]:\n${content}\n\nstaying`,
};
