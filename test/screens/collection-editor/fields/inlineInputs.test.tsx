import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChoicesInput } from '../../../../ui/screens/collection-editor/fields/options/ChoicesInput';
import { RelationTarget } from '../../../../ui/screens/collection-editor/fields/options/RelationTarget';
import { click, tick, type } from '../../../support/render';
import { usersCollection } from '../../../support/samples';
import { closeFields, openField } from './openField';

test.after.each(closeFields);

test('inline choices have a name, and their tooltip comes late and shows an error first', async () => {
  const { view, editor, field, options, refuse } = await openField('select');
  view.rerender(<ChoicesInput editor={editor} field={field()} />);
  const input = view.byLabel('Choices');
  assert.is(input.dataset['tooltip'], 'Choices (comma separated)');
  assert.is(input.dataset['tooltipDelay'], '700');
  await refuse('options.values', 'Cannot be blank.');
  assert.is(input.getAttribute('aria-invalid'), 'true');
  assert.is(input.dataset['tooltip'], 'Cannot be blank.');
  type(input, 'a, b');
  await tick();
  assert.equal(options()['values'], ['a', 'b']);
  assert.is(input.getAttribute('aria-invalid'), null);
});

test('the inline target input has a name', async () => {
  const { view, editor, field, options, refuse } = await openField('relation');
  view.rerender(<RelationTarget editor={editor} field={field()} />);
  await refuse('options.collectionId', 'Cannot be blank.');
  const select = view.byLabel('Collection');
  assert.is(select.getAttribute('aria-invalid'), 'true');
  click(select);
  click(view.byText('users'));
  await tick();
  assert.is(options()['collectionId'], usersCollection.id);
  assert.is(select.getAttribute('aria-invalid'), null);
});

test.run();
