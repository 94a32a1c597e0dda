import type { Collection } from '../../model/collection';
import type { PathColumn } from './followPath';
import type { KnownValue } from './ruleLiterals';

/** Rows of a collection that the filter selects by id: the person, or records that the body names. */
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
  /** The text to use on the right of `~`, if it is another. Null if the server fails there. */
  readonly pattern?: string | null;
  /** True for the number of items in the body, which the server compares as a plain SQL number. */
  readonly isCount?: boolean;
  /** For a value of the new record: the class of its column. A json value is known only if it is NULL. */
  readonly columnClass?: 'text' | 'number' | 'json';
  /** True for the id of the new record. Nobody knows it, and no other value equals it. */
  readonly isNewId?: boolean;
  /** True for the NULL at the end of a path to several records if there are none. */
  readonly isSeveral?: boolean;
  /** All items of the list in the body from which this one is. */
  readonly items?: readonly string[];
  /** True if the list is one of the new record. */
  readonly isStored?: boolean;
}

export interface ColumnSide {
  readonly kind: 'column';
  readonly source: string;
  readonly end: PathColumn;
  /** Null for a column that a filter of the admin reads exactly as the rule does. */
  readonly root: Root | null;
  /** A condition that the server adds. */
  readonly guard: string | null;
}

/** One side of a condition, as it stands in the filter of an admin. */
export type PersonSide = LiteralSide | ColumnSide;

export const isSeveral = (side: PersonSide) =>
  side.kind === 'column' ? side.end.isSeveral : side.isSeveral === true;
export const isText = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'text';
export const isNumber = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'number';
export const isJson = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'json';

export const isLike = (operator: string) => operator.endsWith('~');

/** The server cannot run the rule. The message is a sentence. */
export class RuleFailure extends Error {}
/** The translation does not support the rule. The message is a sentence. */
export class NotSimulated extends Error {}

export const jsonReason = 'The rule compares json with all of several values.';
export const orderReason = 'The rule compares a number with a text.';
