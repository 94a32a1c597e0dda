import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import { type AnyRecord, fieldValue, type ListedRecord } from '../../../ui/model/record';
import { columnsOf } from '../../../ui/records/display/recordColumns';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import type { Change as HeldChange } from '../../../ui/records/values/change';
import type { OpenTab, TableTab } from './openTabs';
import {
  type Change,
  changeOf,
  drafted,
  heldIn,
  idOf,
  isEqualTo,
  isWrong,
  nameOf,
  OracleTable,
  placeOf,
  printed,
  type Step,
} from './oracle';
import type { Row, Truth } from './truth';
import { anyTyped, isName, type Name, names, type Random, type Stored, storedOf } from './values';

/** The parts of a browser that its tabs share. */
export interface Browser {
  readonly truth: Truth;
  readonly random: Random;
  readonly openTab: () => Promise<OpenTab>;
  /** The drafts that no open tab holds, by the ids of collection and record. */
  readonly orphans: Map<string, Map<string, Map<string, Change>[]>>;
  /** Counts what has happened, for the report. */
  readonly count: (what: string) => void;
}

/** A decision that the review offers. */
interface Choice {
  id: string;
  change: HeldChange | null;
}

/**
 * A person in one tab, who does random things. Each act changes the real stores and, in the plainest way, what the
 * person expects of them. `check` compares both.
 */
export class Person {
  tab: OpenTab | null = null;
  collection: Collection;
  tables = new Map<string, OracleTable>();
  list: ReturnType<TableTab['createRecordList']> | null = null;
  sort = '-created';
  search = '';

  readonly #browser: Browser;
  readonly #truth: Truth;
  readonly #random: Random;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#truth = browser.truth;
    this.#random = browser.random;
    this.collection = browser.truth.collections[0] as Collection;
    for (const { id } of browser.truth.collections) this.tables.set(id, new OracleTable());
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[this.#random(all.length)];
  }

  get page(): TableTab {
    if (!this.tab) throw new Error('The tab is closed.');
    return this.tab.page;
  }
  get table(): OracleTable {
    return this.tables.get(this.collection.id) as OracleTable;
  }
  get records() {
    if (!this.list) throw new Error('The tab has no list.');
    return this.list;
  }
  get items(): readonly ListedRecord[] {
    return this.records.list.state.items as readonly ListedRecord[];
  }
  /** The rows as the table shows them. */
  get rows(): readonly ListedRecord[] {
    const shown = this.page.editedRows.state.byCollection[this.collection.id];
    return this.page.editedRows.withEdits(this.items, shown as never);
  }

  async open(): Promise<void> {
    this.tab = await this.#browser.openTab();
    const { page } = this;
    page.configureClient({
      apiBase: `${this.#truth.url}/api/`,
      token: page.session.token,
      confirmSession: page.session.confirm,
      onUnauthorized: () => {},
      onForbidden: () => {},
      onUnreachable: () => {},
    });
    const { token, admin } = this.#truth.session;
    page.session.begin({ token, admin: { ...admin } as never });
    await page.collections.load();
    this.list = page.createRecordList();
    await this.show(this.collection);
  }

  async show(collection: Collection): Promise<void> {
    this.collection = collection;
    await this.read();
    await this.restore();
  }

  async read(): Promise<void> {
    const { collection, sort, search } = this;
    const before = this.items;
    await this.records.open({ collection, sort, search, hidden: [] });
    this.follow();
    // The same opening again reads nothing.
    if (this.items !== before) this.checkRows();
  }

  /** The bar compares after each change of the rows or the changes. */
  follow(): void {
    this.page.edits.compareRows(this.collection, this.items);
    const { table } = this;
    for (const row of this.items) {
      for (const name of names) {
        const place = placeOf(row.id, name);
        const change = table.changes.get(place);
        const seen = JSON.stringify(fieldValue(row, name));
        const updated = String(fieldValue(row, 'updated'));
        if (!change || name === 'meta' || updated <= (change.now ?? change).updated) continue;
        if (seen === change.seen) table.put(place, { ...change, now: null });
        else if (seen === change.mine) table.put(place, null);
        else table.put(place, { ...change, now: { seen, updated } });
      }
    }
  }

