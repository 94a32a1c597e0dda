import { type IndexedColumn, parseCreateIndex } from './parse';
import { renameInIndex } from './rename';
import { isSameName, type SqlToken, sqlTokensOf, writtenName } from './tokens';

export interface IndexColumn {
  /** A column name, or the text of an expression. */
  readonly name: string;
  /** '' for the default. */
  readonly collate: string;
  /** The order as written; the default is 'ASC'. */
  readonly sort: '' | 'ASC' | 'DESC';
}

/** The parts of a CREATE INDEX statement. Names are without quotes; a missing part is ''. */
export interface IndexParts {
  readonly isUnique: boolean;
  /** IF NOT EXISTS */
  readonly isOptional: boolean;
  readonly schemaName: string;
  readonly indexName: string;
  readonly tableName: string;
  /** Empty while the user still types the statement. */
  readonly columns: readonly IndexColumn[];
  /** The condition of a partial index, as written. */
  readonly where: string;
}

/**
 * Parses a single CREATE INDEX statement; null for another text. It drops comments, empty columns and the
 * rest after the statement (spaces, `;`).
 */
export function parseIndex(statement: string): IndexParts | null {
  const index = parseCreateIndex(statement);
  if (!index) return null;
  const { isUnique, isOptional, schema, name, table, columns, where } = index;
  return {
    isUnique,
    isOptional,
    schemaName: schema ? plainName(schema) : '',
    indexName: plainName(name),
    tableName: plainName(table),
    columns: columns.map((column) => readColumn(column, statement)),
    where: where ? textBetween(where.start, where.end, statement) : '',
  };
}

export function printIndex(index: IndexParts): string {
  const columns = index.columns.map(printColumn);
  return [
    'CREATE ',
    index.isUnique ? 'UNIQUE ' : '',
    'INDEX ',
    index.isOptional ? 'IF NOT EXISTS ' : '',
    index.schemaName === '' ? '' : `${quoted(index.schemaName)}.`,
    `${quoted(index.indexName)} ON ${quoted(index.tableName)} `,
    columns.length > 1 ? `(\n  ${columns.join(',\n  ')}\n)` : `(${columns.join('')})`,
    index.where === '' ? '' : ` WHERE ${index.where}`,
  ].join('');
}

export function newIndexStatement(tableName: string, indexName: string): string {
  return printIndex({
    isUnique: false,
    isOptional: false,
    schemaName: '',
    indexName,
    tableName,
    columns: [],
    where: '',
  });
}

/** Normalizes the statement for a request: servers refuse text after the last bracket. */
export function normalizeIndex(statement: string): string {
  return edited(statement, (index) => index);
}

/** '' where the statement cannot be parsed. */
export function indexNameOf(statement: string): string {
  return parseIndex(statement)?.indexName ?? '';
}

/** Returns names and expressions in order; none if the statement cannot be parsed. */
export function columnsOfIndex(statement: string): readonly string[] {
  return parseIndex(statement)?.columns.map(({ name }) => name) ?? [];
}

// Each edit returns an unparsable text unchanged, so that no typed text is lost.

/**
 * Removes the column, or adds it at the end. An expression that contains the column is a different column.
 */
export function withColumnToggled(statement: string, column: string): string {
  return edited(statement, (index) => {
    const others = index.columns.filter(({ name }) => !isSameName(name, column));
    const isThere = others.length < index.columns.length;
    return { ...index, columns: isThere ? others : [...others, { name: column, collate: '', sort: '' }] };
  });
}

export function withUnique(statement: string, isUnique: boolean): string {
  return edited(statement, (index) => ({ ...index, isUnique }));
}

export function withTable(statement: string, tableName: string): string {
  return edited(statement, (index) => ({ ...index, tableName }));
}

export function withName(statement: string, indexName: string): string {
  return edited(statement, (index) => ({ ...index, indexName }));
}

/**
 * Renames the column in the column list, in expressions and in the condition. An empty name changes nothing.
 */
export function withColumnRenamed(statement: string, from: string, to: string): string {
  if (to === '') return statement;
  return normalizeIndex(renameInIndex(statement, { name: '' }, { fields: new Map([[from, to]]) }));
}

/**
 * Returns null when no column would be left, or when an expression or the condition uses a removed column.
 */
export function withoutColumns(statement: string, columns: readonly string[]): string | null {
  const isGone = (name: string) => columns.some((column) => isSameName(name, column));
  const index = parseIndex(statement);
  const left = index?.columns.filter(({ name }) => !isGone(name)) ?? [];
  if (!index || left.length === 0) return null;
  const rest = printIndex({ ...index, columns: left });
  return columns.some((column) => namesColumn(rest, column)) ? null : rest;
}

/** True if the column is in the column list, in an expression or in the condition. */
export function namesColumn(statement: string, column: string): boolean {
  return parseCreateIndex(statement)?.columnNames.some(({ name }) => isSameName(name, column)) ?? false;
}

function edited(statement: string, edit: (index: IndexParts) => IndexParts): string {
  const index = parseIndex(statement);
  return index === null ? statement : printIndex(edit(index));
}

function plainName(token: SqlToken): string {
  return writtenName(token) ?? token.text;
}

function readColumn({ start, end, column, collation, sort }: IndexedColumn, statement: string): IndexColumn {
  const collate = collation ? plainName(collation) : '';
  // The server knows no quoted collation; a quoted one is part of the expression.
  if (collation && !isPlain(collate)) {
    return {
      name: textBetween(start, collation.start + collation.text.length, statement),
      collate: '',
      sort,
    };
  }
  const name = column && column.table === null && isPlain(column.name) ? column.name : null;
  return { name: name ?? textBetween(start, end, statement), collate, sort };
}

function textBetween(start: number, end: number, statement: string): string {
  return sqlTokensOf(statement.slice(start, end))
    .map(({ kind, text }) => (kind === 'comment' ? ' ' : text))
    .join('');
}

function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function printColumn({ name, collate, sort }: IndexColumn): string {
  const text = isPlain(name) ? quoted(name) : bracketed(name);
  return `${text}${collate === '' ? '' : ` COLLATE ${collate}`}${sort === '' ? '' : ` ${sort}`}`;
}

/** Adds brackets: the server treats a text without brackets and spaces as a name, and removes its quotes. */
function bracketed(expression: string): string {
  return !/[( ]/.test(expression) || /^["'`[\]]|["'`[\]]$/.test(expression) ? `(${expression})` : expression;
}
