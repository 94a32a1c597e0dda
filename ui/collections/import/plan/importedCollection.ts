/** A field in the text of an import. Unknown keys stay. */
export interface ImportedField {
  /** Without an id, the server makes a new field, even if a field with the name exists. */
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

/** A collection in the text of an import, from an older or newer server. */
export interface ImportedCollection {
  readonly id: string;
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly system?: boolean | null | undefined;
  readonly schema?: readonly ImportedField[] | null | undefined;
  /** Newer servers have this instead of `schema`. */
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

/** True for a server before 0.14, which marks unique fields instead of listing indexes. */
export const isOlder = ({ schema, indexes }: ImportedCollection): boolean =>
  indexes === undefined && (schema ?? []).some(({ unique }) => unique !== undefined);
