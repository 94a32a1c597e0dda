// reads: ui test package.json
// Two tabs change the same records in tables while others do: edits, pastes, undo, sort, filter, refresh, reload, saves
// and conflicts in a random order. An oracle keeps what each tab should hold and the server should store. LOWLINE_SEED
// gives other steps, LOWLINE_STEPS another number for each server.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnsOf } from '../../ui/components/record-table/recordColumns';
import type { Collection } from '../../ui/model/collection';
import { type AnyRecord, fieldValue, type ListedRecord } from '../../ui/model/record';
import { cellFieldOf } from '../../ui/model/records/cellField';
import type { FormValue } from '../../ui/model/records/recordValues';
import type { StagedCell, StagedCells } from '../../ui/model/records/stagedCell';
import { dateOf } from '../../ui/model/records/typedValues';
import { type OpenTab, openTabs, type TableTab } from '../support/openTabs';
import { randomNumbers } from '../support/randomNumbers';
import { createCollection, field, sharedBackend } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';

const seed = Number(process.env['LOWLINE_SEED'] ?? 20_261_124);
const stepCount = Number(process.env['LOWLINE_STEPS'] ?? 2000);
const recordCount = 10;

const names = ['title', 'total', 'paid', 'tags', 'due', 'meta'] as const;
type Name = (typeof names)[number];
const isName = (name: string): name is Name => (names as readonly string[]).includes(name);

/** A stored value as JSON, so that values of all types are compared alike. */
type Stored = string;

/** Returns what the server stores for a typed value. */
function storedOf(name: string, mine: FormValue): Stored {
  if (name === 'total') return JSON.stringify(Number(mine));
  if (name === 'meta') return JSON.stringify(JSON.parse(String(mine) || 'null'));
  if (name !== 'due') return JSON.stringify(mine);
  const date = dateOf(String(mine));
  return JSON.stringify(date ? `${date}${date.includes('.') ? '' : '.000'}Z` : '');
}

/** A change as a tab should hold it. Never changed in place, because the steps for undo hold it, too. */
interface Change {
  readonly mine: Stored;
  readonly seen: Stored;
  /** When the record with the seen value was changed. */
  readonly updated: string;
  /** The value that a later row has shown. */
  readonly now: { readonly seen: Stored; readonly updated: string } | null;
}

interface Step {
  readonly place: string;
  readonly from: Change | null;
  readonly to: Change | null;
}

const placeOf = (id: string, name: string) => `${id} ${name}`;
const idOf = (place: string) => place.slice(0, place.indexOf(' '));
const nameOf = (place: string) => place.slice(place.indexOf(' ') + 1) as Name;
const isWrong = (place: string, { mine }: Change) => nameOf(place) === 'total' && Number(mine) < 0;

/** A decision that the review offers. */
interface Choice {
  id: string;
  cell: StagedCell | null;
  theirs: { seen: unknown; updated: unknown } | null;
}

/** The changes of one table in one tab, with its steps. */
class Table {
  changes = new Map<string, Change>();
  done: (readonly Step[])[] = [];
  undone: (readonly Step[])[] = [];

  put(place: string, change: Change | null): void {
    if (change) this.changes.set(place, change);
    else this.changes.delete(place);
  }

  remember(steps: readonly Step[]): void {
    const changed = steps.filter(({ from, to }) => from?.mine !== to?.mine);
    if (changed.length === 0) return;
    this.done.push(changed);
    this.undone = [];
  }

  follow(isRedo: boolean): boolean {
    const [from, to] = isRedo ? [this.undone, this.done] : [this.done, this.undone];
    const steps = from.pop();
    if (!steps) return false;
    to.push(steps);
    for (const step of steps) this.put(step.place, isRedo ? step.to : step.from);
    return true;
  }

  forgetSteps(isGone: (place: string) => boolean): void {
    const without = (all: (readonly Step[])[]) =>
      all.map((steps) => steps.filter(({ place }) => !isGone(place))).filter((steps) => steps.length > 0);
    this.done = without(this.done);
    this.undone = without(this.undone);
  }
}

