import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Toast } from '../../../ui/components/page/Toast';
import { mount } from '../../support/render';

const noop = () => {};

test('does not translate the quoted names of a message', () => {
  const message = 'There is no collection "posts" and no "a b". Showing the first one.';
  const view = mount(
    <Toast kind="info" message={message} durationMs={1000} onClose={noop} onHold={noop} onRelease={noop} />,
  );
  assert.is(view.find('p').textContent, message);
  assert.equal(
    view.findAll('p [translate="no"]').map(({ textContent }) => textContent),
    ['"posts"', '"a b"'],
  );
});

test.run();
