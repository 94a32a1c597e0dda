import Activity from 'lucide-react/icons/activity';
import Database from 'lucide-react/icons/database';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import Users from 'lucide-react/icons/users';
import { useSnapshot } from 'valtio';
import logo from '../assets/logo.inline.svg';
import { Avatar } from '../components/basics/Avatar';
import { Icon } from '../components/basics/Icon';
import { Dropdown, DropdownItem, DropdownSeparator } from '../components/overlay/Dropdown';
import { avatarOf } from '../model/admin';
import { printHash } from '../platform/hash';
import * as session from '../state/session';
import * as theme from '../state/theme';
import { logOut } from './logOut';
import classes from './Sidebar.module.css';

const links = [
  { path: '/collections', name: 'Collections', icon: Database },
  { path: '/logs', name: 'Logs', icon: Activity },
  { path: '/settings', name: 'Settings', icon: SlidersHorizontal },
];

/** Pages whose path does not begin with that of their section. */
const belongsTo: Readonly<Record<string, string>> = { '/backup': '/settings', '/bin': '/collections' };

const themes = [
  { choice: 'system', name: 'System theme', icon: Monitor },
  { choice: 'light', name: 'Light theme', icon: Sun },
  { choice: 'dark', name: 'Dark theme', icon: Moon },
] as const;

interface Props {
  path: string;
}

/** The navigation rail: the sections, and the admin's menu at the bottom. */
export function Sidebar({ path }: Props) {
  return (
    <nav className={classes.root} aria-label="Main">
      <a className={classes.logo} href={printHash('/')} aria-label="Home">
        <img src={logo} alt="" />
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
      <AvatarMenu />
    </nav>
  );
}

function AvatarMenu() {
  const { admin } = useSnapshot(session.state);
  const { choice } = useSnapshot(theme.state);
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
      {themes.map(({ choice: one, name, icon }) => (
        <DropdownItem key={one} icon={icon} isChecked={choice === one} onSelect={() => theme.choose(one)}>
          {name}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      <DropdownItem icon={Users} href={printHash('/settings/admins')}>
        Manage admins
      </DropdownItem>
      <DropdownItem icon={LogOut} onSelect={() => void logOut()}>
        Logout
      </DropdownItem>
    </Dropdown>
  );
}
