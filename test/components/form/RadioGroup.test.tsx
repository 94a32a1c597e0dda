import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RadioGroup } from '../../../ui/components/form/RadioGroup';
import { click, mount, type View } from '../../support/render';

const options = [
  { value: 'one', label: 'The first' },
  { value: 'two', label: 'The second' },
] as const;
const given: string[] = [];

function Owner({ isDisabled }: { isDisabled?: boolean }) {
  const [value, setValue] = useState<'one' | 'two'>('one');
  return (
    <RadioGroup
      label="Template"
      options={options}
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => {
        given.push(next);
        setValue(next);
      }}
    />
  );
}

const radios = (view: View) => view.findAll<HTMLInputElement>('input[type="radio"]');

test.before.each(() => {
  given.length = 0;
});

test('shows all choices under the name of the group', () => {
  const view = mount(<Owner />);
  assert.is(view.find('fieldset legend').textContent, 'Template');
  assert.equal(
    radios(view).map((radio) => radio.closest('label')?.textContent),
    ['The first', 'The second'],
  );
  assert.equal(
    radios(view).map(({ checked }) => checked),
    [true, false],
  );
});

test('chooses one on a click on it or its label, and removes the other', () => {
  const view = mount(<Owner />);
  click(view.byLabel('The second'));
  click(view.byText('The first'));
  click(view.byLabel('The first'));
  assert.equal(given, ['two', 'one']);
  assert.equal(
    radios(view).map(({ checked }) => checked),
    [true, false],
  );
});

test('two groups of the same options are independent', () => {
  const view = mount(
    <>
      <Owner />
      <Owner />
    </>,
  );
  const [first, , third] = radios(view).map(({ name }) => name);
  assert.ok(first);
  assert.is.not(first, third);
});

test('a disabled group disables all its choices', () => {
  const view = mount(<Owner isDisabled />);
  assert.ok(radios(view).every((radio) => radio.closest('fieldset')?.disabled));
  view.rerender(<Owner />);
  assert.not(view.find<HTMLFieldSetElement>('fieldset').disabled);
});

test.run();
