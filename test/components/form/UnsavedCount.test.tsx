import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UnsavedCount } from '../../../ui/components/form/UnsavedCount';
import { mount } from '../../support/render';

const cases: [changes: number, faults: number | undefined, told: string][] = [
  [0, undefined, ''],
  [0, 0, ''],
  [1, 0, '1 unsaved change'],
  [2, undefined, '2 unsaved changes'],
  [2, 1, '1 field needs attention'],
  [0, 3, '3 fields need attention'],
];
for (const [changes, faults, told] of cases) {
  test(`tells ${changes} changes and ${faults} faults as "${told}"`, () => {
    const view = mount(<UnsavedCount changes={changes} faults={faults} />);
    assert.is(view.text(), told);
    assert.is(view.findAll('[role="status"]').length, told === '' ? 0 : 1);
  });
}

test.run();
