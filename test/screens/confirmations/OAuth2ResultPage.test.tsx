import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OAuth2ResultPage } from '../../../ui/screens/confirmations/OAuth2ResultPage';
import { resetDom } from '../../support/dom';
import { mount } from '../../support/render';

test.before.each(resetDom);
test.after.each(() => mock.restoreAll());

for (const [hasSucceeded, title, line] of [
  [true, 'Auth completed.', 'You can close this window and go back to the app.'],
  [false, 'Auth failed.', 'You can close this window and go back to the app to try again.'],
] as const) {
  test(`the page closes its window, and shows "${title}" with a hint if it cannot`, () => {
    const close = mock.method(window, 'close', () => {});
    const view = mount(<OAuth2ResultPage hasSucceeded={hasSucceeded} />);
    assert.is(close.mock.callCount(), 1);
    assert.is(view.find('h1').textContent, title);
    assert.is(view.find('[role=status]').textContent, line);
    assert.equal(view.findAll('img, footer, a, form'), []);
    view.rerender(<OAuth2ResultPage hasSucceeded={hasSucceeded} />);
    assert.is(close.mock.callCount(), 1);
  });
}

test.run();