  /** The rows were just read. */
  checkRows(): void {
    const stored = this.#truth.rowsOf(this.collection);
    const isFound = ({ values }: Row) =>
      this.search === '' ||
      (this.search === 'paid=true' ? values.get('paid') === 'true' : Number(values.get('total')) > 1);
    const expected = [...stored].filter(([, row]) => isFound(row)).map(([id]) => id);
    assert.equal(this.items.map(({ id }) => id).sort(), expected.sort(), 'the rows of the list');
    for (const row of this.items) {
      for (const name of names) {
        const now = stored.get(row.id)?.values.get(name);
        assert.is(JSON.stringify(fieldValue(row, name)), now, `the row ${row.id} ${name}`);
        const change = this.table.changes.get(placeOf(row.id, name));
        if (!change || name === 'meta') continue;
        assert.is(
          change.now !== null,
          now !== change.seen,
          `${row.id} ${name} says that others have changed it`,
        );
      }
    }
  }

  /** Compares what the tab holds with the oracle. */
  check(): void {
    for (const collection of this.#truth.collections) {
      const held = this.page.edits.of(collection.id);
      const found = [...held.values()].flatMap(({ id, changes: all }) => heldIn(collection, id, all));
      const { changes } = this.tables.get(collection.id) as OracleTable;
      const expected = [...changes].map(([place, change]) => printed(place, change));
      assert.equal(found.sort(), expected.sort(), `the changes of ${collection.name}`);
    }
    const shown = new Map(this.rows.map((row) => [row.id, row]));
    for (const [place, change] of this.table.changes) {
      const row = shown.get(idOf(place));
      if (!row || isWrong(place, change)) continue;
      assert.is(JSON.stringify(fieldValue(row, nameOf(place))), change.mine, `${place} is shown`);
    }
  }

  seenAt(row: AnyRecord, name: Name): Pick<Change, 'seen' | 'updated'> {
    const stored = this.page.editedRows.storedRow(row);
    return { seen: JSON.stringify(fieldValue(stored, name)), updated: String(fieldValue(stored, 'updated')) };
  }

  /** The change that typing makes of a cell; null if the value means the same as the seen one. */
  changed(name: Name, from: Pick<Change, 'seen' | 'updated' | 'now'>, mine: FormValue): Change | null {
    const value = storedOf(name, mine);
    return value === from.seen ? null : { ...from, mine: value };
  }

