/** A field in an import text; unknown keys are kept. */
export interface ImportedField {
  /** Without an id the server makes a new field, even when an existing field has the name. */
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly type: string;
  readonly required?: boolean | null | undefined;
  readonly presentable?: boolean | null | undefined;
  readonly system?: boolean | null | undefined;
  readonly unique?: boolean | null | undefined;
  readonly options?: Readonly<Record<string, unknown>> | null | undefined;
  readonly [key: string]: unknown;
}

/** A collection in an import text of an older or newer server; only id and name are required. */
export interface ImportedCollection {
  readonly id: string;
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly system?: boolean | null | undefined;
  readonly schema?: readonly ImportedField[] | null | undefined;
  /** Newer servers send this instead of the schema. */
  readonly fields?: readonly ImportedField[] | null | undefined;
  readonly indexes?: readonly string[] | null | undefined;
  readonly listRule?: string | null | undefined;
  readonly viewRule?: string | null | undefined;
  readonly createRule?: string | null | undefined;
  readonly updateRule?: string | null | undefined;
  readonly deleteRule?: string | null | undefined;
  readonly options?: Readonly<Record<string, unknown>> | null | undefined;
  readonly [key: string]: unknown;
}

/** Is it from a server before 0.14? It had no list of indexes, but a mark at each field. */
export const isOlder = ({ schema, indexes }: ImportedCollection): boolean =>
  indexes === undefined && (schema ?? []).some(({ unique }) => unique !== undefined);