interface Row {
  values: Map<Name, Stored>;
  updated: string;
}

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);
  const openPages = new Set<OpenTab>();
  test.after(async () => {
    for (const tab of openPages) tab.close();
    await server.stop();
  });

  test(`${version}: ${stepCount} random steps in two tabs misplace and lose nothing (seed ${seed})`, async () => {
    const started = performance.now();
    const world = await openWorld(await server.backend(), () => server.connect(), openPages);
    let at = 0;
    try {
      for (; at < stepCount; at += 1) await world.step();
      await world.end();
    } catch (error) {
      console.log(`${version}: LOWLINE_SEED=${seed}, step ${at}: ${world.trace.join(', ')}`);
      throw error;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const counts = [...world.counts].map(([what, count]) => `${what} ${count}`).join(', ');
    console.log(`${version}: seed ${seed}, ${stepCount} steps in ${seconds} s: ${counts}`);
    assert.ok((world.counts.get('compared saves') ?? 0) > 0, 'saves were compared');
  });
}

async function openWorld(backend: TestBackend, connect: () => Promise<unknown>, openPages: Set<OpenTab>) {
  await connect();
  const random = randomNumbers(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const counts = new Map<string, number>();
  const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
  /** The last steps, for the report of a failure. */
  const trace: string[] = [];

  let token = '';
  const signedIn = (await ask('POST', 'admins/auth-with-password', {
    identity: backend.admin?.email,
    password: backend.admin?.password,
  })) as { token: string; admin: { id: string; email: string } };
  const { admin } = signedIn;
  token = signedIn.token;

  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${backend.url}/api/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: token,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }
  // The truth: what the server should store.
  const truth = new Map<string, Map<string, Row>>();
  /** All values that a field of a record has had. */
  const history = new Map<string, Set<Stored>>();
  const collections: Collection[] = [];
  let made = 0;
  const rowsOf = (collection: Collection) => truth.get(collection.id) as Map<string, Row>;
  for (const name of ['orders', 'crates']) {
    const collection = await createCollection({
      name,
      schema: [
        field('text', 'title'),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
        field('date', 'due'),
        field('json', 'meta', { maxSize: 10_000 }),
      ],
    });
    collections.push(collection);
    truth.set(collection.id, new Map());
    for (let at = 0; at < recordCount; at += 1) await createElsewhere(collection);
  }

  function noteStored(collection: Collection, id: string, name: Name, value: Stored): void {
    const key = `${collection.id} ${placeOf(id, name)}`;
    history.set(key, (history.get(key) ?? new Set()).add(value));
    rowsOf(collection).get(id)?.values.set(name, value);
  }

  function anyTyped(name: Name): FormValue {
    switch (name) {
      case 'title':
        return `T${random(6)}`;
      case 'total':
        return String((random(6) - 1) / 2);
      case 'paid':
        return random(2) === 1;
      case 'tags':
        return ['a', 'b', 'c'].filter(() => random(2) === 1);
      case 'due':
        return ['', '2026-01-11 10:00:00', '2026-01-11 10:00:00.123', '2026-02-11 10:00:00'][random(4)] ?? '';
      default:
        return `{"n":${random(4)}}`;
    }
  }

  /** A value as another program sends it. */
  function anySent(name: Name): unknown {
    for (;;) {
      const mine = anyTyped(name);
      const value: unknown = JSON.parse(storedOf(name, mine));
      if (name !== 'total' || Number(value) >= 0) return value;
    }
  }

  async function createElsewhere(collection: Collection): Promise<void> {
    const body = Object.fromEntries(names.map((name) => [name, anySent(name)]));
    made += 1;
    const id = String(made).padStart(15, 'r');
    const { updated } = await ask('POST', `collections/${collection.id}/records`, { id, ...body });
    rowsOf(collection).set(id, { values: new Map(), updated: String(updated) });
    for (const name of names) noteStored(collection, id, name, JSON.stringify(body[name]));
  }

  async function changeElsewhere(collection: Collection): Promise<void> {
    const id = pick([...rowsOf(collection).keys()]);
    if (id === undefined) return;
    const chosen = names.filter(() => random(3) === 0);
    const body = Object.fromEntries(chosen.map((name) => [name, anySent(name)]));
    const { updated } = await ask('PATCH', `collections/${collection.id}/records/${id}`, body);
    for (const name of chosen) noteStored(collection, id, name, JSON.stringify(body[name]));
    Object.assign(rowsOf(collection).get(id) ?? {}, { updated });
  }

  async function deleteElsewhere(collection: Collection): Promise<void> {
    const id = pick([...rowsOf(collection).keys()]);
    if (id === undefined) return;
    await ask('DELETE', `collections/${collection.id}/records/${id}`);
    rowsOf(collection).delete(id);
    await createElsewhere(collection);
  }

  /** Compares the server with the truth. */
  async function checkServer(collection: Collection, what: string): Promise<void> {
    const { items } = await ask('GET', `collections/${collection.id}/records?perPage=200`);
    const found = new Map((items as Record<string, unknown>[]).map((item) => [String(item['id']), item]));
    const expected = rowsOf(collection);
    assert.equal([...found.keys()].sort(), [...expected.keys()].sort(), what);
    for (const [id, { values }] of expected) {
      const item = found.get(id) ?? {};
      for (const name of names)
        assert.is(JSON.stringify(item[name]), values.get(name), `${what}: ${id} ${name}`);
      Object.assign(expected.get(id) ?? {}, { updated: item['updated'] });
    }
  }

  const tabs = await openTabs();

  /** The drafts that no open tab holds, by the id of the collection. */
  const orphans = new Map<string, Map<string, Change>[]>(collections.map(({ id }) => [id, []]));

  class Tab {
    tab: OpenTab | null = null;
    collection = collections[0] as Collection;
    tables = new Map<string, Table>(collections.map(({ id }) => [id, new Table()]));
    list: ReturnType<TableTab['createRecordList']> | null = null;
    sort = '-created';
    search = '';

    get page(): TableTab {
      if (!this.tab) throw new Error('The tab is closed.');
      return this.tab.page;
    }
    get table(): Table {
      return this.tables.get(this.collection.id) as Table;
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
      const shown = this.page.stagedRows.state.byCollection[this.collection.id];
      return this.page.stagedRows.withStaged(this.items, shown as never);
    }

    async open(): Promise<void> {
      this.tab = await tabs.open();
      openPages.add(this.tab);
      const { page } = this;
      page.configureClient({
        apiBase: `${backend.url}/api/`,
        token: page.session.token,
        confirmSession: page.session.confirm,
        onUnauthorized: () => {},
        onForbidden: () => {},
        onUnreachable: () => {},
      });
      page.session.adopt({ token, admin: { ...admin } as never });
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
      this.page.staged.compareRows(this.collection, this.items);
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
      const stored = rowsOf(this.collection);
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
      for (const collection of collections) {
        const held = this.page.staged.recordsOf(collection.id);
        const found = [...held.values()].flatMap(({ id, cells }) => heldIn(collection, id, cells));
        const { changes } = this.tables.get(collection.id) as Table;
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
      const stored = this.page.stagedRows.storedRow(row);
      return {
        seen: JSON.stringify(fieldValue(stored, name)),
        updated: String(fieldValue(stored, 'updated')),
      };
    }

    /** The change that typing makes of a cell; null if the value means the same as the seen one. */
    changed(name: Name, from: Pick<Change, 'seen' | 'updated' | 'now'>, mine: FormValue): Change | null {
      const value = storedOf(name, mine);
      return value === from.seen ? null : { ...from, mine: value };
    }

    /** Types into a cell, maybe while the rows are read again, and keeps or cancels it. */
    async edit(): Promise<void> {
      const row = pick(this.rows);
      const name = pick(names.filter((one) => one !== 'meta'));
      const cell = name && cellFieldOf(this.collection, name);
      if (!row || !name || !cell) return;
      const { table } = this;
      const place = placeOf(row.id, name);
      const from = table.changes.get(place) ?? null;
      const base = from ?? { ...this.seenAt(row, name), now: null };
      const edit = this.page.createCellEdit(this.collection, row, cell);
      for (let key = random(3); key >= 0; key -= 1) {
        const mine = anyTyped(name);
        edit.set(mine);
        table.put(place, this.changed(name, table.changes.get(place) ?? base, mine));
        this.follow();
        if (random(20) === 0) await this.refresh();
      }
      if (random(5) === 0) {
        edit.cancel();
        table.put(place, from);
      } else {
        edit.keep();
        table.remember([{ place, from, to: table.changes.get(place) ?? null }]);
      }
      edit.close();
    }

    async paste(): Promise<void> {
      const { collection, table, rows } = this;
      const columns = columnsOf(collection, rows[0]);
      const left = columns.findIndex((column) => column.name === 'title') + random(4);
      const top = random(rows.length || 1);
      const pasted = Array.from({ length: 1 + random(3) }, () =>
        columns.slice(left, left + 1 + random(3)).map((column) => ({
          name: column.name,
          mine: isName(column.name) ? anyTyped(column.name) : '',
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
          const stored = rowsOf(collection).get(row.id);
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
      const did = (isRedo ? this.page.staged.redo : this.page.staged.undo)(this.collection);
      assert.is(did !== null, this.table.follow(isRedo), 'there is a step');
    }

    takeBack(): void {
      const place = pick([...this.table.changes.keys()]);
      const cell = place && cellFieldOf(this.collection, nameOf(place));
      if (!place || !cell) return;
      this.page.staged.takeBack(this.collection, idOf(place), cell.key);
      const from = this.table.changes.get(place) ?? null;
      this.table.put(place, null);
      this.table.remember([{ place, from, to: null }]);
    }

    discard(): void {
      this.page.staged.discard(this.collection.id);
      this.tables.set(this.collection.id, new Table());
    }

    async refresh(): Promise<void> {
      await (random(2) === 0 ? this.records.refresh() : this.records.reload());
      this.follow();
      this.checkRows();
    }

    async sortBy(): Promise<void> {
      this.sort = pick(['title', '-title', 'total', '-created', 'paid', '-due']) ?? '';
      await this.read();
    }

    async filterBy(): Promise<void> {
      this.search = pick(['', '', 'paid=true', 'total>1']) ?? '';
      await this.read();
    }

    async switchTo(): Promise<void> {
      const other = collections.find(({ id }) => id !== this.collection.id);
      if (other) await this.show(other);
    }

    /** As a reload of the page. */
    async reload(): Promise<void> {
      this.close();
      await this.open();
    }

    close(): void {
      if (this.tab) openPages.delete(this.tab);
      this.tab?.close();
      for (const [id, { changes }] of this.tables) {
        if (changes.size > 0) orphans.get(id)?.push(new Map(changes));
        this.tables.set(id, new Table());
      }
    }

    /** Takes the offered draft, or declines it. */
    async restore(): Promise<void> {
      const { collection, page } = this;
      await page.stagedOffers.openOffers(collection.id);
      const known = orphans.get(collection.id) ?? [];
      if (this.table.changes.size > 0) return;
      const offers = page.stagedOffers.state.byCollection[collection.id] ?? [];
      assert.is(offers.length, known.length, 'each draft is offered');
      const [offer] = offers;
      if (!offer) return;
      if (random(10) === 0) {
        page.stagedOffers.restore(collection, offer as never);
        const before = this.heldNow();
        const at = known.findIndex((changes) => isEqualTo(changes, before));
        assert.ok(at >= 0, 'the declined draft is one of those that are left');
        known.splice(at, 1);
        page.staged.discard(collection.id);
        count('declined drafts');
        return;
      }
      page.stagedOffers.restore(collection, offer as never);
      const held = this.heldNow();
      const at = known.findIndex((changes) => isEqualTo(changes, held));
      assert.ok(at >= 0, `the restored draft is one of those that are left: ${held.join(' | ')}`);
      const [changes = new Map<string, Change>()] = known.splice(at, 1);
      // Others are asked about again after the rows are compared.
      for (const [place, change] of changes) this.table.put(place, { ...change, now: null });
      this.follow();
      count('restored drafts');
    }

    heldNow(): string[] {
      return [...this.page.staged.recordsOf(this.collection.id).values()]
        .flatMap(({ id, cells }) => heldIn(this.collection, id, cells))
        .sort();
    }

    async save(): Promise<void> {
      const { collection, table } = this;
      if (table.changes.size === 0) return;
      const expected = this.expectSave();
      const isWhole = await this.runSave();
      this.settleSave(expected);
      assert.is(isWhole, table.changes.size === 0);
      await checkServer(collection, 'after a save');
      count('compared saves');
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
        const row = rowsOf(this.collection).get(id);
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

    settleSave({ stored, kept }: ReturnType<Tab['expectSave']>): void {
      const { collection, table } = this;
      for (const id of stored) {
        for (const [place, change] of [...table.changes]) {
          if (idOf(place) !== id || isWrong(place, change)) continue;
          noteStored(collection, id, nameOf(place), change.mine);
          table.put(place, null);
          table.forgetSteps((one) => one === place);
          count('stored values');
        }
      }
      for (const [id, kind] of kept) {
        assert.is(this.page.staged.recordsOf(collection.id).get(id)?.fault?.kind, kind, `${id} stays`);
        count(kind);
      }
      this.follow();
    }

    /** Decides a conflict as the review offers it, or discards a record that is gone. */
    choose(): void {
      const { collection, table, page } = this;
      const held = [...page.staged.recordsOf(collection.id).values()];
      const open = held.flatMap(({ id, cells, fault }): Choice[] => {
        if (fault?.kind === 'gone') return [{ id, cell: null, theirs: null }];
        return [...cells.values()].flatMap((cell) => {
          const isNamed = fault?.kind === 'conflict' && fault.conflicts.some((one) => one.name === cell.name);
          const theirs = isNamed
            ? {
                seen: fieldValue(fault.theirs.record, cell.name),
                updated: fieldValue(fault.theirs.record, 'updated'),
              }
            : cell.now;
          return theirs ? [{ id, cell, theirs }] : [];
        });
      });
      const one = pick(open);
      if (!one) return;
      const { id, cell, theirs } = one;
      if (!cell || !theirs) {
        assert.is(rowsOf(collection).has(id), false, `${id} is gone`);
        page.staged.discardRecord(collection.id, id);
        for (const place of [...table.changes.keys()]) if (idOf(place) === id) table.put(place, null);
        table.forgetSteps((place) => idOf(place) === id);
        return;
      }
      const place = placeOf(id, cell.name);
      const seen = JSON.stringify(theirs.seen);
      assert.ok(history.get(`${collection.id} ${place}`)?.has(seen), `${place} once was ${seen}`);
      const version = random(2) === 0 ? 'mine' : 'theirs';
      page.staged.choose(collection, id, cell.key, version);
      const change = table.changes.get(place);
      const isMine = version === 'mine' && change && change.mine !== seen;
      table.put(place, isMine ? { ...change, seen, updated: String(theirs.updated), now: null } : null);
      count('decided conflicts');
    }

    /** Types during a save, then reloads: the steps of the tab depend on when the answers came. */
    async saveMeanwhile(): Promise<void> {
      const { collection, table, page } = this;
      if (table.changes.size === 0) return;
      const expected = this.expectSave();
      const possible = new Map<string, Set<Stored>>();
      const wished = new Map<string, { mine: Stored; isBack: boolean }>();
      const saving = this.runSave();
      for (let at = 1 + random(4); at > 0; at -= 1) {
        await new Promise((done) => setTimeout(done, random(12)));
        const place = pick([...table.changes.keys()]);
        const row = place && this.rows.find(({ id }) => id === idOf(place));
        const cell = place && cellFieldOf(collection, nameOf(place));
        const change = place && table.changes.get(place);
        if (!row || !cell || !change || nameOf(place) === 'meta' || isWrong(place, change)) continue;
        const values = possible.get(place) ?? new Set([change.mine]);
        const mine = random(3) === 0 ? null : anyTyped(nameOf(place));
        if (mine !== null && nameOf(place) === 'total' && Number(mine) < 0) continue;
        // Already saved, so there is nothing to take back.
        const held = page.staged.cellAt(collection.id, row.id, cell.key);
        if (mine === null && !held) continue;
        if (mine === null) page.staged.takeBack(collection, row.id, cell.key);
        else page.staged.stage(collection, [{ row, cell, mine }]);
        const value = mine === null ? JSON.stringify(held?.seen) : storedOf(nameOf(place), mine);
        values.add(value);
        possible.set(place, values);
        wished.set(place, { mine: value, isBack: value === change.seen });
        count('edits during a save');
      }
      await saving;
      for (const place of wished.keys()) table.changes.delete(place);
      const items = (await ask('GET', `collections/${collection.id}/records?perPage=200`))['items'];
      const now = new Map((items as Record<string, unknown>[]).map((item) => [String(item['id']), item]));
      for (const [place, { mine, isBack }] of wished) {
        const value = JSON.stringify(now.get(idOf(place))?.[nameOf(place)]);
        const cell = cellFieldOf(collection, nameOf(place));
        const held = page.staged.cellAt(collection.id, idOf(place), cell?.key ?? '');
        const isHeld = held && storedOf(nameOf(place), held.mine) === mine;
        const stored = rowsOf(collection).get(idOf(place))?.values.get(nameOf(place));
        // A change that was taken back before it was sent leaves what others have stored.
        const isLeft = !held && (value === mine || (isBack && value === stored));
        assert.ok(isHeld || isLeft, `${place} ${mine} is kept: ${value}`);
        if (value !== undefined && value !== stored) {
          assert.ok(possible.get(place)?.has(value), `${place} ${value} was typed`);
          noteStored(collection, idOf(place), nameOf(place), value);
        }
      }
      // The rest of a record without such edits goes as the save decided at its beginning.
      const touched = new Set([...wished.keys()].map(idOf));
      for (const [place, change] of [...table.changes]) {
        const id = idOf(place);
        const cell = cellFieldOf(collection, nameOf(place));
        const isHeld = page.staged.cellAt(collection.id, id, cell?.key ?? '') !== null;
        const isStored = touched.has(id) ? !isHeld : expected.stored.includes(id) && !isWrong(place, change);
        if (!isStored) continue;
        const value = JSON.stringify(now.get(id)?.[nameOf(place)]);
        assert.is(value, change.mine, `${place} was saved beside what was typed`);
        noteStored(collection, id, nameOf(place), value);
        table.put(place, null);
      }
      await checkServer(collection, 'after a save with edits');
      // Keeps of the touched cells what the tab holds, which is right by now.
      for (const place of wished.keys()) {
        const cell = cellFieldOf(collection, nameOf(place));
        const held = page.staged.cellAt(collection.id, idOf(place), cell?.key ?? '');
        if (held) table.put(place, changeOf(nameOf(place), held));
      }
      this.follow();
      this.check();
      await this.reload();
    }
  }

  const all = [new Tab(), new Tab()];
  for (const tab of all) await tab.open();

  const acts: [weight: number, what: string, run: (tab: Tab) => void | Promise<void>][] = [
    [40, 'edit', (tab) => tab.edit()],
    [8, 'paste', (tab) => tab.paste()],
    [10, 'undo', (tab) => tab.undo(false)],
    [6, 'redo', (tab) => tab.undo(true)],
    [4, 'take back', (tab) => tab.takeBack()],
    [4, 'sort', (tab) => tab.sortBy()],
    [3, 'filter', (tab) => tab.filterBy()],
    [6, 'refresh', (tab) => tab.refresh()],
    [3, 'switch', (tab) => tab.switchTo()],
    [1, 'reload', (tab) => tab.reload()],
    [5, 'save', (tab) => tab.save()],
    [1, 'save with edits', (tab) => tab.saveMeanwhile()],
    [12, 'choice', (tab) => tab.choose()],
    [7, 'edit from outside', (tab) => changeElsewhere(tab.collection)],
    [1, 'delete from outside', (tab) => deleteElsewhere(tab.collection)],
  ];
  const sum = acts.reduce((total, [weight]) => total + weight, 0);

  return {
    counts,
    trace,
    async step(): Promise<void> {
      const at = random(2);
      const tab = all[at] as Tab;
      let left = random(sum);
      const [, what, run] = acts.find(([weight]) => {
        left -= weight;
        return left < 0;
      }) as (typeof acts)[number];
      trace.push(`${at} ${what}`);
      if (trace.length > 12) trace.shift();
      count(what);
      await run(tab);
      tab.follow();
      for (const one of all) one.check();
    },
    /** Saves everything, with every conflict decided. */
    async end(): Promise<void> {
      for (const tab of all) {
        for (const collection of collections) {
          await tab.show(collection);
          for (let round = 0; round < 100 && tab.table.changes.size > 0; round += 1) {
            for (const [place, change] of [...tab.table.changes]) {
              if (!isWrong(place, change)) continue;
              const cell = cellFieldOf(collection, nameOf(place));
              tab.page.staged.takeBack(collection, idOf(place), cell?.key ?? '');
              tab.table.put(place, null);
            }
            tab.table.done = [];
            await tab.save();
            for (let choice = 0; choice < 20; choice += 1) tab.choose();
            tab.follow();
            tab.check();
          }
          assert.is(tab.table.changes.size, 0, 'all is saved or decided');
          await checkServer(collection, 'at the end');
        }
      }
    },
  };

  function heldIn(collection: Collection, id: string, cells: StagedCells): string[] {
    return [...cells.values()].map((cell) => {
      assert.is(cellFieldOf(collection, cell.name)?.key, cell.key);
      return printed(placeOf(id, cell.name), changeOf(cell.name as Name, cell));
    });
  }

  function changeOf(name: Name, { mine, seen, updated, now }: StagedCell): Change {
    return {
      mine: storedOf(name, mine),
      seen: JSON.stringify(seen),
      updated,
      now: now && { seen: JSON.stringify(now.seen), updated: now.updated },
    };
  }
}

const printed = (place: string, { mine, seen, updated, now }: Change) =>
  [place, mine, 'was', seen, updated, ...(now ? ['now', now.seen, now.updated] : [])].join(' ');

/** A draft does not hold what later rows have shown. */
const isEqualTo = (changes: ReadonlyMap<string, Change>, held: readonly string[]) =>
  JSON.stringify([...changes].map(([place, change]) => printed(place, { ...change, now: null })).sort()) ===
  JSON.stringify(held);

test.run();
