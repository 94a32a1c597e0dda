/** A `limit` is a whole number or null; a `count` is never null; a `rule` is a text or null. */
export type OptionKind = 'count' | 'limit' | 'number' | 'flag' | 'text' | 'rule' | 'list' | 'date';

export const isNumeric = (kind: OptionKind): boolean =>
  kind === 'count' || kind === 'limit' || kind === 'number';

/** How the editor of a collection shows an option. */
export interface OptionInput {
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string;
  /** The number counts bytes. */
  readonly isSize?: true;
  /** The explanation of a switch. */
  readonly tip?: string;
  readonly learnMore?: string;
  /** The option that must be empty beside this one. */
  readonly excludes?: string;
}

export interface Option {
  readonly kind: OptionKind;
  /** The value in a new field or collection, if it differs from the server's default for a missing option. */
  readonly initial?: unknown;
  /** Absent: the type has an input of its own for it. */
  readonly input?: OptionInput;
}

export type Options = Readonly<Record<string, Option>>;

const defaults: Readonly<Record<OptionKind, unknown>> = {
  count: 0,
  limit: null,
  number: null,
  flag: false,
  text: '',
  rule: null,
  list: null,
  date: '',
};

/** Returns the value that the server sets for a missing option. */
export function defaultOf(kind: OptionKind): unknown {
  return defaults[kind];
}

export function newOptions(options: Options): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind, initial }]) => [
      name,
      structuredClone(initial ?? defaults[kind]),
    ]),
  );
}
