import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainFilter } from '../../../ui/model/filters/explainFilter';
import { LogFilterRefusal } from '../../../ui/screens/logs/LogSearch';
import { filterFields } from '../../../ui/screens/logs/logsQuery';
import { click, mount } from '../../support/render';

test('a refused log filter shows an explanation, a correction and an example', () => {
  const applied: string[] = [];
  const search = 'level = 8 and data.status = 500';
  const view = mount(
    <LogFilterRefusal
      search={search}
      message="Something went wrong while processing your request."
      onApply={(text) => applied.push(text)}
    />,
  );
  assert.match(view.text(), /^Use && instead of and\./);
  click(view.find('button'));
  assert.equal(applied, ['level = 8 && data.status = 500']);
  const example = view.find('code').textContent ?? '';
  assert.match(view.text(), /Example: data\.status >= 400/);
  assert.is(explainFilter(example, filterFields), null);
});

test.run();
