import { proxy, ref } from 'valtio/vanilla';
import { cancel } from '../../backend/client';
import * as listedRecords from '../../backend/listedRecords';
import type { Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { anyColumn } from '../../model/filter/filter';
import { filterLanguage } from '../../model/filter/filterFields';
import { readFilter } from '../../model/filter/filterReading';
import {
  addGroup,
  addRow,
  type FilterGroup,
  findNode,
  printFilter,
  removeNode,
  rowsOf,
  setCondition,
  setJoin,
} from '../../model/filter/filterTree';
import { conditionText, type FieldCondition, operatorsOf } from '../../model/filter/valueCondition';
import { listCallOf } from '../../model/recordsQuery';
import type { FilterOperator } from '../../model/types/conditionForms';
import { typeOf } from '../../model/types/fieldTypes';
import * as preferences from '../../page/preferences';

interface FilterBuilderState {
  /** Null until the filter is read, and if it cannot be read. */
  root: FilterGroup | null;
  /** A sentence why the filter cannot be read; null if it can. */
  fault: string | null;
  /** The filter as it will be applied. */
  text: string;
  /** The number of records that it finds; null while unknown. */
  found: number | null;
  /** The row whose value gets the focus. */
  focusId: number | null;
}

export type FilterBuilder = ReturnType<typeof createFilterBuilder>;

export function countConditions(collection: Collection, search: string): number | null {
  const root = readFilter(search, filterLanguage(collection));
  return 'fault' in root ? null : rowsOf(root).length;
}

const countKey = 'filter_count';

/** The rows of a filter, which are edited before it is applied. */
export function createFilterBuilder(collection: Collection, applied: string) {
  const language = filterLanguage(collection);
  /** The text of the filter when it was opened. */
  let opened = applied;
  const state = proxy<FilterBuilderState>({
    root: null,
    fault: null,
    text: applied,
    found: null,
    focusId: null,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(root: FilterGroup): void {
    state.root = ref(root);
    const text = printFilter(root, language);
    if (text === state.text) return;
    Object.assign(state, { text, found: null });
    close();
    if (!preferences.isSlowToCount(collection.id)) timer = setTimeout(() => void count(), 300);
  }

  async function count(): Promise<void> {
    const { text } = state;
    const asked = { collection, search: text.trim(), sort: null, hidden: [], only: null };
    const { query, excess } = listCallOf(asked, () => undefined);
    if (excess > 0) return;
    const counting = listedRecords.count(collection.id, query['filter'] ?? '', { key: countKey });
    const total = await counting.catch(() => null);
    if (text === state.text) state.found = total;
  }

  function close(): void {
    clearTimeout(timer);
    cancel(countKey);
  }

  function open(): void {
    const root = readFilter(applied, language);
    if ('fault' in root) {
      state.fault = root.fault;
      return;
    }
    show(root);
    if (root.parts.length === 0) add(addRow, root.id);
  }

  function set(id: number, change: Partial<FieldCondition>): void {
    const row = state.root && findNode(state.root, id);
    if (!state.root || row?.kind !== 'row' || !row.condition) return;
    const wanted = { ...row.condition, ...change };
    const next = change.field === undefined ? wanted : fitting(wanted);
    show(setCondition(state.root, id, next, language));
  }

  /** Replaces an operator or values that the field cannot have. */
  function fitting(wanted: FieldCondition): FieldCondition {
    const field = language.fields.find(({ name }) => name === wanted.field);
    if (!field) return { field: anyColumn, operator: 'contains', values: wanted.values.slice(0, 1) };
    const operators = operatorsOf(field);
    const operator = operators.includes(wanted.operator) ? wanted.operator : firstOf(operators);
    const isWritten = conditionText(field, { ...wanted, operator }) !== null;
    const { holds, isSwitch } = typeOf(field);
    const keepsValues = isWritten && !isSwitch && (holds === undefined || holds === 'files');
    return { field: field.name, operator, values: keepsValues ? wanted.values : firstValues(field) };
  }

  function newCondition(): FieldCondition {
    const field = language.fields.find(({ id }) => id !== '') ?? language.fields[0];
    if (!field) return { field: anyColumn, operator: 'contains', values: [] };
    return { field: field.name, operator: firstOf(operatorsOf(field)), values: firstValues(field) };
  }

  function add(how: typeof addRow, groupId: number): void {
    if (!state.root) return;
    const { root, id } = how(state.root, groupId, newCondition(), language);
    show(root);
    state.focusId = id;
  }

  return {
    state,
    fields: language.fields,
    open,
    close,
    set,
    setJoin(groupId: number, join: FilterGroup['join']) {
      if (state.root) show(setJoin(state.root, groupId, join));
    },
    addRow: (groupId: number) => add(addRow, groupId),
    addGroup: (groupId: number) => add(addGroup, groupId),
    remove(id: number) {
      if (state.root) show(removeNode(state.root, id));
    },
    /** Empties the filter, even if it cannot be read. */
    clear() {
      const root = readFilter('', language);
      if ('fault' in root) return;
      state.fault = null;
      show(root);
      add(addRow, root.id);
    },
    isChanged(): boolean {
      const rows = state.root ? rowsOf(state.root) : [];
      const hasUnfinished = rows.some(({ text, condition }) => text === '' && hasValue(condition));
      return state.text !== opened || hasUnfinished;
    },
    /** Returns the text to apply, without empty rows. Null if a value is wrong; then its row gets the focus. */
    finish(): string | null {
      const { root } = state;
      const rows = root ? rowsOf(root) : [];
      const wrong = rows.find(({ text, condition }) => text === '' && hasValue(condition));
      if (wrong) {
        state.focusId = null;
        state.focusId = wrong.id;
        return null;
      }
      opened = state.text;
      return state.text.trim();
    },
  };
}

const hasValue = (condition: FieldCondition | null) =>
  condition?.values.some((value) => value !== '') ?? false;

const firstOf = (operators: readonly FilterOperator[]): FilterOperator => operators[0] ?? 'contains';

/** A switch always has a value. */
const firstValues = (field: SchemaField) => (typeOf(field).isSwitch ? ['true'] : []);

export const valueFault = (field: SchemaField | undefined): string =>
  (field && typeOf(field).wrongOperand) ?? 'The server cannot search for this text.';
