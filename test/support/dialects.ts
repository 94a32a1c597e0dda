// The two languages of the API: that of 0.22, and that of 0.23 and newer. Tests that speak to a server itself, not
// through ui/backend/, take names and shapes from here, so that they run on both lines.

interface Rules {
  readonly listRule?: string | null;
  readonly viewRule?: string | null;
  readonly createRule?: string | null;
  readonly updateRule?: string | null;
  readonly deleteRule?: string | null;
}

export interface Dialect {
  readonly isNewer: boolean;
  /** The path of the admins' own calls, such as its `/auth-with-password`. */
  readonly admins: string;
  /** The field of a new collection. */
  field(type: string, name: string, options?: object): object;
  /** The body that creates a collection, with `created` and `updated` on both lines. */
  collection(name: string, fields: readonly object[], rest?: Rules & { readonly type?: string }): object;
  /** Returns the rule with this line's word for the body: write `@request.body`. */
  rule(text: string): string;
}

/** Options that a server requires for a field. */
export const neededOptions: Readonly<Record<string, object>> = {
  select: { values: ['a', 'b', 'c'], maxSelect: 1 },
  json: { maxSize: 100_000 },
  file: { maxSelect: 1, maxSize: 1_000_000 },
  relation: { collectionId: '_pb_users_auth_', maxSelect: 1 },
};

const older: Dialect = {
  isNewer: false,
  admins: 'admins',
  field: (type, name, options = {}) => ({ type, name, options: { ...neededOptions[type], ...options } }),
  collection: (name, schema, rest = {}) => ({ name, type: 'base', schema, ...rest }),
  rule: (text) => text.replaceAll('@request.body', '@request.data'),
};

const newer: Dialect = {
  isNewer: true,
  admins: 'collections/_superusers',
  field: (type, name, options = {}) => ({ type, name, ...neededOptions[type], ...options }),
  collection: (name, fields, rest = {}) => {
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ];
    return { name, type: 'base', fields: [...fields, ...dates], ...rest };
  },
  rule: (text) => text,
};

export const dialectOf = (isNewer: boolean): Dialect => (isNewer ? newer : older);
