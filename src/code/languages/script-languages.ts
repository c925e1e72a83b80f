import type { Language } from './language.ts';

/** Languages that are run from their text. */
export const SCRIPT_LANGUAGES: readonly Language[] = [
  {
    name: 'python',
    grammar: 'python',
    endings: ['py', 'pyi', 'pyw'],
    interpreters: ['python', 'python3', 'python2', 'uv'],
    query: `
(function_definition name: (_) @name) @function
(class_definition name: (_) @name) @class
(type_alias_statement left: (_) @name) @type
(module (expression_statement (assignment left: (identifier) @name) @constant))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @field)))
`,
    wrappers: ['decorated_definition', 'expression_statement'],
    docInside: true,
  },
  {
    name: 'ruby',
    grammar: 'ruby',
    endings: ['rb', 'rake', 'gemspec'],
    interpreters: ['ruby'],
    query: `
(module name: (_) @name) @module
(class name: (_) @name) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(program (assignment left: (constant) @name) @constant)
(body_statement (assignment left: (constant) @name) @constant)
`,
  },
  {
    name: 'bash',
    grammar: 'bash',
    endings: ['sh', 'bash', 'bats', 'zsh', 'ksh'],
    interpreters: ['sh', 'bash', 'dash', 'zsh', 'ksh'],
    query: `
(function_definition name: (_) @name) @function
(program (variable_assignment name: (variable_name) @name) @constant)
(program (declaration_command (variable_assignment name: (variable_name) @name) @constant))
`,
    wrappers: ['declaration_command'],
  },
  {
    name: 'powershell',
    grammar: 'powershell',
    endings: ['ps1', 'psm1'],
    interpreters: ['pwsh'],
    query: `
(function_statement (function_name) @name (script_block) @body) @function
(class_statement (simple_name) @name) @class
(class_method_definition (simple_name) @name) @method
(enum_statement (simple_name) @name) @enum
`,
  },
  {
    name: 'lua',
    grammar: 'lua',
    endings: ['lua'],
    interpreters: ['lua', 'luajit'],
    query: `
(function_definition_statement name: (_) @name) @function
(local_function_definition_statement name: (_) @name) @function
`,
  },
];
