import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FormValue } from '../../../ui/model/field';
import { ValueInput } from '../../../ui/records/input/ValueInput';
import { mount, type, type View } from '../../support/render';

let value: FormValue;

function Screen({ stored }: { stored: string }) {
  const [now, setNow] = useState<FormValue>(stored);
  value = now;
  return (
    <ValueInput
      field={{ id: 'note', name: 'note', type: 'text' }}
      control={{ id: 'note' }}
      value={now}
      isRequired={false}
      onChange={setNow}
    />
  );
}

const edits: [what: string, stored: string, shown: string, typed: string, kept: string][] = [
  ['a text of Windows', 'one\r\ntwo', 'one\ntwo', 'one\ntwo\n!', 'one\r\ntwo\r\n!'],
  ['a plain text', 'one\ntwo', 'one\ntwo', 'one\ntwo!', 'one\ntwo!'],
  ['mixed lines become plain ones', 'one\r\ntwo\nthree', 'one\ntwo\nthree', 'one\n!', 'one\n!'],
  ['one line', 'one', 'one', 'one\ntwo', 'one\ntwo'],
];

for (const [what, stored, shown, typed, kept] of edits) {
  test(`the ends of lines: ${what}`, () => {
    const view: View = mount(<Screen stored={stored} />);
    const area = view.find<HTMLTextAreaElement>('textarea');
    assert.is(area.value.replaceAll('\r\n', '\n'), shown);
    assert.is(value, stored, 'nothing changes before an edit');
    type(area, typed);
    assert.is(value, kept);
    view.unmount();
  });
}

test.run();
