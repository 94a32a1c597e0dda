import Mail from 'lucide-react/icons/mail';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SidebarGroup, SidebarLink } from '../../../ui/components/page/SidebarLink';
import { click, mount } from '../../support/render';

test('is a real link with its full name, and marks the current one', () => {
  const view = mount(
    <>
      <SidebarGroup>System</SidebarGroup>
      <SidebarLink href="#/a" icon={Mail} isCurrent={false} onFollow={() => {}}>
        A long name of a page
      </SidebarLink>
      <SidebarLink href="#/b" icon={Mail} isCurrent onFollow={() => {}}>
        Other
      </SidebarLink>
    </>,
  );
  const [first, second] = view.findAll<HTMLAnchorElement>('a');
  assert.equal(
    [first, second].map((link) => [
      link?.getAttribute('href'),
      link?.dataset['tooltip'],
      link?.getAttribute('aria-current'),
    ]),
    [
      ['#/a', 'A long name of a page', null],
      ['#/b', 'Other', 'page'],
    ],
  );
  assert.is(view.find('h2').textContent, 'System');
});

test('reports a click; a button beside it is not part of it', () => {
  const happened: string[] = [];
  const view = mount(
    <SidebarLink
      href="#/a"
      icon={Mail}
      isCurrent={false}
      onFollow={() => happened.push('followed')}
      end={
        <button type="button" onClick={() => happened.push('pressed')}>
          Pin
        </button>
      }
    >
      Name
    </SidebarLink>,
  );
  click(view.byText('Pin'));
  assert.equal(happened, ['pressed']);
  assert.is(view.find('a').textContent, 'Name');
  click(view.byText('Name'));
  assert.equal(happened, ['pressed', 'followed']);
});

test.run();
