import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import Bookmark from 'lucide-react/icons/bookmark';
import CodeXml from 'lucide-react/icons/code-xml';
import Database from 'lucide-react/icons/database';
import File from 'lucide-react/icons/file';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import Server from 'lucide-react/icons/server';
import Settings2 from 'lucide-react/icons/settings-2';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import { collectionIcons } from '../../kit/basics/collectionIcons';

/** By the id of a command, the path of a page, or the kind of a row. */
const icons: Readonly<Record<string, LucideIcon>> = {
  ...collectionIcons,
  record: File,
  savedView: Bookmark,
  search: Search,
  server: Server,
  newRecord: Plus,
  newCollection: Plus,
  editCollection: Settings2,
  apiPreview: CodeXml,
  refresh: RefreshCw,
  live: Radio,
  shortcuts: Keyboard,
  'theme-system': Monitor,
  'theme-light': Sun,
  'theme-dark': Moon,
  environment: Settings2,
  lockNow: Lock,
  logOut: LogOut,
  '/collections': Database,
  '/logs': Activity,
  '/history': History,
};

export const paletteIcon = (name: string): LucideIcon => icons[name] ?? SlidersHorizontal;
