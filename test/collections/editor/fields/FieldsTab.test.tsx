import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../../../ui/backend/dialect';
import { createCollectionEditor } from '../../../../ui/collections/editor/collectionEditor';
import { FieldsTab } from '../../../../ui/collections/editor/fields/FieldsTab';
import { connect } from '../../../backend/connect';
import { fakeBackend } from '../../../support/backend';
import { click, eventually, mount } from '../../../support/render';

const superusers = 'GET /api/collections/_superusers/records';

for (const [version, isOffered, calls] of [
  [22, false, 0],
  [dialect.firstNewer, true, 1],
  [40, true, 0],
] as const) {
  test(`the menu of a new field offers geographic points, if a server of 0.${version} has them`, async () => {
    const backend = fakeBackend({
      [superusers]: { page: 1, perPage: 1, totalItems: 1, totalPages: 1, items: [{ id: 'a' }] },
    });
    connect(backend);
    dialect.learn(22);
    dialect.learn(version);
    const editor = createCollectionEditor(null);
    await editor.open();
    const view = mount(<FieldsTab editor={editor} />);
    assert.is(backend.calls.length, 0);
    click(view.byText('New field'));
    await eventually(() => view.text().includes('Geo point'), isOffered);
    assert.is(backend.calls.length, calls);
    view.unmount();
    dialect.learn(22);
  });
}

test.run();
