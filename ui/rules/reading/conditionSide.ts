import type { Collection } from '../../model/collection';
import type { PathColumn } from './followPath';
import type { KnownValue } from './ruleLiterals';

/** Rows of a collection that the filter names by their ids: the person, or records that the body names. */
export interface Root {
  readonly alias: string;
  readonly collection: Collection;
  readonly ids: readonly string[];
}

export interface LiteralSide {
  readonly kind: 'literal';
  readonly source: string;
  /** A bool is 1 or 0. Undefined for a macro such as `@now`. */
  readonly value: KnownValue | undefined;
  /** The spelling on the right of `~`, if it differs. Null: the server fails there. */
  readonly pattern?: string | null;
  /** The number of items in the body, which the server compares as a plain SQL number. */
  readonly isCount?: boolean;
  /**
   * The class of the column, for a value of the record that would be created. A json value is known only if it is NULL.
   */
  readonly columnClass?: 'text' | 'number' | 'json';
  /** The new record's id, which nobody knows; no other value equals it. */
  readonly isNewId?: boolean;
  /** The value is the NULL at the end of a path to several records, because there are none. */
  readonly isSeveral?: boolean;
  /** All items of a list in the body, of which this is one. */
  readonly items?: readonly string[];
  /** The list is one of the new record. */
  readonly isStored?: boolean;
}

export interface ColumnSide {
  readonly kind: 'column';
  readonly source: string;
  readonly end: PathColumn;
  /** Null for a column that an admin's filter reads as the rule does. */
  readonly root: Root | null;
  /** A condition that the server adds. */
  readonly guard: string | null;
}

/** A side of a condition, as it is in an admin's filter. */
export type PersonSide = LiteralSide | ColumnSide;

export const isSeveral = (side: PersonSide) =>
  side.kind === 'column' ? side.end.isSeveral : side.isSeveral === true;
export const isText = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'text';
export const isNumber = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'number';
export const isJson = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'json';

/** True for `~` and `!~`, with or without a question mark. */
export const isLike = (operator: string) => operator.endsWith('~');

/** The server cannot run the rule; the message is a sentence. */
export class RuleFailure extends Error {}
/** The translation does not support the rule; the message is a sentence. */
export class NotSimulated extends Error {}

export const jsonReason = 'The rule compares json with all of several values.';
export const orderReason = 'The rule compares a number with a text.';
