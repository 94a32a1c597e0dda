/** A field as a text for import holds it: keys that are not named here go along as they are. */
export interface ImportedField {
  /** Without an id the server makes a new field, even where one has the name. */
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

/** A collection as a text for import holds it, of an older or a newer server: all but id and name may be missing. */
export interface ImportedCollection {
  readonly id: string;
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly system?: boolean | null | undefined;
  readonly schema?: readonly ImportedField[] | null | undefined;
  /** What newer servers have in place of the schema. */
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

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
