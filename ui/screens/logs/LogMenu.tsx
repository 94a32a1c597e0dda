import Crosshair from 'lucide-react/icons/crosshair';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { ContextMenu, type ContextMenuProps } from '../../components/overlay/ContextMenu';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import type { Log } from '../../model/log';
import { filterTags } from './logTags';

export interface LogMenuProps extends Pick<ContextMenuProps, 'owner' | 'at'> {
  log: Log;
  onOpen: (logId: string) => void;
  onShowAround: (logId: string) => void;
  onPick: (key: string, value: unknown, isExcluded: boolean) => void;
}

/** The context menu of a log in the list. */
export function LogMenu({ log, owner, at, onOpen, onShowAround, onPick }: LogMenuProps) {
  const tags = filterTags(log);
  return (
    <ContextMenu owner={owner} at={at} label="Log">
      <DropdownItem icon={PanelRightOpen} onSelect={() => onOpen(log.id)}>
        Open
      </DropdownItem>
      <DropdownItem icon={Crosshair} onSelect={() => onShowAround(log.id)}>
        Show around this
      </DropdownItem>
      {[false, true].map((isExcluded) => [
        <DropdownSeparator key={String(isExcluded)} />,
        ...tags.map(({ key, text, value }) => (
          <DropdownItem
            key={`${key} ${isExcluded}`}
            icon={isExcluded ? ZoomOut : ZoomIn}
            onSelect={() => onPick(key, value, isExcluded)}
          >
            {isExcluded ? 'Exclude' : 'Only'} <span translate="no">{`${key} ${text}`}</span>
          </DropdownItem>
        )),
      ])}
    </ContextMenu>
  );
}
