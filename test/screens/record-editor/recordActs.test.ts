// A delete whose record the bin cannot keep. test/screens/record-editor/recordEditor.test.ts has the plain ones.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as bin from '../../../ui/state/bin/bin';
import * as confirm from '../../../ui/state/confirm';
import { failure } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { post } from '../../support/samples';
import { answer, closeScene, openEditor, routes, told } from './editorScene';

test.before.each(() => {
  bin.state.keptDays = 30;
});
test.after.each(closeScene);

test('a record that cannot be kept is deleted only after a second question', async () => {
  const { editor, backend } = await openEditor();
  backend.answer('GET /api/collections', failure(500, 'Busy.'));
  const refusal = editor.remove();
  await answer(true);
  await eventually(() => confirm.state.question !== null, true);
  assert.match(await answer(false), /^This cannot be kept for undo: .* Delete anyway\?$/);
  assert.equal([await refusal, backend.callsTo(routes.remove).length], [null, 0]);
  const consent = editor.remove();
  await answer(true);
  await eventually(() => confirm.state.question !== null, true);
  await answer(true);
  assert.equal(await consent, { kind: 'deleted', recordId: post.id });
  assert.equal([backend.callsTo(routes.remove).length, told().at(-1)], [1, 'Successfully deleted record.']);
});

test.run();
