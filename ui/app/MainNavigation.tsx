import Activity from 'lucide-react/icons/activity';
import BookOpen from 'lucide-react/icons/book-open';
import Database from 'lucide-react/icons/database';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import MousePointer2 from 'lucide-react/icons/mouse-pointer-2';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings-2';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import Tag from 'lucide-react/icons/tag';
import Users from 'lucide-react/icons/users';
import { useSnapshot } from 'valtio';
import logo from '../assets/logo.inline.svg';
import { printHash } from '../base/hash';
import { ariaKeys } from '../base/keys';
import { Avatar } from '../kit/basics/Avatar';
import { Icon } from '../kit/basics/Icon';
import { joinClasses } from '../kit/basics/joinClasses';
import { Dropdown, DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { avatarOf } from '../model/admin';
import * as preferences from '../page/preferences';
import { docsAddress, serverLine } from '../page/serverLine';
import * as environment from '../page/session/environment';
import * as session from '../page/session/session';
import * as theme from '../page/theme';
import { releasesAddress } from './addresses';
import { loadLock } from './loadLock';
import { logOut } from './logOut';
import classes from './MainNavigation.module.css';
import { open } from './palette/shownPopup';

const links = [
  { path: '/collections', name: 'Collections', icon: Database },
  { path: '/logs', name: 'Logs', icon: Activity },
  { path: '/settings', name: 'Settings', icon: SlidersHorizontal },
];

/** Pages whose path does not begin with that of their section. */
const belongsTo: Readonly<Record<string, string>> = { '/backup': '/settings', '/history': '/collections' };

const starts = [
  { path: '/collections', name: 'Collections', icon: Database },
  { path: '/overview', name: 'Overview', icon: LayoutDashboard },
] as const;

const themes = [
  { choice: 'system', icon: Monitor },
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
] as const;

interface Props {
  path: string;
}

export function MainNavigation({ path }: Props) {
  return (
    <nav className={classes.root} aria-label="Main">
      <a
        className={joinClasses(classes.link, classes.logo)}
        href={printHash('/overview')}
        aria-current={path === '/overview' ? 'page' : undefined}
        data-tooltip="Overview"
        data-tooltip-placement="right"
      >
        <img src={logo} alt="" />
        <span className={classes.name}>Overview</span>
      </a>
      {links.map(({ path: target, name, icon }) => {
        const isCurrent = path === target || path.startsWith(`${target}/`) || belongsTo[path] === target;
        return (
          <a
            key={target}
            className={classes.link}
            href={printHash(target)}
            aria-current={isCurrent ? 'page' : undefined}
            data-tooltip={name}
            data-tooltip-placement="right"
          >
            <Icon of={icon} size={18} />
            <span className={classes.name}>{name}</span>
          </a>
        );
      })}
      <span className={classes.spring} />
      <button
        type="button"
        className={classes.link}
        data-opens="desk"
        data-tooltip="Go to"
        data-tooltip-placement="right"
        aria-keyshortcuts={ariaKeys('Mod+K')}
        onClick={() => open('goTo')}
      >
        <Icon of={Search} size={18} />
        <span className={classes.name}>Go to</span>
      </button>
      <AvatarMenu />
    </nav>
  );
}

/** The links of the footer, while the page shows none because it is narrow or its footer holds buttons. */
function FooterItems() {
  if (document.querySelector(`main a[href='${docsAddress()}']`)?.getClientRects().length) return null;
  return (
    <>
      <DropdownItem icon={BookOpen} href={docsAddress()} isExternal end={serverLine()}>
        Docs
      </DropdownItem>
      <DropdownItem icon={Tag} href={releasesAddress} isExternal end={`Lowline v${LOWLINE_VERSION}`}>
        Releases
      </DropdownItem>
    </>
  );
}

const lockNow = async () => (await loadLock())?.();

function AvatarMenu() {
  const { admin } = useSnapshot(session.state);
  const { choice } = useSnapshot(theme.state);
  const { clickOpens, startsWith } = useSnapshot(preferences.state);
  const { current, isOpen } = useSnapshot(environment.state);
  return (
    <Dropdown
      label="Account"
      placement="top-start"
      head={admin?.email}
      trigger={(props) => (
        <button type="button" className={classes.avatar} aria-label="Account" {...props}>
          <Avatar number={admin ? avatarOf(admin) : 0} />
        </button>
      )}
    >
      {themes.map(({ choice: one, icon }) => (
        <DropdownItem key={one} icon={icon} isChecked={choice === one} onSelect={() => theme.choose(one)}>
          {theme.names[one]}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      {[true, false].map((opens) => (
        <DropdownItem
          key={String(opens)}
          icon={opens ? PanelRightOpen : MousePointer2}
          isChecked={clickOpens === opens}
          onSelect={() => preferences.setClickOpens(opens)}
        >
          {opens ? 'Click opens the record' : 'Click selects the cell'}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      {starts.map(({ path, name, icon }) => (
        <DropdownItem
          key={path}
          icon={icon}
          isChecked={startsWith === path}
          onSelect={() => preferences.setStart(path)}
        >
          Start with: {name}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      <DropdownItem icon={Settings} onSelect={() => open('environment')}>
        Server name and lock...
      </DropdownItem>
      {current?.locks && isOpen && (
        <DropdownItem icon={Lock} onSelect={() => void lockNow()}>
          Lock now
        </DropdownItem>
      )}
      <FooterItems />
      <DropdownItem icon={Users} href={printHash('/settings/admins')}>
        Manage admins
      </DropdownItem>
      <DropdownItem icon={LogOut} onSelect={() => void logOut()}>
        Logout
      </DropdownItem>
    </Dropdown>
  );
}
