import { listOf } from '../../../base/lists';
import type { Collection } from '../../../model/collection';
import type { FormValue } from '../../../model/field';
import { textOf } from '../../../model/types/fieldType';
import { isMultiple } from '../../../model/types/fieldTypes';
import type { CellResult } from '../../../model/types/textReading';
import { type FileTable, hasSources, type TableRow } from '../../tables/table';
import { readCell } from './cellReading';
import type { ImportPlan } from './columnPlan';
import { type ImportField, importFields } from './importFields';

/** A reason why a row is left out. */
export interface RowFault {
  /** '' for the whole row. */
  readonly field: string;
  readonly message: string;
  /** The text of the cell; null for the whole row. */
  readonly text: string | null;
}

/** Values that a person gave in place of wrong texts: by field, then by text. */
export type Replacements = ReadonlyMap<string, ReadonlyMap<string, FormValue>>;

/** Lookups of related records, which the server has answered. */
export interface FoundRelated {
  /** Returns the ids of the records of the field's target that have this text. */
  related(field: string, text: string): readonly string[];
  /** True if a row of this file creates the record. */
  isCreated(field: string, id: string): boolean;
}

/** The values of a row, from its cells and from the choices of the person. */
export interface RowCells {
  given: Map<string, FormValue>;
  /** By field: the texts that name related records. */
  lookups: Map<string, readonly string[]>;
  faults: RowFault[];
  /** The fields whose value a person has chosen. */
  chosen: Set<string>;
}

export function createRowReader(
  table: Pick<FileTable, 'format' | 'columns'>,
  collection: Collection,
  plan: ImportPlan,
  replacements: Replacements,
) {
  const fields = new Map(importFields(collection).map((field) => [field.name, field]));
  const columns = plan.columns.map((column) => ({
    column,
    field: column.field === null ? undefined : fields.get(column.field),
  }));
  const isSource = hasSources(table);

  function readCells({ cells }: TableRow): RowCells {
    const read: RowCells = { given: new Map(), lookups: new Map(), faults: [], chosen: new Set() };
    if (cells.length > table.columns.length) {
      read.faults.push({ field: '', message: 'The row has more cells than there are columns.', text: null });
    }
    columns.forEach(({ column, field }, at) => {
      if (!field) return;
      const cell = cells[at] ?? null;
      const replaced = cell === null ? undefined : replacements.get(field.name)?.get(cell);
      if (replaced !== undefined) {
        read.given.set(field.name, replaced);
        read.chosen.add(field.name);
        return;
      }
      const result = readCell(cell, field, column, { isSource, takesGuardAway: plan.takesGuardAway });
      take(read, field, cell, result);
    });
    return read;
  }

  function take(read: RowCells, field: ImportField, cell: string | null, result: CellResult): void {
    switch (result.kind) {
      case 'value':
        read.given.set(field.name, result.value);
        break;
      case 'null':
        read.given.set(field.name, 'null');
        break;
      case 'lookup':
        read.lookups.set(field.name, result.texts);
        break;
      case 'fault':
        read.faults.push({ field: field.name, message: result.message, text: cell });
        break;
    }
  }

  function relationsById(read: RowCells): [name: string, ids: readonly string[]][] {
    return [...fields.values()].flatMap(({ name, type }): [string, readonly string[]][] => {
      const value = type.holds === 'records' && !read.chosen.has(name) ? read.given.get(name) : undefined;
      return value === undefined ? [] : [[name, listOf(value)]];
    });
  }

  function resolve(read: RowCells, row: TableRow, found: FoundRelated): void {
    for (const [name, ids] of relationsById(read)) {
      const isKnown = (id: string) => found.related(name, id).length > 0 || found.isCreated(name, id);
      if (ids.every(isKnown)) continue;
      read.faults.push({ field: name, message: 'No record has this id.', text: textIn(row, name) });
    }
    for (const [name, texts] of read.lookups) {
      const ids: string[] = [];
      for (const text of texts) {
        const [id, second] = found.related(name, text);
        if (id !== undefined && second === undefined) ids.push(id);
        else
          read.faults.push({ field: name, message: lookupFault(id !== undefined), text: textIn(row, name) });
      }
      const { field } = fields.get(name) ?? {};
      read.given.set(name, field && isMultiple(field) ? ids : (ids[0] ?? ''));
    }
  }

  const textIn = (row: TableRow, name: string) =>
    row.cells[columns.findIndex(({ field }) => field?.name === name)] ?? null;

  return {
    fields,
    readCells,
    relationsById,
    /** Replaces the looked up texts by the ids of the records, and looks for each id. */
    resolve,
    textIn,

    /** Returns the id that the row gives to its record; '' if it gives none. */
    idOf({ cells }: TableRow): string {
      const at = columns.findIndex(({ field }) => field?.name === 'id');
      const { field, column } = columns[at] ?? {};
      const options = { isSource, takesGuardAway: false };
      const result = field && column ? readCell(cells[at] ?? null, field, column, options) : null;
      return result?.kind === 'value' ? textOf(result.value) : '';
    },
  };
}

function lookupFault(isSeveral: boolean): string {
  return isSeveral ? 'Several records have this value.' : 'No record has this value.';
}
