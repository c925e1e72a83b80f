import type { Language } from './language.ts';

const C_QUERY = `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_function_def name: (_) @name value: (_)? @body) @macro
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @constant)
`;

/** Languages that are compiled. */
export const COMPILED_LANGUAGES: readonly Language[] = [
  {
    name: 'go',
    grammar: 'go',
    endings: ['go'],
    query: `
(function_declaration name: (_) @name) @function
(method_declaration name: (_) @name) @method
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (_) @name type: (interface_type)) @interface
(type_spec name: (_) @name type: [(type_identifier) (function_type) (map_type) (slice_type) (array_type) (pointer_type) (qualified_type) (channel_type) (generic_type)]) @type
(type_alias name: (_) @name) @type
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec name: (_) @name) @constant))
(method_elem name: (_) @name) @method
(field_declaration name: (_) @name) @field
`,
    wrappers: ['type_declaration', 'const_declaration', 'var_declaration'],
  },
  {
    name: 'rust',
    grammar: 'rust',
    endings: ['rs'],
    query: `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(enum_variant name: (_) @name) @constant
(trait_item name: (_) @name) @trait
(impl_item type: (_) @name) @class
(mod_item name: (_) @name) @module
(type_item name: (_) @name) @type
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @constant
(macro_definition name: (_) @name) @macro
(field_declaration name: (_) @name) @field
`,
    between: ['attribute_item'],
  },
  {
    name: 'java',
    grammar: 'java',
    endings: ['java'],
    query: `
(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(annotation_type_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(enum_constant name: (_) @name) @constant
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(field_declaration declarator: (variable_declarator name: (_) @name)) @field
`,
  },
  { name: 'c', grammar: 'c', endings: ['c'], query: C_QUERY },
  {
    name: 'cpp',
    grammar: 'cpp',
    endings: ['cc', 'cpp', 'cxx', 'c++', 'h', 'hh', 'hpp', 'hxx', 'ipp', 'inl'],
    query: `${C_QUERY}
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(class_specifier name: (_) @name body: (_)) @class
(namespace_definition name: (_) @name) @module
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))) @method
(field_declaration declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name))) @method
(field_declaration declarator: (field_identifier) @name) @field
`,
    wrappers: ['template_declaration'],
  },
  {
    name: 'csharp',
    grammar: 'c-sharp',
    endings: ['cs', 'csx'],
    query: `
(namespace_declaration name: (_) @name) @module
(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(enum_member_declaration name: (_) @name) @constant
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(local_function_statement name: (_) @name) @function
(property_declaration name: (_) @name accessors: (_)? @body) @field
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @field
`,
  },
  {
    name: 'kotlin',
    grammar: 'kotlin',
    endings: ['kt', 'kts'],
    query: `
(class_declaration (type_identifier) @name [(class_body) (enum_class_body)]? @body) @class
(object_declaration (type_identifier) @name (class_body)? @body) @class
(function_declaration (simple_identifier) @name (function_body)? @body) @function
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @constant)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @field)
(type_alias (type_identifier) @name) @type
`,
  },
  {
    name: 'swift',
    grammar: 'swift',
    endings: ['swift'],
    query: `
(class_declaration name: (_) @name) @class
(protocol_declaration name: (_) @name) @interface
(function_declaration name: (_) @name) @function
(protocol_function_declaration name: (_) @name) @method
(typealias_declaration name: (_) @name) @type
(source_file (property_declaration (pattern (simple_identifier) @name)) @constant)
(class_body (property_declaration (pattern (simple_identifier) @name)) @field)
`,
  },
  {
    name: 'scala',
    grammar: 'scala',
    endings: ['scala', 'sc'],
    query: `
(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @module
(trait_definition name: (_) @name) @trait
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type
(val_definition pattern: (identifier) @name) @field
`,
  },
];
