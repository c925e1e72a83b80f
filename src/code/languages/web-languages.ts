import type { Language } from './language.ts';

const JS_QUERY = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_declaration name: (_) @name) @class
(method_definition name: (_) @name) @method
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @constant))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (expression_statement (assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(function_expression) (arrow_function) (class)]) @function))
`;

const TS_QUERY = `${JS_QUERY}
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @module
(module name: (_) @name) @module
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: (_) @name) @field
(property_signature name: (_) @name) @field
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @constant))
`;

const wrappers = [
  'export_statement',
  'ambient_declaration',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
];
const between = ['decorator'];

/** Languages of the web. */
export const WEB_LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    grammar: 'typescript',
    endings: ['ts', 'mts', 'cts'],
    interpreters: ['ts-node', 'tsx', 'deno'],
    query: TS_QUERY,
    wrappers,
    between,
  },
  { name: 'tsx', grammar: 'tsx', endings: ['tsx'], query: TS_QUERY, wrappers, between },
  {
    name: 'javascript',
    grammar: 'javascript',
    endings: ['js', 'mjs', 'cjs', 'jsx'],
    interpreters: ['node', 'bun'],
    query: `${JS_QUERY}
(field_definition property: (_) @name) @field`,
    wrappers,
    between,
  },
  {
    name: 'php',
    grammar: 'php',
    endings: ['php', 'phtml'],
    interpreters: ['php'],
    query: `
(namespace_definition name: (_) @name) @module
(function_definition name: (_) @name) @function
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @trait
(enum_declaration name: (_) @name) @enum
(enum_case name: (_) @name) @constant
(method_declaration name: (_) @name) @method
(const_declaration (const_element (name) @name)) @constant
(property_declaration (property_element (variable_name) @name)) @field
`,
    between: ['attribute_list'],
  },
];