  /** Types into a cell, maybe while the rows are read again, and keeps or cancels it. */
  async edit(): Promise<void> {
    const row = this.#pick(this.rows);
    const name = this.#pick(names.filter((one) => one !== 'meta'));
    const cell = name && cellFieldOf(this.collection, name);
    if (!row || !name || !cell) return;
    const { table } = this;
    const place = placeOf(row.id, name);
    const from = table.changes.get(place) ?? null;
    const base = from ?? { ...this.seenAt(row, name), now: null };
    const edit = this.page.createCellEdit(this.collection, row, cell);
    for (let key = this.#random(3); key >= 0; key -= 1) {
      const mine = anyTyped(this.#random, name);
      edit.set(mine);
      table.put(place, this.changed(name, table.changes.get(place) ?? base, mine));
      this.follow();
      if (this.#random(20) === 0) await this.refresh();
    }
    if (this.#random(5) === 0) {
      edit.cancel();
      table.put(place, from);
    } else {
      edit.keep();
      table.remember([{ place, from, to: table.changes.get(place) ?? null }]);
    }
    edit.close();
  }

  /** Types into the form of a record, then saves it, takes it back, or leaves it to its draft. */
  async editForm(): Promise<void> {
    const { collection, table, page } = this;
    const row = this.#pick(this.rows);
    const stored = row && this.#truth.rowsOf(collection).get(row.id);
    const own = () => [...table.changes].filter(([place]) => idOf(place) === row?.id);
    if (!row || !stored || own().some(([place, change]) => isWrong(place, change))) return;
    const before = own();
    const editor = page.createRecordEditor({ collectionId: collection.id, recordId: row.id });
    await editor.open();
    for (let typed = this.#random(4); typed > 0; typed -= 1) {
      const name = this.#pick(names) ?? 'title';
      const mine = anyTyped(this.#random, name);
      if (name === 'total' && Number(mine) < 0) continue;
      const place = placeOf(row.id, name);
      editor.set(name, mine);
      const [, former] = before.find(([one]) => one === place) ?? [];
      const seen = { seen: stored.values.get(name) ?? '', updated: stored.updated, now: null };
      table.put(place, this.changed(name, table.changes.get(place) ?? former ?? seen, mine));
    }
    this.follow();
    this.check();
    const end = this.#pick(['save', 'save', 'close', 'leave']);
    if (end === 'save' && own().length > 0) await this.#saveForm(editor, row.id);
    else {
      if (end === 'leave' && own().length > 0) {
        const isTyped = JSON.stringify(own().sort()) !== JSON.stringify(before.sort());
        const draft = new Map(own().map(([place, change]) => [place, drafted(change)]));
        if (isTyped) this.#orphansOf(collection.id, row.id).push(draft);
      }
      if (end === 'close') {
        const closing = editor.mayClose();
        await page.confirm.yes();
        assert.is(await closing, true);
      }
      for (const [place] of own()) table.put(place, null);
      for (const [place, change] of before) table.put(place, change);
    }
    editor.close();
    this.#browser.count(`form ${end}`);
    this.follow();
    if (end === 'save') await this.#truth.checkServer(collection, 'after the save of a form');
  }

  /** A conflict is decided by chance. */
  async #saveForm(editor: ReturnType<TableTab['createRecordEditor']>, id: string): Promise<void> {
    const { collection, table } = this;
    const row = this.#truth.rowsOf(collection).get(id);
    const isVersion = () => (this.#random(2) === 0 ? 'mine' : 'theirs');
    const choices = new Map<string, 'mine' | 'theirs'>();
    let hasEnded = false;
    const saving = editor.save().finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      const { conflicts } = editor.state;
      for (const { name } of conflicts ?? []) choices.set(name, isVersion());
      if (conflicts) editor.resolveConflicts(Object.fromEntries(choices));
      await new Promise((done) => setTimeout(done, 1));
    }
    const outcome = await saving;
    assert.ok(outcome, `${id} is saved: ${JSON.stringify(editor.state.errors)}`);
    for (const [place, change] of [...table.changes]) {
      if (idOf(place) !== id) continue;
      const name = nameOf(place);
      const now = row?.values.get(name);
      const isConflict = now !== change.seen && now !== change.mine;
      assert.is(choices.has(name), isConflict, `${place} is asked about`);
      table.put(place, null);
      if (choices.get(name) === 'theirs') continue;
      this.#truth.noteStored(collection, id, name, change.mine);
      table.forgetSteps((one) => one === place);
    }
    if (outcome.kind !== 'deleted') await this.records.adopt(outcome as never);
    this.page.toasts.closeAll();
  }

  async paste(): Promise<void> {
    const { collection, table, rows } = this;
    const columns = columnsOf(collection, rows[0]);
    const left = columns.findIndex((column) => column.name === 'title') + this.#random(4);
    const top = this.#random(rows.length || 1);
    const pasted = Array.from({ length: 1 + this.#random(3) }, () =>
      columns.slice(left, left + 1 + this.#random(3)).map((column) => ({
        name: column.name,
        mine: isName(column.name) ? anyTyped(this.#random, column.name) : '',
      })),
    );
    const text = pasted
      .map((line) =>
        line.map(({ mine }) => (typeof mine === 'object' ? mine.join(', ') : String(mine))).join('\t'),
      )
      .map((line) => line.replaceAll(/\{.*?\}/g, (json) => `"${json.replaceAll('"', '""')}"`))
      .join('\n');
    // The last line break of a pasted text begins no row.
    if (rows.length === 0 || text === '' || text.endsWith('\n')) return;
    const width = Math.max(...pasted.map((line) => line.length));
    const range = { top, bottom: top, left, right: left };
    await this.page.pasteCells(
      { collection, columns, rows },
      range,
      { text, html: '', hasFiles: false },
      () => {},
    );
    this.page.toasts.closeAll();
    const steps: Step[] = [];
    for (const [line, values] of pasted.entries()) {
      const row = rows[top + line];
      for (let column = 0; column < width; column += 1) {
        const name = columns[left + column]?.name ?? '';
        // A shorter line leaves the rest of the rectangle empty.
        const mine = values[column]?.mine ?? null;
        if (!row || !isName(name) || mine === null) continue;
        if (name === 'total' && Number(mine) < 0) continue;
        const place = placeOf(row.id, name);
        const from = table.changes.get(place) ?? null;
        const stored = this.#truth.rowsOf(collection).get(row.id);
        if (name === 'meta' && !from && !stored) continue;
        const isRead = name === 'meta' && stored;
        const seen = isRead
          ? { seen: stored.values.get('meta') ?? '', updated: stored.updated }
          : this.seenAt(row, name);
        const to = this.changed(name, from ?? { ...seen, now: null }, mine);
        steps.push({ place, from, to });
      }
    }
    for (const { place, to } of steps) table.put(place, to);
    table.remember(steps);
  }

  undo(isRedo: boolean): void {
    const did = (isRedo ? this.page.edits.redo : this.page.edits.undo)(this.collection);
    assert.is(did !== null, this.table.follow(isRedo), 'there is a step');
  }

  takeBack(): void {
    const place = this.#pick([...this.table.changes.keys()]);
    const cell = place && cellFieldOf(this.collection, nameOf(place));
    if (!place || !cell) return;
    this.page.edits.takeBack(this.collection, idOf(place), cell.key);
    const from = this.table.changes.get(place) ?? null;
    this.table.put(place, null);
    this.table.remember([{ place, from, to: null }]);
  }

  discard(): void {
    this.page.edits.discard(this.collection.id);
    this.tables.set(this.collection.id, new OracleTable());
  }

  async refresh(): Promise<void> {
    await (this.#random(2) === 0 ? this.records.refresh() : this.records.reload());
    this.follow();
    this.checkRows();
  }

  async sortBy(): Promise<void> {
    this.sort = this.#pick(['title', '-title', 'total', '-created', 'paid', '-due']) ?? '';
    await this.read();
  }

  async filterBy(): Promise<void> {
    this.search = this.#pick(['', '', 'paid=true', 'total>1']) ?? '';
    await this.read();
  }

  async switchTo(): Promise<void> {
    const other = this.#truth.collections.find(({ id }) => id !== this.collection.id);
    if (other) await this.show(other);
  }

  /** As a reload of the page. */
  async reload(): Promise<void> {
    this.close();
    await this.open();
  }

  close(): void {
    this.tab?.close();
    for (const [id, { changes }] of this.tables) {
      for (const recordId of new Set([...changes.keys()].map(idOf))) {
        const own = [...changes].filter(([place]) => idOf(place) === recordId);
        const left = this.#orphansOf(id, recordId);
        left.push(new Map(own.map(([place, change]) => [place, drafted(change)])));
      }
      this.tables.set(id, new OracleTable());
    }
  }

  #orphansOf(collectionId: string, recordId: string): Map<string, Change>[] {
    const byRecord = this.#browser.orphans.get(collectionId) ?? new Map<string, Map<string, Change>[]>();
    this.#browser.orphans.set(collectionId, byRecord);
    const left = byRecord.get(recordId) ?? [];
    byRecord.set(recordId, left);
    return left;
  }

  /** Takes the offered drafts, one of each record, or declines them. */
  async restore(): Promise<void> {
    const { collection, page } = this;
    await page.edits.openOffers(collection.id);
    if (this.table.changes.size > 0) return;
    const known = [...(this.#browser.orphans.get(collection.id) ?? [])].filter(([, left]) => left.length > 0);
    const offers = page.edits.offers.byCollection[collection.id] ?? [];
    const most = Math.max(0, ...known.map(([, left]) => left.length));
    assert.is(offers.length, most, 'each draft is offered');
    const [offer] = offers;
    if (!offer) return;
    page.edits.restore(collection, offer as never);
    const isDeclined = this.#random(10) === 0;
    assert.equal([...page.edits.of(collection.id).keys()].sort(), known.map(([id]) => id).sort());
    for (const { id, changes } of page.edits.of(collection.id).values()) {
      const held = heldIn(collection, id, changes).sort();
      const left = this.#orphansOf(collection.id, id);
      const at = left.findIndex((one) => isEqualTo(one, held));
      assert.ok(at >= 0, `the restored draft is one of those that are left: ${held.join(' | ')}`);
      for (const [place, change] of left.splice(at, 1)[0] ?? [])
        if (!isDeclined) this.table.put(place, change);
    }
    // Nothing takes that back, so the steps go, too.
    if (isDeclined) this.discard();
    // Others are asked about again after the rows are compared.
    else this.follow();
    this.#browser.count(isDeclined ? 'declined drafts' : 'restored drafts');
  }

  async save(): Promise<void> {
    const { collection, table } = this;
    if (table.changes.size === 0) return;
    const expected = this.expectSave();
    const isWhole = await this.runSave();
    this.settleSave(expected);
    assert.is(isWhole, table.changes.size === 0);
    await this.#truth.checkServer(collection, 'after a save');
    this.#browser.count('compared saves');
  }

  async runSave(): Promise<boolean> {
    const { collection, records } = this;
    const isWhole = await this.page.stagedSaveOf(collection.id).save((record) => {
      if (records.state.collectionId === collection.id) void records.adopt({ kind: 'updated', record });
    });
    this.page.toasts.closeAll();
    return isWhole;
  }

  /** Which records are stored, and which stay because somebody else has changed the same value? */
  expectSave(): { stored: string[]; kept: Map<string, 'gone' | 'conflict'> } {
    const stored: string[] = [];
    const kept = new Map<string, 'gone' | 'conflict'>();
    for (const id of new Set([...this.table.changes.keys()].map(idOf))) {
      const sent = [...this.table.changes].filter(
        ([place, one]) => idOf(place) === id && !isWrong(place, one),
      );
      if (sent.length === 0) continue;
      const row = this.#truth.rowsOf(this.collection).get(id);
      const hasConflict = sent.some(([place, { mine, seen }]) => {
        const now = row?.values.get(nameOf(place));
        return now !== seen && now !== mine;
      });
      if (!row) kept.set(id, 'gone');
      else if (hasConflict) kept.set(id, 'conflict');
      else stored.push(id);
    }
    return { stored, kept };
  }

  settleSave({ stored, kept }: ReturnType<Person['expectSave']>): void {
    const { collection, table } = this;
    for (const id of stored) {
      for (const [place, change] of [...table.changes]) {
        if (idOf(place) !== id || isWrong(place, change)) continue;
        this.#truth.noteStored(collection, id, nameOf(place), change.mine);
        table.put(place, null);
        table.forgetSteps((one) => one === place);
        this.#browser.count('stored values');
      }
    }
    for (const [id, kind] of kept) {
      const edit = this.page.edits.of(collection.id).get(id);
      const hasConflict = [...(edit?.changes.values() ?? [])].some(({ now }) => now !== null);
      assert.is(edit?.fault?.kind ?? (hasConflict && 'conflict'), kind, `${id} stays`);
      this.#browser.count(kind);
      if (kind === 'conflict') this.noteConflicts(id);
    }
    this.follow();
  }

  /** The save has shown what others have stored in the fields that it would send. */
  noteConflicts(id: string): void {
    const row = this.#truth.rowsOf(this.collection).get(id);
    for (const [place, change] of this.table.changes) {
      const seen = row?.values.get(nameOf(place));
      const isSent = idOf(place) === id && !isWrong(place, change);
      if (!row || seen === undefined || !isSent || seen === change.seen || seen === change.mine) continue;
      this.table.put(place, { ...change, now: { seen, updated: row.updated } });
    }
  }

  /** Decides a conflict as the review offers it, or discards a record that is gone. */
  choose(): void {
    const { collection, table, page } = this;
    const held = [...page.edits.of(collection.id).values()];
    const open = held.flatMap(({ id, changes, fault }): Choice[] => {
      if (fault?.kind === 'gone') return [{ id, change: null }];
      return [...changes.values()].flatMap((change) => (change.now ? [{ id, change }] : []));
    });
    const one = this.#pick(open);
    if (!one) return;
    const { id } = one;
    if (!one.change?.now) {
      assert.is(this.#truth.rowsOf(collection).has(id), false, `${id} is gone`);
      page.edits.discard(collection.id, [id]);
      for (const place of [...table.changes.keys()]) if (idOf(place) === id) table.put(place, null);
      table.forgetSteps((place) => idOf(place) === id);
      return;
    }
    const { key, name, now } = one.change;
    const place = placeOf(id, name);
    const seen = storedOf(name, now.before);
    assert.ok(this.#truth.hasHad(collection, place, seen), `${place} once was ${seen}`);
    const version = this.#random(2) === 0 ? 'mine' : 'theirs';
    page.edits.choose(collection, id, key, version);
    const change = table.changes.get(place);
    const isMine = version === 'mine' && change && change.mine !== seen;
    table.put(place, isMine ? { ...change, seen, updated: now.updated, now: null } : null);
    this.#browser.count('decided conflicts');
  }

  /** Types during a save, then reloads: the steps of the tab depend on when the answers came. */
  async saveMeanwhile(): Promise<void> {
    const { collection, table, page } = this;
    if (table.changes.size === 0) return;
    const expected = this.expectSave();
    const pressed = new Map([...table.changes].map(([place, { mine }]) => [place, mine]));
    const wished = new Map<string, { mine: Stored; isBack: boolean }>();
    const saving = this.runSave();
    for (let at = 1 + this.#random(4); at > 0; at -= 1) {
      await new Promise((done) => setTimeout(done, this.#random(12)));
      const place = this.#pick([...table.changes.keys()]);
      const row = place && this.rows.find(({ id }) => id === idOf(place));
      const cell = place && cellFieldOf(collection, nameOf(place));
      const change = place && table.changes.get(place);
      if (!row || !cell || !change || nameOf(place) === 'meta' || isWrong(place, change)) continue;
      const mine = this.#random(3) === 0 ? null : anyTyped(this.#random, nameOf(place));
      if (mine !== null && nameOf(place) === 'total' && Number(mine) < 0) continue;
      // Already saved, so there is nothing to take back.
      const held = page.edits.changeAt(collection.id, row.id, cell.key);
      if (mine === null && !held) continue;
      if (mine === null) page.edits.takeBack(collection, row.id, cell.key);
      else page.edits.set(collection, [{ row, cell, mine }]);
      const value = storedOf(nameOf(place), mine ?? held?.before ?? '');
      wished.set(place, { mine: value, isBack: value === change.seen });
      this.#browser.count('edits during a save');
    }
    await saving;
    for (const place of wished.keys()) table.changes.delete(place);
    const now = await this.#truth.stored(collection);
    for (const [place, { mine, isBack }] of wished) {
      const value = JSON.stringify(now.get(idOf(place))?.[nameOf(place)]);
      const cell = cellFieldOf(collection, nameOf(place));
      const held = page.edits.changeAt(collection.id, idOf(place), cell?.key ?? '');
      const isHeld = held && storedOf(nameOf(place), held.mine) === mine;
      const stored = this.#truth.rowsOf(collection).get(idOf(place))?.values.get(nameOf(place));
      // A change that was taken back before it was sent leaves what others have stored.
      const isLeft = !held && (value === mine || (isBack && value === stored));
      assert.ok(isHeld || isLeft, `${place} ${mine} is kept: ${value}`);
      if (value !== undefined && value !== stored) {
        assert.is(value, pressed.get(place), `${place} has what it had when Save was pressed`);
        this.#truth.noteStored(collection, idOf(place), nameOf(place), value);
      }
    }
    // The rest of a record without such edits goes as the save decided at its beginning.
    const touched = new Set([...wished.keys()].map(idOf));
    for (const [place, change] of [...table.changes]) {
      const id = idOf(place);
      const cell = cellFieldOf(collection, nameOf(place));
      const isHeld = page.edits.changeAt(collection.id, id, cell?.key ?? '') !== null;
      const isStored = touched.has(id) ? !isHeld : expected.stored.includes(id) && !isWrong(place, change);
      if (!isStored) continue;
      const value = JSON.stringify(now.get(id)?.[nameOf(place)]);
      assert.is(value, change.mine, `${place} was saved beside what was typed`);
      this.#truth.noteStored(collection, id, nameOf(place), value);
      table.put(place, null);
    }
    await this.#truth.checkServer(collection, 'after a save with edits');
    // Keeps of the touched cells what the tab holds, which is right by now.
    for (const place of wished.keys()) {
      const cell = cellFieldOf(collection, nameOf(place));
      const held = page.edits.changeAt(collection.id, idOf(place), cell?.key ?? '');
      if (held) table.put(place, changeOf(nameOf(place), held));
    }
    // When a record with such edits is compared depends on the moment.
    for (const [place, change] of table.changes) {
      const key = cellFieldOf(collection, nameOf(place))?.key ?? '';
      const held = page.edits.changeAt(collection.id, idOf(place), key);
      if (!touched.has(idOf(place)) || !held?.now || change.now) continue;
      const { now: theirs } = changeOf(nameOf(place), held);
      assert.ok(theirs && this.#truth.hasHad(collection, place, theirs.seen), `${place} was ${theirs?.seen}`);
      table.put(place, { ...change, now: theirs });
    }
    for (const [id, kind] of expected.kept)
      if (kind === 'conflict' && !touched.has(id)) this.noteConflicts(id);
    this.follow();
    this.check();
    await this.reload();
  }
}
