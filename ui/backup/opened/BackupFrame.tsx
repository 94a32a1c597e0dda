import History from 'lucide-react/icons/history';
import PanelLeft from 'lucide-react/icons/panel-left';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { printDate, timeAgo } from '../../base/dates';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { BannerBar } from '../../kit/layout/Note';
import { Page } from '../../kit/layout/Page';
import { backupHash, type OpenedBackup } from './openedBackup';

/** The props that each view of a backup only passes on to its frame. */
export interface BackupFrameProps {
  backup: OpenedBackup;
  title: string;
  hasNameAsTitle: boolean;
  onSidebarOpen: () => void;
}

interface Props extends BackupFrameProps {
  actions?: ReactNode;
  footer?: ReactNode;
  isLoading?: boolean;
  children: ReactNode;
}

/** The frame of an opened backup: its path, and the date of its data. */
export function BackupFrame({
  backup,
  title,
  hasNameAsTitle,
  onSidebarOpen,
  actions,
  footer,
  ...rest
}: Props) {
  const { asOf, zip } = useSnapshot(backup.state);
  return (
    <Page
      title={title}
      hasNameAsTitle={hasNameAsTitle}
      crumbs={[
        { label: 'Backups', href: '#/settings/backups' },
        ...(asOf === null ? [] : [{ label: 'Backup', href: backupHash(backup) }]),
      ]}
      sidebarButton={
        <IconButton icon={PanelLeft} label="Collections of the backup" onClick={onSidebarOpen} />
      }
      actions={actions}
      isLoading={rest.isLoading}
      footer={footer}
    >
      <BannerBar
        kind="info"
        icon={History}
        actions={
          <Button kind="quiet" size="small" href="#/settings/backups">
            Close<span className="onlyWide"> the backup</span>
          </Button>
        }
      >
        <AsOf asOf={asOf} />
        <span className={asOf === null ? undefined : 'onlyWide'}>
          {zip ? 'Read only: this is the backup ' : 'This is the backup '}
          <code translate="no">{backup.name}</code>.
        </span>
      </BannerBar>
      {rest.children}
    </Page>
  );
}

function AsOf({ asOf }: { asOf: number | null }) {
  if (asOf === null) return null;
  return (
    <>
      As of <b>{printDate(new Date(asOf)).slice(0, 19)} UTC</b>, {timeAgo(asOf, Date.now())}.{' '}
    </>
  );
}
