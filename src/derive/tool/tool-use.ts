// derive/tool: reads what a tool call asked for: its use, its shell line, the files it names.
// Its outcome is read in `derive/observation` and `derive/failure`.

import type { JsonObject } from '../../core/json.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { isOwnTool } from './own-tool.ts';
import { commandOf, editsOf, pathsOf } from './tool-input.ts';

/** Tool names of each use, in lower case without `_` and `-`. Add the tools of a new agent here. */
const NAMES = {
  read: 'read readfile readfiles readmanyfiles view viewfile fsread notebookread readmediafile openfile readnotebook',
  edit: `edit multiedit editfile replace strreplace strreplacefile strreplaceeditor strreplacebasededittool editor
    searchreplace applydiff insertedit inserteditintofile replaceinfile replacestringinfile multireplacestringinfile
    notebookedit editnotebook editnotebookfile replacefilecontent multireplacefilecontent insert`,
  write: 'write writefile create createfile createnewfile writetofile fswrite savefile fsappend',
  delete: 'delete deletefile removefile',
  patch: 'applypatch patch',
  shell: `bash shell powershell runshellcommand execcommand execute executebash executecommand executepwsh runcommand runcommands
    runinterminal runterminal runterminalcmd runterminalcommand shellexec terminal localshell localshellcall containerexec exec process monitor`,
  'shell-output': `bashoutput taskoutput readbash shelloutput getterminaloutput commandstatus writestdin waitfor
    getoutput writetoprocess taskstop killshell killbash stopbash jobkill joboutput`,
  search: `grep rg greptool ripgrep grepsearch searchfilecontent searchfiles searchcode codebasesearch textsearch findtextinfiles
    glob globsearch globfilesearch ripgreprawsearch semanticsearch findfiles filesearch findbyname lsp lspsearch usages listcodeusages`,
  list: 'ls listdir listdirectory listfiles readfolder readdirectory directorytree',
  fetch:
    'webfetch fetch fetchurl fetchwebpage urlfetch readurlcontent openurl browser browseraction webreader agenticfetch readwebpage',
  'web-search': 'websearch googlewebsearch searchweb websearchcall webquery codesearch remotewebsearch',
  delegate: `task agent spawnagent invokeagent subagent delegate delegatetask runsubagent newtask dispatchagent usesubagent
    usesubagents agentswarm invokesubagent`,
  todo: `todo todowrite todoread todolist settodolist writetodos managetodolist updatetodolist updateplan taskcreate
    taskupdate tasklist taskget todos`,
  skill: 'skill slashcommand activateskill useskill readskill loadskill',
};

/**
 * What a tool does, whatever its agent calls it; `own`: a tool of Cairn, `foreign`: one of another MCP server or of which nobody
 * knows whose words it answers, `other`: one of the agent's own without a use above.
 */
export type ToolUse = keyof typeof NAMES | 'own' | 'foreign' | 'other';

const USE_BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([use, names]) => [...wordSet(names)].map((name) => [name, use as ToolUse] as const)),
);
/** Tools that edit, or show a file, as their field `command` says. */
const SHOWS = /edit(?:or|tool)$/;
const PATCH = /^(?:--- |diff --git )|(?:^|['"])\*\*\* Begin Patch/m;
/** Agents' own tools without a use above that answer in the agent's own words, or in those of the person whom it asked. */
const AGENTS_OWN = wordSet(
  `askuserquestion askfollowupquestion exitplanmode enterplanmode exitspecmode enterworktree exitworktree completetask
  attemptcompletion think memory savememory reportintent cronlist croncreate crondelete sendmessage`,
);

/**
 * The use of a tool call, by the tool's name and input. A tool of another MCP server (`mcp__x__y`, `x__y`, `mcp_x_y`, `x-y`), and
 * any name that no list above has, is `foreign`: nobody vouches for its words.
 */
export function toolUseOf(tool: string, input: JsonObject): ToolUse {
  if (isOwnTool(tool, input)) return 'own';
  if (/mcp|__|^@[^/]+\//i.test(tool)) return 'foreign';
  const name = tool.toLowerCase().replace(/[^a-z0-9]/g, '');
  const use = USE_BY_NAME.get(name);
  // The `patch` of Hermes takes a path and the text to replace, or a patch.
  if (use === 'patch' && isReplacement(input)) return 'edit';
  if (use === 'edit' && SHOWS.test(name) && input.command === 'view') return 'read';
  if (use !== undefined) return fits(use, input) ? use : 'foreign';
  return AGENTS_OWN.has(name) ? 'other' : 'foreign';
}

/**
 * The use of another MCP server's tool, by the last words of its name, where its input has the fields of that use; `foreign`
 * where the name does not say.
 */
export function foreignUseOf(tool: string, input: JsonObject): ToolUse {
  const words = tool.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  for (const count of [3, 2, 1]) {
    const use = USE_BY_NAME.get(words.slice(-count).join(''));
    if (use !== undefined && words.length > count) return fits(use, input) ? use : 'foreign';
  }
  return 'foreign';
}

/** True when an input has the fields of a use: names such as `create` or `insert` may belong to another server's tool. */
function fits(use: ToolUse, input: JsonObject): boolean {
  const line = commandOf(input);
  if (use === 'shell') return line !== undefined;
  if (use === 'patch') return patchText(input) !== undefined;
  if (use === 'read' || use === 'edit' || use === 'write' || use === 'delete') return pathsOf(input).length > 0;
  return true;
}

function isReplacement(input: JsonObject): boolean {
  return patchText(input) === undefined && fits('edit', input) && editsOf(input).some(({ before }) => before !== '');
}

/** The patch in a tool's input, also within a shell line, several one behind the other; `undefined` when there is none. */
export function patchText(input: JsonObject): string | undefined {
  const texts = [commandOf(input), ...['input', 'patch', 'patch_text', 'patchText', 'diff'].map((key) => input[key])];
  const found = texts.filter((text) => typeof text === 'string' && PATCH.test(text));
  return found.length === 0 ? undefined : found.join('\n');
}
