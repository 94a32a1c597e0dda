import X from 'lucide-react/icons/x';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Button } from '../../../ui/components/basics/Button';
import { IconButton } from '../../../ui/components/basics/IconButton';
import { click, focus, mount } from '../../support/render';

test('separates several children by their own spaces only, and the icon by a gap', () => {
  const view = mount(
    <Button icon={X}>
      New<span className="onlyWide"> record</span>
    </Button>,
  );
  const [, words] = view.find('button').children;
  assert.is(words?.textContent, 'New record');
});

test('a busy button ignores clicks, submits nothing and keeps the focus', () => {
  let clicks = 0;
  let submits = 0;
  const form = (isBusy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits++;
      }}
    >
      <Button type="submit" isBusy={isBusy} onClick={() => clicks++}>
        Save
      </Button>
    </form>
  );
  const view = mount(form(false));
  const button = view.find<HTMLButtonElement>('button');
  focus(button);
  view.rerender(form(true));
  click(button);
  assert.equal([clicks, submits, button.getAttribute('aria-busy')], [0, 0, 'true']);
  assert.ok(document.activeElement === button);
  view.rerender(form(false));
  click(button);
  assert.equal([clicks, submits, button.getAttribute('aria-busy')], [1, 1, null]);
});

test('submits a form only with type="submit"', () => {
  const view = mount(<Button>Plain</Button>);
  assert.is(view.find('button').getAttribute('type'), 'button');
});

test('is a real link if it has an address', () => {
  const view = mount(<Button href="#/settings">Settings</Button>);
  assert.is(view.find('a').getAttribute('href'), '#/settings');
  assert.is(view.findAll('button').length, 0);
});

test("uses the label of an icon button as its name and its tooltip, unless the tooltip is ''", () => {
  const view = mount(<IconButton icon={X} label="Close" />);
  assert.is(view.byLabel('Close').dataset['tooltip'], 'Close');
  view.rerender(<IconButton icon={X} label="Close" tooltip="" />);
  assert.is(view.byLabel('Close').dataset['tooltip'], undefined);
});

test.run();
